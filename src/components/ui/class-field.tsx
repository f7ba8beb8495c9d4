import { classes } from "@/lib/classes";
import { Field } from "./field";
import { Select } from "./select";

type ClassFieldProps = {
  name: string;
  error: string | undefined;
  defaultValue?: string;
  /** The selected class, if the caller controls it. */
  value?: string;
  onChoose?: (className: string) => void;
  /** The classes to choose from. */
  of?: readonly number[];
  /** Text appended to the name of a class. */
  notes?: Readonly<Record<number, string>>;
};

/** A select of all classes, at first without a selection unless `defaultValue` gives one (spec §5). */
export function ClassField({
  name,
  error,
  defaultValue = "",
  value,
  onChoose,
  of = classes,
  notes = {},
}: ClassFieldProps) {
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
          {of.map((number) => (
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
