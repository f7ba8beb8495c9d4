"use client";

import { useRouter } from "next/navigation";
import { useSingleFlight } from "@/components/form/use-single-flight";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { FormDialog } from "@/components/ui/form-dialog";
import { toast } from "@/components/ui/toast";
import { saveBytes } from "@/lib/save-file";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { copy } from "../messages";
import { capitalised } from "../rules";
import { Preview } from "./preview";

type PrintDialogProps = { id: string; name: string; onClose: () => void };

/** Says whom a letter will let in, and makes it. */
export function PrintDialog({ id, name, onClose }: PrintDialogProps) {
  const router = useRouter();
  const preview = api.letters.preview.useQuery({ id }, { staleTime: 0 });
  const print = api.letters.print.useMutation({
    meta: { expected: ["CONFLICT", "NOT_FOUND"] },
    onSuccess(letter) {
      saveBytes(letter.name, letter.type, letter.base64);
      toast.success(copy.made);
      onClose();
      router.refresh();
    },
  });
  const printOnce = useSingleFlight(print);
  return (
    <FormDialog title={copy.printFor(name)} lead={copy.one} onClose={onClose}>
      <Preview query={preview}>
        {({ people, unprintable, address }) => (
          <>
            {people.length === 0 && <Alert tone="info">{copy.noNeed}</Alert>}
            {people.length > 0 && (
              <ul className="rounded-md border border-line">
                {people.map((person) => (
                  <li
                    key={person.relation ?? ""}
                    className="flex flex-wrap justify-between gap-x-4 border-line border-t px-4 py-2.5 text-sm first:border-t-0"
                  >
                    <span className="wrap-anywhere font-semibold">{person.name}</span>
                    <span className="text-ink-soft">
                      {person.relation === null ? copy.student : capitalised(person.relation)}
                    </span>
                  </li>
                ))}
              </ul>
            )}
            {people.length > 0 && (
              <p className="wrap-anywhere text-ink-soft text-sm">
                {copy.oneStays} {copy.leads(address)}
              </p>
            )}
            {unprintable !== "" && <Alert tone="error">{copy.noType(unprintable)}</Alert>}
            {print.error && <Alert tone="error">{messageOf(print.error, copy.makeFailed)}</Alert>}
            <Button
              wide
              disabled={people.length === 0 || unprintable !== ""}
              busy={print.isPending}
              busyText={copy.making}
              onClick={() => printOnce({ id })}
            >
              {copy.make}
            </Button>
          </>
        )}
      </Preview>
    </FormDialog>
  );
}
