"use client";

import { useServerForm } from "@/components/form/use-server-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import { institute } from "@/content/institute";
import { dateIn } from "@/lib/dates";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { personScreens as copy } from "../messages-person";
import { screens } from "../messages-screens";
import type { StudentView } from "../schema";

type EndEnrolmentProps = { student: StudentView; onClose: () => void; onDone: (message: string) => void };

/** A student leaves, or was never in this class. */
export function EndEnrolment({ student, onClose, onDone }: EndEnrolmentProps) {
  const end = api.enrolments.end.useMutation({ meta: { expected: ["BAD_REQUEST", "CONFLICT"] } });
  const { form, faults, failure, busy } = useServerForm({
    fields: ["day", "reason", "mistake"],
    send: ({ day, reason, mistake }) =>
      end.mutateAsync({ studentId: student._id, day, reason, mistake: mistake === "on" }),
    onDone: () => onDone(copy.done.end(student.name)),
  });
  return (
    <FormDialog title={copy.endTitle(student.name)} lead={copy.endLead} onClose={onClose}>
      <form {...form} noValidate className="grid grid-cols-1 gap-4">
        <Field label={copy.lastDay} error={faults.day}>
          {(control) => (
            <Input
              {...control}
              name="day"
              type="date"
              autoComplete="off"
              defaultValue={dateIn(institute.timeZone, new Date())}
            />
          )}
        </Field>
        <Field label={copy.reason} hint={copy.reasonHint} error={faults.reason}>
          {(control) => <Input {...control} name="reason" autoComplete="off" />}
        </Field>
        <Checkbox name="mistake" label={copy.mistake} />
        {failure && <Alert tone="error">{messageOf(failure, screens.failedSave)}</Alert>}
        <div className="grid sm:justify-end">
          <Button type="submit" variant="danger" busy={busy} busyText={screens.saving}>
            {copy.acts.end}
          </Button>
        </div>
      </form>
    </FormDialog>
  );
}
