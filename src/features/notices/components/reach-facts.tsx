"use client";

import { useEffect } from "react";
import { CountedPeople, PeopleList } from "@/components/site/counted-people";
import { Button } from "@/components/ui/button";
import { takeLostFocus } from "@/components/ui/take-focus";
import { placeName } from "@/lib/place-name";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { screens as copy } from "../messages-screens";
import type { AudienceInput } from "../schema";
import { type Fact, type PersonView, peopleOnPage } from "../schema-office";

/** The fields of an unsaved notice that determine its reach. */
export type PeopleTyped = AudienceInput & { mustConfirm: boolean; until: string | null };

/** The people of a stored notice, or of an unsaved one. */
type PeopleOf = { id: string } | PeopleTyped;

type ReachFactsProps = {
  facts: readonly (readonly [fact: Fact, one: string, many: string])[];
  counts: Partial<Record<Fact, number>> & { isMailOn?: boolean };
  of: PeopleOf;
};

/** Numbers of people; each opens the list of the people it counts. */
export function ReachFacts({ facts, counts, of }: ReachFactsProps) {
  return (
    <CountedPeople
      facts={facts.flatMap(([fact, one, many]) => {
        const count = counts[fact] ?? 0;
        return count === 0 ? [] : [{ fact, count, words: count === 1 ? one : many }];
      })}
      people={(fact) => <People key={counts[fact]} of={of} fact={fact} count={counts[fact] ?? 0} />}
    />
  );
}

function People({ of, fact, count }: { of: PeopleOf; fact: Fact; count: number }) {
  const { notices } = api.useUtils();
  const getNextPageParam = ({ page, total }: { page: number; total: number }) =>
    page * peopleOnPage < total ? page + 1 : undefined;
  const options = { staleTime: 0, gcTime: 0, getNextPageParam };
  const isStored = "id" in of;
  const stored = api.notices.people.useInfiniteQuery(
    { id: isStored ? of.id : "", fact },
    { ...options, enabled: isStored },
  );
  const typed = api.notices.previewPeople.useInfiniteQuery(
    { ...(isStored ? { audience: [] } : of), fact: fact as "students" },
    { ...options, enabled: !isStored },
  );
  const list = isStored ? stored : typed;
  const total = list.data?.pages.at(-1)?.total;
  useEffect(() => {
    // The number was counted earlier than the list.
    if (total !== undefined && total !== count) void (isStored ? notices.get : notices.preview).invalidate();
  }, [total, count, isStored, notices]);
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  // "Show more" disappears with the last page; the first person on that page takes its focus.
  const latest = list.data && list.data.pages.length > 1 ? list.data.pages.at(-1)?.items[0]?.id : undefined;
  const rest = (total ?? 0) - items.length;
  const failure = list.isError ? messageOf(list.error, copy.listFailed) : undefined;
  return (
    <PeopleList
      error={list.data ? undefined : failure}
      isLoading={!list.data}
      more={
        list.hasNextPage && (
          <>
            <p>{failure ?? copy.more(rest)}</p>
            <Button variant="quiet" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              {copy.showMore}
            </Button>
          </>
        )
      }
    >
      {items.map((person) => (
        <li
          key={person.id}
          className="flex flex-wrap items-baseline gap-x-2 py-1"
          {...(person.id === latest && { ref: takeLostFocus, tabIndex: -1 })}
        >
          <span className="font-semibold">{person.name ?? copy.aGuardian}</span>
          <span className="figures text-ink-soft">{besideOf(person)}</span>
        </li>
      ))}
    </PeopleList>
  );
}

const besideOf = ({ className, section, rollNo, guardianOf }: PersonView) =>
  guardianOf === null
    ? [className && placeName(className, section), rollNo].filter(Boolean).join(", ")
    : copy.guardianOf(guardianOf);
