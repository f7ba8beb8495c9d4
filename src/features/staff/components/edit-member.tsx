"use client";

import { useState } from "react";
import { FormEnd } from "@/components/form/form-end";
import { useServerForm } from "@/components/form/use-server-form";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import { useMailMode } from "@/components/ui/mail-mode";
import { PasswordInput } from "@/components/ui/password-input";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { copy } from "../messages";
import type { StaffMember } from "../schema";

type EditMemberProps = { member: StaffMember; onClose: () => void };

/** Edits a colleague's name or address. */
export function EditMember({ member: now, onClose }: EditMemberProps) {
  // The member as shown when the dialog opened, so that a later change by a colleague is not overwritten.
  const [member] = useState(now);
  const isMailOn = useMailMode();
  const { staff } = api.useUtils();
  const edit = api.staff.edit.useMutation();
  const { form, faults, failure, busy } = useServerForm({
    fields: ["name", "email", "password"],
    // Send only changed fields.
    send({ name, email, password }) {
      const changed = { ...(name !== member.name && { name }), ...(email !== (member.email ?? "") && { email }) };
      return edit.mutateAsync({ userId: member._id, password, ...changed });
    },
    onDone() {
      void staff.list.invalidate();
      toast.success(copy.saved);
      onClose();
    },
  });
  const lead = isMailOn && member.isFormerAddressTold ? copy.editLead : copy.editLeadKept;
  return (
    <FormDialog title={copy.editTitle(member.name)} lead={lead} onClose={onClose}>
      <form {...form} noValidate className="grid grid-cols-1 gap-4">
        <Field label={copy.name} error={faults.name}>
          {(control) => (
            <Input {...control} name="name" autoComplete="off" spellCheck={false} defaultValue={member.name} />
          )}
        </Field>
        <Field label={copy.email} error={faults.email}>
          {(control) => (
            <Input {...control} name="email" type="email" autoComplete="off" defaultValue={member.email ?? ""} />
          )}
        </Field>
        <Field label={copy.ownPassword} error={faults.password}>
          {(control) => <PasswordInput {...control} name="password" autoComplete="current-password" />}
        </Field>
        <FormEnd failure={failure} failed={copy.failed} busy={busy} busyText={copy.saving}>
          {copy.save}
        </FormEnd>
      </form>
    </FormDialog>
  );
}
