import { useId, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { SearchInput } from "@/components/ui/search-input";
import { Select } from "@/components/ui/select";
import { copy } from "../messages";

/** The filter; without an action, all but the routine ones. */
export type EventChoice = { action: string; person: string; from: string; to: string };

export const unfiltered: EventChoice = { action: "", person: "", from: "", to: "" };

/** Stands for all actions, routine ones included. */
export const all = "all";

/** Debounce time in milliseconds. */
const rest = 300;

export type NamedAction = readonly [action: string, words: string];

type EventFilterProps = {
  actions: readonly NamedAction[];
  value: EventChoice;
  onChange: (change: Partial<EventChoice>) => void;
};

/** Filters the activity by action and dates in the institute's zone. */
export function EventFilter({ actions, value, onChange }: EventFilterProps) {
  const id = useId();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // A new key empties the field.
  const [cleared, setCleared] = useState(0);
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
          onChange={({ target }) => onChange({ action: target.value })}
        >
          <option value="">{copy.mainActions}</option>
          <option value={all}>{copy.allActions}</option>
          {actions.map(([action, words]) => (
            <option key={action} value={action}>
              {words}
            </option>
          ))}
        </Select>
      </div>
      <div className="grid min-w-0 gap-1.5 sm:col-span-2 xl:w-64">
        <label htmlFor={`${id}-person`} className="font-semibold text-sm">
          {copy.filterPerson}
        </label>
        <SearchInput
          key={cleared}
          id={`${id}-person`}
          autoComplete="off"
          onInput={({ currentTarget }) => {
            clearTimeout(timer.current);
            const person = currentTarget.value.trim().slice(0, 100);
            timer.current = setTimeout(() => onChange({ person }), rest);
          }}
        />
      </div>
      <Day
        id={`${id}-from`}
        label={copy.filterFrom}
        value={value.from}
        max={value.to}
        onChange={(from) => onChange({ from })}
      />
      <Day
        id={`${id}-to`}
        label={copy.filterTo}
        value={value.to}
        min={value.from}
        onChange={(to) => onChange({ to })}
      />
      {isFiltering && (
        <Button
          variant="quiet"
          onClick={() => {
            clearTimeout(timer.current);
            setCleared(cleared + 1);
            onChange(unfiltered);
          }}
        >
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
