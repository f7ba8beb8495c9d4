import { classes } from "@/lib/classes";
import { Field } from "./field";
import { Select } from "./select";

type ClassFieldProps = {
  name: string;
  error?: string | undefined;
  defaultValue?: string;
  /** For a class that something else may choose too. */
  value?: string;
  onChoose?: (className: string) => void;
  /** Said after the name of these classes. */
  notes?: Readonly<Record<number, string>>;
};

/** The choice of a class, Class 1 to Class 12, with nothing chosen at first unless told (spec §5). */
export function ClassField({ name, error, defaultValue = "", value, onChoose, notes = {} }: ClassFieldProps) {
  return (
    <Field label="Class" error={error}>
      {(control) => (
        <Select
          {...control}
          name={name}
          autoComplete="off"
          {...(value === undefined ? { defaultValue } : { value })}
          onChange={({ target }) => onChoose?.(target.value)}
        >
          <option value="">Select a class</option>
          {classes.map((number) => (
            <option key={number} value={number}>
              Class {number}
              {notes[number] && `, ${notes[number]}`}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
