import { ClassOptions } from "@/components/ui/class-options";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import type { FormErrors } from "@/trpc/failure";
import { screens as copy } from "../messages-screens";

type Place = { className: string | null; section: string | null; rollNo: string | null };

type PlaceFieldsProps = {
  faults: FormErrors;
  known?: Place | undefined;
  /** A student can be added without a class. */
  optional?: boolean;
};

export function PlaceFields({ faults, known, optional = false }: PlaceFieldsProps) {
  return (
    <div className="grid grid-cols-1 gap-3 sm:grid-cols-3">
      <Field label={copy.facets.class} error={faults.className ?? faults.year} optional={optional}>
        {(control) => (
          <Select {...control} name="className" autoComplete="off" defaultValue={known?.className ?? ""}>
            <option value="">{copy.nothing}</option>
            <ClassOptions short />
          </Select>
        )}
      </Field>
      <Field label={copy.fields.section} error={faults.section} optional>
        {(control) => <Input {...control} name="section" autoComplete="off" defaultValue={known?.section ?? ""} />}
      </Field>
      <Field label={copy.fields.rollNo} error={faults.rollNo} optional>
        {(control) => <Input {...control} name="rollNo" autoComplete="off" defaultValue={known?.rollNo ?? ""} />}
      </Field>
    </div>
  );
}
