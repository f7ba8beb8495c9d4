"use client";

import { clsx } from "clsx";
import { ChoiceLink } from "@/components/table/choice-link";
import { type RowState, rowStates } from "@/lib/row-states";

/** The outcomes of rows, with the colour of the count. */
export const rowInks = {
  created: "text-success",
  updated: "text-accent",
  unchanged: "text-ink",
  refused: "text-danger",
} as const satisfies Record<RowState, string>;

type RowTotalsProps = {
  label: string;
  names: Record<RowState, string>;
  counts: Record<RowState, number>;
  chosen: RowState | undefined;
};

/** The number of rows by outcome; each filters the rows, or clears the filter. */
export function RowTotals({ label, names, counts, chosen }: RowTotalsProps) {
  return (
    <ul aria-label={label} className="flex gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-2">
      {rowStates.map((state) => (
        <li key={state} className="min-w-0">
          <ChoiceLink
            changes={{ state: state === chosen ? "" : state }}
            aria-current={state === chosen ? "true" : undefined}
            className="flex min-h-11 items-center gap-x-2 rounded-md border border-line bg-surface px-3.5 hover:border-line-strong aria-[current]:border-accent aria-[current]:bg-accent-soft"
          >
            <span className={clsx("figures font-semibold text-lg", rowInks[state])}>
              {counts[state].toLocaleString("en-IN")}
            </span>
            <span className="truncate font-semibold text-sm">{names[state]}</span>
          </ChoiceLink>
        </li>
      ))}
    </ul>
  );
}
