import { ClassOptions } from "@/components/ui/class-options";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { storedClasses } from "@/lib/stored-classes";
import { screens as copy } from "../messages-screens";

export type Year = { _id: string; label: string; firstDay: string };
export type Class = number;

type PromotionChoiceProps = {
  /** The years that have a later one. */
  years: readonly Year[];
  /** The years after the one that is promoted from. */
  later: readonly Year[];
  chosen: { from: string; to: string; className: Class | undefined };
  onChange: (changes: Record<string, string>) => void;
};

/** Offers every class: students may be in one that the institute no longer has (decision 286). */
export function PromotionChoice({ years, later, chosen, onChange }: PromotionChoiceProps) {
  return (
    <div className="grid max-w-text grid-cols-2 gap-3 sm:grid-cols-3">
      <Field label={copy.from}>
        {(control) => (
          <Select {...control} value={chosen.from} onChange={({ target }) => onChange({ from: target.value, to: "" })}>
            <Options of={years} />
          </Select>
        )}
      </Field>
      <Field label={copy.to}>
        {(control) => (
          <Select {...control} value={chosen.to} onChange={({ target }) => onChange({ to: target.value })}>
            <Options of={later} />
          </Select>
        )}
      </Field>
      <Field label={copy.class}>
        {(control) => (
          <Select
            {...control}
            value={chosen.className ?? ""}
            onChange={({ target }) => onChange({ class: target.value })}
          >
            <option value="">{copy.chooseClass}</option>
            <ClassOptions of={storedClasses} />
          </Select>
        )}
      </Field>
    </div>
  );
}

const Options = ({ of: years }: { of: readonly Year[] }) =>
  years.map(({ _id, label }) => (
    <option key={_id} value={_id}>
      {label}
    </option>
  ));
