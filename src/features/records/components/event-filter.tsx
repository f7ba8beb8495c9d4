import { useId } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { copy } from "../messages";

/** The filter; an empty text matches everything. */
export type EventChoice = { action: string; from: string; to: string };

export const everything: EventChoice = { action: "", from: "", to: "" };

export type NamedAction = readonly [action: string, words: string];

type EventFilterProps = {
  actions: readonly NamedAction[];
  value: EventChoice;
  onChange: (value: EventChoice) => void;
};

/** Filters the activity by action and dates in the institute's zone. */
export function EventFilter({ actions, value, onChange }: EventFilterProps) {
  const id = useId();
  const isFiltering = Object.values(value).some((one) => one !== "");
  return (
    <search aria-label={copy.filterEvents} className="grid grid-cols-1 items-end gap-4 sm:grid-cols-2 xl:flex">
      <div className="grid gap-1.5 sm:col-span-2 xl:w-80">
        <label htmlFor={`${id}-action`} className="font-semibold text-sm">
          {copy.filterAction}
        </label>
        <Select
          id={`${id}-action`}
          value={value.action}
          autoComplete="off"
          onChange={({ target }) => onChange({ ...value, action: target.value })}
        >
          <option value="">{copy.allActions}</option>
          {actions.map(([action, words]) => (
            <option key={action} value={action}>
              {words}
            </option>
          ))}
        </Select>
      </div>
      <Day
        id={`${id}-from`}
        label={copy.filterFrom}
        value={value.from}
        max={value.to}
        onChange={(from) => onChange({ ...value, from })}
      />
      <Day
        id={`${id}-to`}
        label={copy.filterTo}
        value={value.to}
        min={value.from}
        onChange={(to) => onChange({ ...value, to })}
      />
      {isFiltering && (
        <Button variant="quiet" onClick={() => onChange(everything)}>
          {copy.clearFilters}
        </Button>
      )}
    </search>
  );
}

type DayProps = {
  id: string;
  label: string;
  value: string;
  min?: string;
  max?: string;
  onChange: (day: string) => void;
};

function Day({ id, label, onChange, ...rest }: DayProps) {
  return (
    <div className="grid min-w-0 gap-1.5 xl:w-48">
      <label htmlFor={id} className="font-semibold text-sm">
        {label}
      </label>
      <Input id={id} type="date" autoComplete="off" {...rest} onChange={({ target }) => onChange(target.value)} />
    </div>
  );
}
