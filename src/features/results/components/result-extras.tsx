import { SubjectField } from "@/components/form/subject-field";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { FormErrors } from "@/trpc/failure";

/** Optional parts of a result beside the marks (decision 14). */
export function ResultExtras({ faults }: { faults: FormErrors }) {
  return (
    <div className="grid gap-5 border-line border-t pt-5 sm:grid-cols-2">
      <Field label="Exam Name" optional error={faults.examName}>
        {(control) => <Input {...control} name="examName" autoComplete="off" />}
      </Field>
      <SubjectField optional error={faults.subject} />
      <Field label="Exam Date" optional error={faults.examDate}>
        {(control) => <Input {...control} name="examDate" type="date" max="9999-12-31" autoComplete="off" />}
      </Field>
      <Field label="GPA" optional error={faults.gpa}>
        {(control) => (
          <Input
            {...control}
            name="gpa"
            type="number"
            inputMode="decimal"
            min={0}
            max={10}
            step="0.01"
            autoComplete="off"
          />
        )}
      </Field>
    </div>
  );
}
