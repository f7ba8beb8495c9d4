import { ProposedInput } from "@/components/form/proposed-input";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Section } from "@/components/ui/section";
import { Select } from "@/components/ui/select";
import { placeName } from "@/lib/place-name";
import type { FormErrors } from "@/trpc/failure";
import { enrolCopy as copy } from "../messages-enrol";
import { isKnownChild, keyOfPeople } from "../rules-enrol";
import type { EnrolPreview } from "../schema-enrol";
import { type Found, whoField } from "./enrol-refusal";

type EnrolChildProps = {
  name: string;
  preview: Pick<EnrolPreview, "namesakes" | "admissionNo">;
  faults: FormErrors;
  /** The student whom a refusal found. */
  found: Found["who"];
  /** The selected child: `new`, the id of a student, or undefined. */
  who: string;
  onWho: (who: string) => void;
  onName: (name: string) => void;
};

const factsOf = ({ name, className, section, admissionNo }: EnrolPreview["namesakes"][number]) =>
  [name, placeName(className, section), admissionNo].filter(Boolean).join(", ");

/** Selects who the child is: a student on the roster, or a new one. */
export function EnrolChild({ name, preview, faults, found, who, onWho, onName }: EnrolChildProps) {
  const { namesakes, admissionNo } = preview;
  const options = [
    ...namesakes.map((one) => ({ _id: one._id, text: copy.isHere(factsOf(one)) })),
    ...(found ? [found] : []),
  ];
  const isKnown = isKnownChild(who);
  return (
    <Section title={copy.child}>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {options.length > 0 && (
          // Asks again once there are other children to choose from.
          <div key={keyOfPeople(options)} className="sm:col-span-2">
            <Field label={copy.who} hint={namesakes.length > 0 && copy.whoHint} error={faults.who ?? faults.studentId}>
              {(control) => (
                <Select
                  {...control}
                  name={whoField(found)}
                  autoComplete="off"
                  defaultValue=""
                  onInput={({ currentTarget }) => onWho(currentTarget.value)}
                >
                  <option value="">{copy.chooseWho}</option>
                  {options.map(({ _id, text }) => (
                    <option key={_id} value={_id}>
                      {text}
                    </option>
                  ))}
                  <option value="new">{copy.newStudent}</option>
                </Select>
              )}
            </Field>
          </div>
        )}
        {!isKnown && (
          <>
            <div className="sm:col-span-2">
              <Field label={copy.name} error={faults.name}>
                {(control) => (
                  <ProposedInput
                    {...control}
                    name="name"
                    autoComplete="off"
                    spellCheck={false}
                    proposed={name}
                    onInput={({ currentTarget }) => onName(currentTarget.value)}
                  />
                )}
              </Field>
            </div>
            <Field
              label={copy.admissionNo}
              hint={admissionNo ? copy.admissionNoNext : copy.admissionNoHint}
              error={faults.admissionNo}
              optional
            >
              {(control) => (
                <ProposedInput
                  {...control}
                  name="admissionNo"
                  autoComplete="off"
                  spellCheck={false}
                  proposed={admissionNo}
                />
              )}
            </Field>
            <Field label={copy.bornOn} error={faults.bornOn} optional>
              {(control) => <Input {...control} name="bornOn" type="date" max="9999-12-31" autoComplete="off" />}
            </Field>
          </>
        )}
      </div>
    </Section>
  );
}
