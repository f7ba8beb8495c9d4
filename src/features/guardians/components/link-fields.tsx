import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { FormErrors } from "@/trpc/failure";
import { officeLinks as copy } from "../messages-links";

type LinkFieldsProps = {
  faults: FormErrors;
  relation?: string;
  /** The current permissions; a first link allows everything. */
  seesResults?: boolean | undefined;
  getsMails?: boolean | undefined;
  /** Without a position, a new link comes last. */
  contactOrder?: number;
};

export function LinkFields({ faults, relation, seesResults = true, getsMails = true, contactOrder }: LinkFieldsProps) {
  return (
    <>
      <Field label={copy.relation} hint={copy.relationHint} error={faults.relation}>
        {(control) => <Input {...control} name="relation" defaultValue={relation} autoComplete="off" />}
      </Field>
      {/* Another person resets the checkboxes. */}
      <div key={`${seesResults} ${getsMails}`}>
        <Checkbox name="seesResults" label={copy.maySee} defaultChecked={seesResults} />
        <Checkbox name="getsMails" label={copy.mayGet} defaultChecked={getsMails} />
      </div>
      {contactOrder !== undefined && (
        <Field label={copy.order} hint={copy.orderHint} error={faults.contactOrder}>
          {(control) => (
            <Input
              {...control}
              name="contactOrder"
              inputMode="numeric"
              defaultValue={contactOrder}
              autoComplete="off"
            />
          )}
        </Field>
      )}
    </>
  );
}

export const linkFieldNames = ["relation", "seesResults", "getsMails"] as const;

export const linkOf = ({ relation, seesResults, getsMails }: Record<(typeof linkFieldNames)[number], string>) => ({
  relation,
  seesResults: seesResults === "on",
  getsMails: getsMails === "on",
});
