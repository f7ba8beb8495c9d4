import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { Faults } from "@/lib/faults";

/** What may be said about a result beyond its marks (decision 14). */
export function ResultExtras({ faults }: { faults: Faults }) {
  return (
    <div className="grid gap-5 border-line border-t pt-5 sm:grid-cols-2">
      <Field label="Exam Name" optional error={faults.examName}>
        {(control) => <Input {...control} name="examName" maxLength={200} autoComplete="off" />}
      </Field>
      <Field label="Subject" optional error={faults.subject}>
        {(control) => <Input {...control} name="subject" maxLength={200} autoComplete="off" />}
      </Field>
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
