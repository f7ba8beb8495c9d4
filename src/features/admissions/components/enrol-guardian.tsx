import { useState } from "react";
import { ProposedInput } from "@/components/form/proposed-input";
import { Checkbox } from "@/components/ui/checkbox";
import { EmailText } from "@/components/ui/email-text";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { shownPhoneHere } from "@/components/ui/phone-text";
import { Select } from "@/components/ui/select";
import { placeName } from "@/lib/place-name";
import type { FormErrors } from "@/trpc/failure";
import { enrolCopy as copy } from "../messages-enrol";
import type { EnrolPreview, EnteredGuardian } from "../schema-enrol";
import { type Found, guardianField } from "./enrol-refusal";

type Parent = EnrolPreview["parents"][number];

const parts = ["meant", "name", "phone", "email", "relation", "isAnother"] as const;

export const guardianFields = (count: number) =>
  Array.from({ length: count }, (_, index) => parts.map((part) => guardianField(index, part))).flat();

const factsOf = ({ name, children, phone, email }: Parent["known"][number]) => {
  const facts = children.map((child) => {
    return [`${child.relation} of ${child.name}`, placeName(child.className, child.section)].filter(Boolean).join(", ");
  });
  return [name, ...(facts.length > 0 ? facts : [phone ?? email ?? ""])].filter(Boolean).join(" · ");
};

type EnrolGuardianProps = { index: number; parent: Parent; faults: FormErrors; found: Found };

/** A parent from the form: known people are suggested, never matched silently. */
export function EnrolGuardian({ index, parent, faults, found }: EnrolGuardianProps) {
  const { name, phone, email, known } = parent;
  const [meant, setMeant] = useState(known.length > 0 ? "" : "new");
  const of = (field: string) => guardianField(index, field);
  const [byPhone, byEmail] = [found[of("phone")], found[of("email")]];
  const holders = new Map([byPhone, byEmail].flatMap((one) => (one ? [[one._id, copy.holder(one.text)]] : [])));
  for (const { _id } of known) holders.delete(_id);
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-4 rounded-md border border-line bg-surface p-4 sm:grid-cols-2">
      <legend className="sr-only">{copy.guardian(name)}</legend>
      <p className="wrap-anywhere text-sm sm:col-span-2">
        <span className="font-semibold">{name}</span>{" "}
        <span className="figures text-ink-soft">
          {phone && `${shownPhoneHere(phone)} · `}
          <EmailText>{email}</EmailText>
        </span>
      </p>
      <Field
        label={copy.meant}
        hint={known.length > 0 ? copy.knownHint : undefined}
        error={faults[of("meant")] ?? faults[of("guardianId")]}
      >
        {(control) => (
          <Select
            {...control}
            name={of("meant")}
            autoComplete="off"
            defaultValue={known.length > 0 ? "" : "new"}
            onInput={({ currentTarget }) => setMeant(currentTarget.value)}
          >
            {known.length > 0 && <option value="">{copy.choose}</option>}
            {known.map((one) => (
              <option key={one._id} value={one._id}>
                {factsOf(one)}
              </option>
            ))}
            {[...holders].map(([_id, text]) => (
              <option key={_id} value={_id}>
                {text}
              </option>
            ))}
            <option value="new">{copy.newGuardian}</option>
            <option value="nobody">{copy.nobody}</option>
          </Select>
        )}
      </Field>
      {meant !== "nobody" && (
        <Field label={copy.relation} error={faults[of("relation")]}>
          {(control) => (
            <Input {...control} name={of("relation")} autoComplete="off" defaultValue={copy.parentDefault} />
          )}
        </Field>
      )}
      {meant === "new" && (
        <>
          <div className="sm:col-span-2">
            <Field label={copy.name} error={faults[of("name")]}>
              {(control) => (
                <ProposedInput {...control} name={of("name")} autoComplete="off" spellCheck={false} proposed={name} />
              )}
            </Field>
          </div>
          <Field label={copy.phone} error={faults[of("phone")]} optional>
            {(control) => (
              <ProposedInput {...control} name={of("phone")} type="tel" autoComplete="off" proposed={phone ?? ""} />
            )}
          </Field>
          <Field label={copy.email} error={faults[of("email")]} optional>
            {(control) => (
              <ProposedInput {...control} name={of("email")} type="email" autoComplete="off" proposed={email} />
            )}
          </Field>
          {byPhone && (
            <div className="sm:col-span-2">
              <Checkbox
                key={byPhone.text}
                name={of("isAnother")}
                value={byPhone.text}
                label={copy.isAnother(byPhone.text)}
              />
            </div>
          )}
        </>
      )}
    </fieldset>
  );
}

type Given = Record<string, string>;

/** The selected guardians, and the choices that are missing. */
export function guardiansOf(parents: readonly Parent[], given: Given) {
  const faults: Given = {};
  const places: number[] = [];
  const guardians = parents.flatMap(({ phone, known }, index): EnteredGuardian[] => {
    const text = (field: string) => given[guardianField(index, field)] ?? "";
    const [meant, relation] = [text("meant"), text("relation")];
    if (meant === "") faults[guardianField(index, "meant")] = copy.wanted;
    if (meant === "" || meant === "nobody") return [];
    places.push(index);
    if (meant !== "new") return [{ guardianId: meant, relation }];
    const person = { name: text("name"), phone: text("phone"), email: text("email"), relation };
    // The numbers whose holders were shown: that of the form, and the one of a refusal.
    const shown = [known.length > 0 && phone, text("isAnother")];
    return [{ ...person, isAnother: shown.includes(person.phone) }];
  });
  return { guardians, faults, places };
}
