"use client";

import { useState } from "react";
import { useServerForm } from "@/components/form/use-server-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { FormDialog } from "@/components/ui/form-dialog";
import { useMailMode } from "@/components/ui/mail-mode";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { personScreens } from "../messages-person";
import { screens as copy } from "../messages-screens";
import type { StudentView } from "../schema";
import { IdentityFields } from "./student-form";

const fields = ["name", "email", "admissionNo", "bornOn"] as const;

type EditStudentProps = { student: StudentView; onClose: () => void; onDone: (message: string) => void };

/** Edits a student's identity. Sends only changed fields, so that two people can edit different fields. */
export function EditStudent({ student: now, onClose, onDone }: EditStudentProps) {
  // The student as shown when the dialog opened: a later change by somebody else is reported as a conflict, not overwritten.
  const [student] = useState(now);
  const isMailOn = useMailMode();
  const edit = api.students.edit.useMutation();
  const { form, faults, failure, busy } = useServerForm({
    fields,
    send(given) {
      const changed = fields.filter((field) => given[field].trim() !== (student[field] ?? ""));
      return edit.mutateAsync({
        id: student._id,
        rowVersion: student.rowVersion,
        ...Object.fromEntries(changed.map((field) => [field, given[field]])),
      });
    },
    onDone: () => onDone(personScreens.done.edit),
  });
  return (
    <FormDialog
      title={personScreens.editTitle(student.name)}
      lead={isMailOn && student.isFormerAddressTold ? personScreens.editLead : personScreens.editLeadKept}
      onClose={onClose}
    >
      <form {...form} noValidate className="grid grid-cols-1 gap-x-3 gap-y-4 sm:grid-cols-2">
        <IdentityFields faults={faults} known={student} />
        {failure && (
          <div className="sm:col-span-2">
            <Alert tone="error">{messageOf(failure, copy.failedSave)}</Alert>
          </div>
        )}
        <div className="grid sm:col-span-2 sm:justify-end">
          <Button type="submit" busy={busy} busyText={copy.saving}>
            {copy.save}
          </Button>
        </div>
      </form>
    </FormDialog>
  );
}
