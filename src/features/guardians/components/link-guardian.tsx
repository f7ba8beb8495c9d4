"use client";

import { useState } from "react";
import { FormEnd } from "@/components/form/form-end";
import { useServerForm } from "@/components/form/use-server-form";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import { api } from "@/trpc/client";
import { officeLinks as copy } from "../messages-links";
import type { FoundGuardianView } from "../schema-links";
import type { Pupil } from "./family-cards";
import { LinkFields, linkFieldNames, linkOf } from "./link-fields";
import { useKnown } from "./use-known";

type LinkGuardianProps = { student: Pupil; onClose: () => void; onDone: (message: string) => void };

/** Links a guardian: somebody who is offered while typing, or a new person. */
export function LinkGuardian({ student, onClose, onDone }: LinkGuardianProps) {
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState<FoundGuardianView>();
  const known = useKnown(student._id, chosen ? "" : typed);
  const add = api.guardians.add.useMutation({ meta: { expected: ["BAD_REQUEST", "CONFLICT", "NOT_FOUND"] } });
  const { form, faults, failure, busy } = useServerForm({
    fields: ["name", "phone", "email", ...linkFieldNames],
    send: ({ name, phone, email, ...link }) => {
      const person = chosen ? { guardianId: chosen._id } : { name, phone, email };
      return add.mutateAsync({ studentId: student._id, ...person, ...linkOf(link) });
    },
    onDone: ({ name }) => onDone(copy.linked(name)),
  });
  const note = ({ currentTarget }: { currentTarget: HTMLInputElement }) => setTyped(currentTarget.value);
  return (
    <FormDialog title={copy.linkTitle(student.name)} lead={copy.linkLead} onClose={onClose}>
      <form {...form} noValidate className="grid grid-cols-1 gap-4">
        {chosen ? (
          <div className="flex items-center justify-between gap-3 rounded-md bg-accent-soft px-4 py-3">
            <Person of={chosen} />
            <Button variant="quiet" onClick={() => setChosen(undefined)}>
              {copy.other}
            </Button>
          </div>
        ) : (
          <>
            <Field label={copy.name} hint={copy.nameHint} error={faults.name}>
              {(control) => (
                <Input {...control} name="name" onInput={note} autoComplete="off" spellCheck={false} defaultValue="" />
              )}
            </Field>
            <div aria-live="polite" className="empty:hidden">
              {known.length > 0 && (
                <ul aria-label={copy.known} className="-mt-2 grid grid-cols-1 rounded-md border border-line">
                  {known.map((one) => (
                    <li key={one._id} className="border-line not-first:border-t">
                      <button
                        type="button"
                        onClick={() => setChosen(one)}
                        className="min-h-11 w-full rounded-md px-3 py-1.5 text-start hover:bg-sunken focus-visible:-outline-offset-3"
                      >
                        <Person of={one} />
                      </button>
                    </li>
                  ))}
                </ul>
              )}
            </div>
            <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
              <Field label={copy.phone} optional error={faults.phone}>
                {(control) => <Input {...control} name="phone" type="tel" onInput={note} autoComplete="off" />}
              </Field>
              <Field label={copy.email} optional error={faults.email}>
                {(control) => <Input {...control} name="email" type="email" onInput={note} autoComplete="off" />}
              </Field>
            </div>
          </>
        )}
        <LinkFields faults={faults} />
        <FormEnd failure={failure} failed={copy.failed} busy={busy} busyText={copy.saving}>
          {copy.link}
        </FormEnd>
      </form>
    </FormDialog>
  );
}

function Person({ of: { name, phone, email, children, isStaff } }: { of: FoundGuardianView }) {
  const facts = [
    ...(children.length > 0 ? [copy.knownChild(children.join(", "))] : []),
    ...(isStaff ? [copy.staff] : []),
    ...[phone, email].flatMap((fact) => fact ?? []),
  ];
  return (
    <span className="grid min-w-0 text-sm">
      <span className="wrap-anywhere font-semibold">{name}</span>
      <span className="figures wrap-anywhere text-ink-soft text-xs">{facts.join(" · ")}</span>
    </span>
  );
}
