import { ChevronDown, ListFilter } from "lucide-react";
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

/** Filters the activity by action and dates in the institute's zone; folded on a phone. */
export function EventFilter({ actions, value, onChange }: EventFilterProps) {
  const id = useId();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // A new key empties the field.
  const [cleared, setCleared] = useState(0);
  const set = Object.values(value).filter((one) => one !== "").length;
  return (
    <search aria-label={copy.filterEvents}>
      {/* The fields stand beside it, not in it: a closed one would hide them on wide screens, too. */}
      <details className="group/fold peer md:hidden">
        <summary className="flex min-h-11 list-none items-center gap-2 rounded-md border border-line bg-surface px-3.5 font-semibold text-sm [&::-webkit-details-marker]:hidden">
          <ListFilter aria-hidden className="size-4.5 text-ink-soft" />
          {copy.filter}
          {set > 0 && <span className="font-normal text-accent">{copy.filtersSet(set)}</span>}
          <ChevronDown aria-hidden className="ms-auto size-4.5 text-ink-soft group-open/fold:rotate-180" />
        </summary>
      </details>
      <div className="hidden grid-cols-1 items-end gap-3 max-md:peer-open:mt-3 peer-open:grid sm:grid-cols-2 md:grid md:grid-cols-4 xl:flex">
        <div className="grid min-w-0 gap-1.5 xl:w-72">
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
        <div className="grid min-w-0 gap-1.5 xl:w-64">
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
        {set > 0 && (
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
      </div>
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
    <div className="grid min-w-0 gap-1.5 xl:w-44">
      <label htmlFor={id} className="font-semibold text-sm">
        {label}
      </label>
      <Input id={id} type="date" autoComplete="off" {...rest} onChange={({ target }) => onChange(target.value)} />
    </div>
  );
}
