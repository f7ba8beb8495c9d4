import { FormEnd } from "@/components/form/form-end";
import { ReasonField } from "@/components/form/reason-field";
import { useServerForm } from "@/components/form/use-server-form";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import { useMailMode } from "@/components/ui/mail-mode";
import { api } from "@/trpc/client";
import { officeScreens as corrections } from "../messages-office";
import { refusals } from "../messages-refusals";
import { nameOf } from "../rules";
import type { ResultView } from "../schema";
import { useCurrentResult } from "./use-current-result";

type ActProps = {
  result: ResultView;
  studentName: string;
  onClose: () => void;
  onDone: (message: string, correctionId: string) => void;
};

/** Asks for the corrected marks and a reason, which the family can read. */
export function CorrectResult({ result, studentName, onClose: close, onDone }: ActProps) {
  const { _id, score, totalMarks, gpa } = result;
  const isMailOn = useMailMode();
  const { current, isNewer, onError, onClose } = useCurrentResult(_id, close);
  const correct = api.results.correct.useMutation({ onError });
  const { form, faults, failure, busy } = useServerForm({
    fields: ["score", "gpa", "reason"],
    // An untouched GPA is not sent, so that a correction by somebody else stays.
    send: ({ gpa: typed, ...given }) =>
      correct.mutateAsync({ id: current, ...given, ...(typed !== String(gpa ?? "") && { gpa: typed || null }) }),
    onDone: (corrected) => onDone(corrections.correctedDone(studentName, corrected.score), corrected._id),
  });
  return (
    <FormDialog
      title={corrections.correctTitle(nameOf(result))}
      lead={`${corrections.correctLead(studentName, score, totalMarks)} ${isMailOn ? corrections.told : corrections.toldKept}`}
      onClose={onClose}
    >
      <form {...form} noValidate className="grid grid-cols-2 gap-4">
        <Field label={corrections.newScore} error={faults.score}>
          {(control) => <Input {...control} name="score" inputMode="decimal" autoComplete="off" defaultValue={score} />}
        </Field>
        <Field label={refusals.gpa} optional error={faults.gpa}>
          {(control) => (
            <Input {...control} name="gpa" inputMode="decimal" autoComplete="off" defaultValue={gpa ?? ""} />
          )}
        </Field>
        <div className="col-span-2 grid grid-cols-1 gap-4">
          <ReasonField label={refusals.reason} hint={corrections.reasonHint} error={faults.reason} />
          <FormEnd failure={failure} failed={corrections.failed} busy={busy} busyText={corrections.saving}>
            {isNewer ? corrections.correctAnyway : corrections.correct}
          </FormEnd>
        </div>
      </form>
    </FormDialog>
  );
}
