import { FormEnd } from "@/components/form/form-end";
import { ReasonField } from "@/components/form/reason-field";
import { useServerForm } from "@/components/form/use-server-form";
import { FormDialog } from "@/components/ui/form-dialog";
import { useMailMode } from "@/components/ui/mail-mode";
import { api } from "@/trpc/client";
import { officeScreens as corrections } from "../messages-office";
import { refusals } from "../messages-refusals";
import { nameOf } from "../rules";
import type { ResultView } from "../schema";
import { useCurrentResult } from "./use-current-result";

type ActProps = { result: ResultView; studentName: string; onClose: () => void; onDone: (message: string) => void };

/** Asks for a reason, which the family can read, and withdraws the result. */
export function WithdrawResult({ result, studentName, onClose: close, onDone }: ActProps) {
  const isMailOn = useMailMode();
  const { current, isNewer, onError, onClose } = useCurrentResult(result._id, close);
  const withdraw = api.results.withdraw.useMutation({ onError });
  const { form, faults, failure, busy } = useServerForm({
    fields: ["reason"],
    send: ({ reason }) => withdraw.mutateAsync({ id: current, reason }),
    onDone: () => onDone(corrections.withdrawnDone(studentName)),
  });
  return (
    <FormDialog
      title={corrections.withdrawTitle(nameOf(result))}
      lead={`${corrections.withdrawLead(studentName)} ${isMailOn ? corrections.withdrawTold : corrections.toldKept}`}
      onClose={onClose}
    >
      <form {...form} noValidate className="grid grid-cols-1 gap-4">
        <ReasonField label={refusals.reason} hint={corrections.reasonHint} error={faults.reason} />
        <FormEnd failure={failure} failed={corrections.failed} busy={busy} busyText={corrections.saving} danger>
          {isNewer ? corrections.withdrawAnyway : corrections.withdraw}
        </FormEnd>
      </form>
    </FormDialog>
  );
}
