"use client";

import { useState } from "react";
import { FormEnd } from "@/components/form/form-end";
import { noAnswer, sendOnce } from "@/components/form/send-once";
import { useServerForm } from "@/components/form/use-server-form";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { dateHere } from "@/content/institute";
import { api } from "@/trpc/client";
import { officeConsents as copy, officeLinks } from "../messages-links";
import type { FamilyView } from "../schema-consents";
import type { LinkView } from "../schema-links";
import type { NamedStudent } from "./family-cards";

type AddConsentProps = {
  student: NamedStudent;
  links: LinkView[];
  onClose: () => void;
  onDone: (family: FamilyView) => void;
};

export function AddConsent({ student, links, onClose, onDone }: AddConsentProps) {
  const guardians = links.filter(({ endedAt }) => endedAt === null);
  const [who, setWho] = useState(guardians[0]?.guardianId ?? "");
  const add = api.guardians.addConsent.useMutation();
  const { form, faults, failure, busy } = useServerForm({
    fields: ["guardianId", "name", "day"],
    send: ({ guardianId, name, day }) =>
      sendOnce({ studentId: student._id, day, ...(guardianId ? { guardianId } : { name }) }, add.mutateAsync),
    onDone,
  });
  return (
    <FormDialog title={copy.addTitle(student.name)} lead={copy.addLead} onClose={onClose}>
      <form {...form} noValidate className="grid grid-cols-1 gap-4">
        {guardians.length > 0 && (
          <Field label={copy.who} error={faults.guardianId}>
            {(control) => (
              <Select
                {...control}
                name="guardianId"
                defaultValue={who}
                onInput={({ currentTarget }) => setWho(currentTarget.value)}
              >
                {guardians.map(({ guardianId, name, relation }) => (
                  <option key={guardianId} value={guardianId}>
                    {name} ({relation})
                  </option>
                ))}
                <option value="">{copy.somebody}</option>
              </Select>
            )}
          </Field>
        )}
        {/* The entered name is kept, even while a guardian is selected. */}
        <div hidden={who !== ""}>
          <Field label={copy.name} error={faults.name}>
            {(control) => <Input {...control} name="name" autoComplete="off" spellCheck={false} />}
          </Field>
        </div>
        <Field label={copy.day} error={faults.day}>
          {(control) => <Input {...control} name="day" type="date" defaultValue={dateHere(new Date())} />}
        </Field>
        <FormEnd failure={failure} failed={noAnswer} busy={busy} busyText={officeLinks.saving}>
          {copy.enter}
        </FormEnd>
      </form>
    </FormDialog>
  );
}
