"use client";

import { ChevronDown } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Alert } from "../ui/alert";
import { Skeleton } from "../ui/skeleton";

type CountedPeopleProps<Fact extends string> = {
  facts: readonly { fact: Fact; count: number; words: ReactNode }[];
  /** The people that a number counts. */
  people: (fact: Fact) => ReactNode;
};

/** Numbers of people; each opens the list of the people it counts. */
export function CountedPeople<Fact extends string>({ facts, people }: CountedPeopleProps<Fact>) {
  const [opened, setOpened] = useState<Fact>();
  return (
    <ul className="rounded-md border border-line">
      {facts.map(({ fact, count, words }) => (
        <li key={fact} className="border-line text-sm not-last:border-b">
          <button
            type="button"
            aria-expanded={opened === fact}
            onClick={() => setOpened(opened === fact ? undefined : fact)}
            className="flex min-h-11 w-full items-center gap-3 px-3.5 py-2 text-start hover:bg-paper focus-visible:-outline-offset-2 dense:min-h-9"
          >
            <span className="figures w-10 shrink-0 text-end font-semibold">{count}</span>
            <span className="grow">{words}</span>
            <ChevronDown
              aria-hidden
              className={`size-4 shrink-0 text-ink-soft ${opened === fact ? "rotate-180" : ""}`}
            />
          </button>
          {opened === fact && people(fact)}
        </li>
      ))}
    </ul>
  );
}

type PeopleListProps = { error: string | undefined; isLoading: boolean; more?: ReactNode; children: ReactNode };

/** The people that a number counts: a loading state, an error, or the rows and what follows them. */
export function PeopleList({ error, isLoading, more, children }: PeopleListProps) {
  if (error !== undefined) {
    return (
      <div className="px-3.5 pb-3">
        <Alert tone="error">{error}</Alert>
      </div>
    );
  }
  if (isLoading) return <Skeleton className="mx-3.5 mb-3 h-16" />;
  return (
    <div className="max-h-56 overflow-y-auto border-line border-t bg-paper py-1.5 ps-16 pe-3.5 text-xs">
      <ul>{children}</ul>
      {more && <div className="py-1 text-ink-soft">{more}</div>}
    </div>
  );
}
