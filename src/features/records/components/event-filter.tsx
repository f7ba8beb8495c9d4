import { useRef, useState } from "react";
import { FacetDay, FacetSelect } from "@/components/table/facet";
import { focusFilters } from "@/components/table/focus-filters";
import { SearchInput } from "@/components/ui/search-input";
import { copy } from "../messages";

/** The filter; without an action, all but the routine ones. */
export type EventChoice = { action: string; person: string; from: string; to: string };

const unfiltered: EventChoice = { action: "", person: "", from: "", to: "" };

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

/** Filters the activity by person, action and dates in the institute's zone. */
export function EventFilter({ actions, value, onChange }: EventFilterProps) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // A new key empties the field.
  const [cleared, setCleared] = useState(0);
  const isFiltering = Object.values(value).some((one) => one !== "");
  return (
    <search aria-label={copy.filterEvents} tabIndex={-1} className="flex flex-wrap items-center gap-2 rounded-md">
      <div className="max-md:w-full md:w-56">
        <SearchInput
          key={cleared}
          aria-label={copy.filterPerson}
          placeholder={copy.filterPerson}
          autoComplete="off"
          onInput={({ currentTarget }) => {
            clearTimeout(timer.current);
            const person = currentTarget.value.trim().slice(0, 100);
            timer.current = setTimeout(() => onChange({ person }), rest);
          }}
        />
      </div>
      <div className="flex flex-wrap items-center gap-2 max-md:w-full max-md:*:grow md:grow">
        <FacetSelect
          name="action"
          label={copy.filterAction}
          value={value.action}
          options={[
            { value: all, label: copy.allActions },
            ...actions.map(([action, words]) => ({ value: action, label: words })),
          ]}
          onChange={(action) => onChange({ action })}
        />
        <FacetDay label={copy.filterFrom} value={value.from} max={value.to} onChange={(from) => onChange({ from })} />
        <FacetDay label={copy.filterTo} value={value.to} min={value.from} onChange={(to) => onChange({ to })} />
        {isFiltering && (
          <button
            type="button"
            className="link shrink-0 px-1 text-xs max-md:min-h-11 md:ms-auto"
            onClick={() => {
              clearTimeout(timer.current);
              focusFilters();
              setCleared(cleared + 1);
              onChange(unfiltered);
            }}
          >
            {copy.clearFilters}
          </button>
        )}
      </div>
    </search>
  );
}
