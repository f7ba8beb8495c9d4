"use client";

import { type InputEvent, useState } from "react";
import { FormEnd } from "@/components/form/form-end";
import { noAnswer, sendOnce } from "@/components/form/send-once";
import { useServerForm } from "@/components/form/use-server-form";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import { useMailMode } from "@/components/ui/mail-mode";
import { institute } from "@/content/institute";
import { phoneOf } from "@/lib/phones";
import { api } from "@/trpc/client";
import { codeOf, type FormErrors, faultsOf } from "@/trpc/failure";
import { officeLinks as copy } from "../messages-links";
import { lastEndedOf } from "../rules-people";
import type { LinkView } from "../schema-links";
import type { FoundGuardianView } from "../schema-people";
import type { NamedStudent } from "./family-cards";
import { KnownPeople, KnownPerson } from "./known-people";
import { LinkFields, linkFieldNames, linkOf } from "./link-fields";
import { useKnown } from "./use-known";

type LinkGuardianProps = {
  student: NamedStudent;
  /** The links of the student, as they are listed. */
  links: readonly LinkView[];
  onClose: () => void;
  onDone: (message: string) => void;
};

/** Links a guardian: a suggested person, or a new one. */
export function LinkGuardian({ student, links, onClose, onDone }: LinkGuardianProps) {
  const isMailOn = useMailMode();
  const [chosen, setChosen] = useState<FoundGuardianView>();
  // Keeps the entered text for when the suggestion is rejected.
  const [typed, setTyped] = useState<Typed>({ name: "", phone: "", email: "" });
  const [askedPhone, setAskedPhone] = useState("");
  const before = chosen && lastEndedOf(links, chosen._id);
  const add = api.guardians.add.useMutation();
  const { form, faults, failure, busy } = useServerForm({
    fields: ["name", "phone", "email", "isAnother", ...linkFieldNames],
    send: ({ name, phone, email, isAnother, ...link }) => {
      const person = chosen ? { guardianId: chosen._id } : { name, phone, email, isAnother: isAnother === "on" };
      const given = { studentId: student._id, ...person, ...linkOf(link) };
      // The server links a known person only once; a link that has ended in the meantime is created again.
      const sent = chosen ? add.mutateAsync(given) : sendOnce(given, add.mutateAsync);
      return sent.catch((refused: unknown) => {
        if (codeOf(refused) === "CONFLICT" && faultsOf(refused).phone) setAskedPhone(phone);
        throw refused;
      });
    },
    onDone: ({ name }) => onDone(copy.linked(name)),
  });
  return (
    <FormDialog
      title={copy.linkTitle(student.name)}
      lead={isMailOn ? copy.linkLead : copy.linkLeadKept}
      onClose={onClose}
    >
      <form {...form} noValidate className="grid grid-cols-1 gap-4">
        {chosen ? (
          <div className="flex items-center justify-between gap-3 rounded-md bg-accent-soft px-4 py-3">
            <KnownPerson of={chosen} />
            <Button variant="quiet" onClick={() => setChosen(undefined)}>
              {copy.other}
            </Button>
          </div>
        ) : (
          <NewPerson
            student={student}
            before={typed}
            askedPhone={askedPhone}
            faults={faults}
            onKnown={(person, now) => {
              setTyped(now);
              setChosen(person);
            }}
          />
        )}
        <LinkFields seesResults={before?.seesResults} getsMails={before?.getsMails} faults={faults} />
        <FormEnd failure={failure} failed={noAnswer} busy={busy} busyText={copy.saving}>
          {copy.link}
        </FormEnd>
      </form>
    </FormDialog>
  );
}

type Typed = { name: string; phone: string; email: string };

type NewPersonProps = {
  student: NamedStudent;
  before: Typed;
  /** The phone number for which the server asked whether its owner is meant. */
  askedPhone: string;
  faults: FormErrors;
  onKnown: (person: FoundGuardianView, typed: Typed) => void;
};

/** A new person; known people with the same name, phone number or address are suggested. */
function NewPerson({ student, before, askedPhone, faults, onKnown }: NewPersonProps) {
  const [typed, setTyped] = useState(before);
  const note = ({ currentTarget }: InputEvent<HTMLInputElement>) =>
    setTyped((now) => ({ ...now, [currentTarget.name]: currentTarget.value }));
  const beside = { studentId: student._id };
  const byName = useKnown(beside, typed.name) ?? [];
  const byPhone = useKnown(beside, typed.phone) ?? [];
  const byEmail = useKnown(beside, typed.email) ?? [];
  const known = onceEach([...byPhone, ...byEmail]);
  const choose = (person: FoundGuardianView) => onKnown(person, typed);
  const asked = new Set(known.map(({ _id }) => _id));
  const number = phoneOf(typed.phone, institute.dialling);
  // A person who is already a guardian of this student is not suggested, but may have the same number (decision 193).
  const taken = [phoneOf(askedPhone, institute.dialling), ...byPhone.map(({ phone }) => phone)];
  return (
    <>
      <div className="grid grid-cols-1 gap-2">
        <Field label={copy.name} hint={copy.nameHint} error={faults.name}>
          {(control) => (
            <Input
              {...control}
              name="name"
              onInput={note}
              autoComplete="off"
              spellCheck={false}
              defaultValue={before.name}
            />
          )}
        </Field>
        <div aria-live="polite" className="empty:hidden">
          <KnownPeople known={byName.filter(({ _id }) => !asked.has(_id))} onChoose={choose} />
        </div>
      </div>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field label={copy.phone} optional error={faults.phone}>
          {(control) => (
            <Input {...control} name="phone" type="tel" onInput={note} autoComplete="off" defaultValue={before.phone} />
          )}
        </Field>
        <Field label={copy.email} optional error={faults.email}>
          {(control) => (
            <Input
              {...control}
              name="email"
              type="email"
              onInput={note}
              autoComplete="off"
              defaultValue={before.email}
            />
          )}
        </Field>
      </div>
      <div aria-live="polite" className="grid grid-cols-1 gap-2 empty:hidden">
        <SamePerson known={known} isAsked={number !== null && taken.includes(number)} onChoose={choose} />
      </div>
    </>
  );
}

type SamePersonProps = {
  known: FoundGuardianView[];
  isAsked: boolean;
  onChoose: (person: FoundGuardianView) => void;
};

/** Asks whether one of the known people is meant, or whether somebody else has the same number. */
export function SamePerson({ known, isAsked, onChoose }: SamePersonProps) {
  if (known.length === 0 && !isAsked) return null;
  return (
    <div className="grid grid-cols-1 gap-2 rounded-md bg-accent-soft p-3">
      {known.length > 0 && <p className="font-semibold text-sm">{copy.samePerson}</p>}
      <KnownPeople known={known} onChoose={onChoose} />
      {isAsked && <Checkbox name="isAnother" label={copy.isAnother} />}
    </div>
  );
}

const onceEach = (people: FoundGuardianView[]) => [...new Map(people.map((one) => [one._id, one])).values()];
