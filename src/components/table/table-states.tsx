import type { ReactNode } from "react";
import type { Choices } from "@/lib/list-address";
import { EmptyState } from "../ui/empty-state";
import { Skeleton } from "../ui/skeleton";
import { useAddress } from "./address";
import { ChoiceLink } from "./choice-link";
import type { Facet } from "./facet";
import { focusFilters } from "./focus-filters";

const places = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];

/** A placeholder for rows that are loading, as high as the rows will be. `label` says which rows. */
export function TableSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="rounded-md border border-line bg-surface">
      <div className="h-9 border-line border-b max-md:hidden" />
      {places.map((place) => (
        <div key={place} className="flex h-10 items-center gap-6 border-line px-3.25 not-last:border-b max-md:h-15">
          <Skeleton className="h-4 w-10 max-md:hidden" />
          <Skeleton className="h-4 grow" />
          <Skeleton className="h-4 w-24" />
          <Skeleton className="h-4 w-24 max-md:hidden" />
        </div>
      ))}
    </div>
  );
}

type FoundCountProps = {
  count: number | undefined;
  /** The count is of the rows so far; there are more. */
  hasMore?: boolean;
};

/** Tells a screen reader how many rows a search or filter left. Keep it mounted while the rows change. */
export function FoundCount({ count, hasMore = false }: FoundCountProps) {
  const found = hasMore ? "or more found" : "found";
  return (
    <p aria-live="polite" className="sr-only">
      {count !== undefined && (count === 0 ? "None found" : `${count.toLocaleString("en-IN")} ${found}`)}
    </p>
  );
}

type NothingFoundProps = { icon: ReactNode; title: string; filters: readonly string[]; facets: readonly Facet[] };

/** Shown if the filters leave no rows: names the filters, unless the title does, with a link to clear them below. */
export function NothingFound({ icon, title, filters, facets }: NothingFoundProps) {
  const named = namesOf(useAddress().choices, facets);
  const isSaid = named.every((one) => title.includes(one));
  return (
    <EmptyState
      icon={icon}
      title={title}
      {...(!isSaid && { hint: `Filtered by ${named.join(", ")}.` })}
      action={
        <ChoiceLink
          changes={Object.fromEntries(filters.map((name) => [name, ""]))}
          onGo={focusFilters}
          className="link"
        >
          Clear all
        </ChoiceLink>
      }
    />
  );
}

function namesOf({ q = "", ...choices }: Choices, facets: readonly Facet[]): string[] {
  const set = facets.flatMap(({ name, label, options }) => {
    const chosen = options.find(({ value }) => value === choices[name])?.label ?? choices[name];
    if (!chosen) return [];
    return chosen.startsWith(label) ? [chosen] : [`${label}: ${chosen}`];
  });
  return [...(q ? [`“${q}”`] : []), ...set];
}
