"use client";

import { FormEnd } from "@/components/form/form-end";
import { useServerForm } from "@/components/form/use-server-form";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { copy } from "../messages";
import { addedOf, roleOf } from "../rules";
import { GrantFields, grantFieldNames } from "./grant-fields";
import { StaffCode } from "./staff-code";

/** Adds a member of staff, and shows the first-login code once. */
export function InviteStaff({ onClose }: { onClose: () => void }) {
  const { staff } = api.useUtils();
  const add = api.staff.add.useMutation();
  const { form, faults, failure, busy, answer } = useServerForm({
    fields: ["name", "email", ...grantFieldNames],
    send: ({ role, ...given }) => add.mutateAsync({ ...given, role: roleOf(role) }),
    onDone({ member, code }) {
      void staff.list.invalidate();
      if (code !== null) return;
      toast.success(addedOf(member));
      onClose();
    },
  });

  if (answer?.code) return <StaffCode name={answer.member.name} code={answer.code} onClose={onClose} />;
  return (
    <FormDialog title={copy.addTitle} lead={copy.addLead} onClose={onClose}>
      <form {...form} noValidate autoComplete="off" className="grid grid-cols-1 gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={copy.name} error={faults.name}>
            {(control) => <Input {...control} name="name" autoComplete="off" spellCheck={false} />}
          </Field>
          <Field label={copy.email} error={faults.email}>
            {(control) => <Input {...control} name="email" type="email" autoComplete="off" />}
          </Field>
        </div>
        <GrantFields faults={faults} />
        <FormEnd failure={failure} failed={copy.failed} busy={busy} busyText={copy.adding}>
          {copy.add}
        </FormEnd>
      </form>
    </FormDialog>
  );
}
