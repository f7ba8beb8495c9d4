import { ProductFacts } from "@/components/site/product-facts";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { messageOf } from "@/trpc/failure";
import { copy } from "../messages";

type StartLettersProps = {
  letters: number;
  /** The number of letters without a code for the student. */
  withoutStudent: number;
  /** Where the people of the letters log in. */
  address: string;
  ownFacts: boolean;
  print: { error: unknown; isPending: boolean };
  onStart: () => void;
};

/** Starts the task that prints several letters, with notes about them. */
export function StartLetters({ letters, withoutStudent, address, ownFacts, print, onStart }: StartLettersProps) {
  return (
    <>
      <p className="wrap-anywhere text-ink-soft text-sm">
        {withoutStudent > 0 ? copy.oneStays : copy.stay} {copy.leads(address)}
      </p>
      {withoutStudent > 0 && <p className="text-sm">{copy.leftOutOf(withoutStudent)}</p>}
      {!ownFacts && <ProductFacts />}
      {print.error !== null && <Alert tone="error">{messageOf(print.error, copy.startFailed)}</Alert>}
      <div className="question-end grid sm:justify-end">
        <Button disabled={letters === 0} busy={print.isPending} busyText={copy.starting} onClick={onStart}>
          {copy.start(letters)}
        </Button>
      </div>
    </>
  );
}
