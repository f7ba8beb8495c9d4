"use client";

import { useState } from "react";
import { FormEnd } from "@/components/form/form-end";
import { useServerForm } from "@/components/form/use-server-form";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { api } from "@/trpc/client";
import { personScreens as copy } from "../messages-person";
import { screens } from "../messages-screens";
import type { StudentView } from "../schema";

type MoveAddressProps = { student: StudentView; onClose: () => void; onDone: (message: string) => void };

/** Moves the student's email address to a guardian, if it is the guardian's. */
export function MoveAddress({ student, onClose, onDone }: MoveAddressProps) {
  const known = student.guardians.filter(({ endedAt, email }) => endedAt === null && email === null);
  const [guardian, setGuardian] = useState(known[0]?.guardianId ?? "");
  const move = api.students.moveAddress.useMutation();
  const { form, faults, failure, busy } = useServerForm({
    fields: ["guardianId", "name", "relation"],
    send: ({ guardianId, ...person }) =>
      move.mutateAsync({ id: student._id, ...(guardianId ? { guardianId } : person) }),
    onDone(_student, shown) {
      const given = String(new FormData(shown).get("name") ?? "");
      onDone(copy.done.mother(known.find(({ guardianId }) => guardianId === guardian)?.name ?? given));
    },
  });
  return (
    <FormDialog title={copy.motherTitle} lead={copy.motherLead(student.email ?? "", student.name)} onClose={onClose}>
      <form {...form} noValidate className="grid grid-cols-1 gap-4">
        {known.length > 0 && (
          <Field label={copy.guardian}>
            {(control) => (
              <Select
                {...control}
                name="guardianId"
                defaultValue={guardian}
                onInput={({ currentTarget }) => setGuardian(currentTarget.value)}
              >
                {known.map(({ guardianId, name, relation }) => (
                  <option key={guardianId} value={guardianId}>
                    {name} ({relation})
                  </option>
                ))}
                <option value="">{copy.newGuardian}</option>
              </Select>
            )}
          </Field>
        )}
        {/* The entered text is kept, even while a known guardian is selected. */}
        <div hidden={guardian !== ""} className="grid grid-cols-1 gap-4">
          <Field label={copy.guardianName} error={faults.name}>
            {(control) => <Input {...control} name="name" autoComplete="off" spellCheck={false} />}
          </Field>
          <Field label={copy.relation} hint={copy.relationHint} error={faults.relation}>
            {(control) => <Input {...control} name="relation" autoComplete="off" />}
          </Field>
        </div>
        <FormEnd failure={failure} failed={screens.failedSave} busy={busy} busyText={screens.saving}>
          {copy.acts.mother}
        </FormEnd>
      </form>
    </FormDialog>
  );
}
