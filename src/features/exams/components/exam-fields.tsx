import { ClassOptions } from "@/components/ui/class-options";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { listed } from "@/lib/listed";
import type { Taught } from "@/lib/may";
import { placeName } from "@/lib/place-name";
import { classesWith } from "@/lib/stored-classes";
import type { FormErrors } from "@/trpc/failure";
import { screens } from "../messages-screens";

const copy = screens.fields;

export const examFieldNames = ["className", "sections", "examName", "examDate", "totalMarks"] as const;

/** Initial values of the fields. */
export type KnownExam = Partial<{
  className: string;
  sections: readonly string[];
  subject: string;
  examName: string;
  examDate: string | null;
  totalMarks: number;
}>;

type ExamFieldsProps = {
  faults: FormErrors;
  known: KnownExam | undefined;
  /** The classes that may be chosen, with their sections; null for all. */
  places?: readonly Pick<Taught, "className" | "section">[] | null;
};

/** Class, name, date and total of an exam. */
export function ExamFields({ faults, known = {}, places = null }: ExamFieldsProps) {
  const hasSections = places?.some(({ section }) => section !== null);
  const offered = classesWith(known.className).filter(
    (one) => places === null || places.some(({ className }) => className === one),
  );
  const names = new Set(places?.map(({ className, section }) => placeName(className, section)));
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={copy.className} error={faults.className ?? faults.year}>
          {(control) => (
            <Select {...control} name="className" autoComplete="off" defaultValue={known.className ?? ""}>
              <option value="">{copy.chooseClass}</option>
              <ClassOptions of={offered} />
            </Select>
          )}
        </Field>
        <Field
          label={copy.sections}
          optional
          hint={hasSections ? copy.ownSections(listed([...names])) : copy.sectionsHint}
          error={faults.sections}
        >
          {(control) => (
            <Input {...control} name="sections" autoComplete="off" defaultValue={known.sections?.join(", ") ?? ""} />
          )}
        </Field>
      </div>
      <Field label={copy.examName} hint={copy.examNameHint} error={faults.examName}>
        {(control) => <Input {...control} name="examName" autoComplete="off" defaultValue={known.examName ?? ""} />}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={copy.examDate} optional error={faults.examDate}>
          {(control) => (
            <Input
              {...control}
              name="examDate"
              type="date"
              max="9999-12-31"
              autoComplete="off"
              defaultValue={known.examDate ?? ""}
            />
          )}
        </Field>
        <Field label={copy.totalMarks} error={faults.totalMarks}>
          {(control) => (
            <Input
              {...control}
              name="totalMarks"
              inputMode="decimal"
              autoComplete="off"
              defaultValue={known.totalMarks ?? ""}
            />
          )}
        </Field>
      </div>
    </>
  );
}
