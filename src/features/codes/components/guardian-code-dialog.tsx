"use client";

import { FormEnd } from "@/components/form/form-end";
import { useServerForm } from "@/components/form/use-server-form";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import { api } from "@/trpc/client";
import { officeScreens as copy } from "../messages-screens";
import type { CodePerson } from "./login-actions";
import { ShownCode } from "./shown-code";

export function GuardianCodeDialog({ person, onClose }: { person: CodePerson; onClose: () => void }) {
  const { codes } = api.useUtils();
  const make = api.codes.makeLink.useMutation();
  const { form, faults, failure, busy, answer } = useServerForm({
    fields: ["name", "relation"],
    send: (given) => make.mutateAsync({ studentId: person._id, ...given }),
    onDone: () => void codes.list.invalidate(),
  });
  return (
    <FormDialog title={copy.guardianTitle(person.name)} lead={answer ? undefined : copy.guardianLead} onClose={onClose}>
      {answer ? (
        <ShownCode made={answer} onClose={onClose} />
      ) : (
        <form {...form} noValidate className="grid grid-cols-1 gap-4">
          <Field label={copy.guardianName} error={faults.name}>
            {(control) => <Input {...control} name="name" autoComplete="off" spellCheck={false} />}
          </Field>
          <Field label={copy.relation} hint={copy.relationHint} error={faults.relation}>
            {(control) => <Input {...control} name="relation" autoComplete="off" />}
          </Field>
          <FormEnd failure={failure} failed={copy.failed} busy={busy} busyText={copy.making}>
            {copy.make}
          </FormEnd>
        </form>
      )}
    </FormDialog>
  );
}
