"use client";

import { FormEnd } from "@/components/form/form-end";
import { useServerForm } from "@/components/form/use-server-form";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import { api } from "@/trpc/client";
import { personScreens as copy } from "../messages-person";
import { screens } from "../messages-screens";
import type { StudentView } from "../schema";

type MoveAddressProps = { student: StudentView; onClose: () => void; onDone: (message: string) => void };

/** The address is the mother's, and not the student's. */
export function MoveAddress({ student, onClose, onDone }: MoveAddressProps) {
  const move = api.students.moveAddress.useMutation({ meta: { expected: ["BAD_REQUEST", "CONFLICT"] } });
  const { form, faults, failure, busy } = useServerForm({
    fields: ["name", "relation"],
    send: (given) => move.mutateAsync({ id: student._id, ...given }),
    onDone: (_student, shown) => onDone(copy.done.mother(String(new FormData(shown).get("name")))),
  });
  return (
    <FormDialog title={copy.motherTitle} lead={copy.motherLead(student.email ?? "", student.name)} onClose={onClose}>
      <form {...form} noValidate className="grid grid-cols-1 gap-4">
        <Field label={copy.guardianName} error={faults.name}>
          {(control) => <Input {...control} name="name" autoComplete="off" spellCheck={false} />}
        </Field>
        <Field label={copy.relation} hint={copy.relationHint} error={faults.relation}>
          {(control) => <Input {...control} name="relation" autoComplete="off" />}
        </Field>
        <FormEnd failure={failure} failed={screens.failedSave} busy={busy} busyText={screens.saving}>
          {copy.acts.mother}
        </FormEnd>
      </form>
    </FormDialog>
  );
}
