import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { dateHere } from "@/content/institute";

type DayFieldProps = { label: string; hint?: string; error: string | undefined; proposed?: string };

/** The effective date of a change, by default today. */
export function DayField({ label, hint, error, proposed = dateHere(new Date()) }: DayFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <Input {...control} name="day" type="date" autoComplete="off" defaultValue={proposed} />}
    </Field>
  );
}
