import { ClassOptions } from "@/components/ui/class-options";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Section } from "@/components/ui/section";
import { Select } from "@/components/ui/select";
import type { FormErrors } from "@/trpc/failure";
import { enrolCopy as copy } from "../messages-enrol";
import type { EnrolPreview } from "../schema-enrol";

type EnrolPlaceProps = {
  selectedClass: number;
  preview: Pick<EnrolPreview, "years" | "year">;
  faults: FormErrors;
  onClass: (className: string) => void;
  onYear: (year: string) => void;
  onFromDay: (day: string) => void;
};

/** Class, section and year; within the year of an enrolment, the student is moved on the student's page. */
export function EnrolPlace({ selectedClass, preview, faults, onClass, onYear, onFromDay }: EnrolPlaceProps) {
  const { years, year } = preview;
  return (
    <Section title={copy.place}>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
        <Field label={copy.class} error={faults.className}>
          {(control) => (
            <Select
              {...control}
              name="className"
              autoComplete="off"
              defaultValue={String(selectedClass)}
              onInput={({ currentTarget }) => onClass(currentTarget.value)}
            >
              <ClassOptions short />
            </Select>
          )}
        </Field>
        <Field label={copy.section} error={faults.section} optional>
          {(control) => <Input {...control} name="section" autoComplete="off" defaultValue="" />}
        </Field>
        <Field label={copy.rollNo} error={faults.rollNo} optional>
          {(control) => <Input {...control} name="rollNo" autoComplete="off" defaultValue="" />}
        </Field>
        <div className="sm:col-span-2">
          <Field label={copy.year} error={faults.year}>
            {(control) => (
              <Select
                {...control}
                name="year"
                autoComplete="off"
                defaultValue={year ?? ""}
                onInput={({ currentTarget }) => onYear(currentTarget.value)}
              >
                {years.map(({ _id, label }) => (
                  <option key={_id} value={_id}>
                    {label}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
        <Field label={copy.fromDay} hint={copy.fromDayHint} error={faults.fromDay} optional>
          {(control) => (
            <Input
              {...control}
              name="fromDay"
              type="date"
              max="9999-12-31"
              autoComplete="off"
              onInput={({ currentTarget }) => onFromDay(currentTarget.value)}
            />
          )}
        </Field>
      </div>
    </Section>
  );
}
