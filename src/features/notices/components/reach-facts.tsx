"use client";

import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Skeleton } from "@/components/ui/skeleton";
import { placeName } from "@/lib/classes";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { screens as copy } from "../messages-screens";
import type { AudienceInput } from "../schema";
import type { Fact, LeavesView, PersonView } from "../schema-office";

/** The fields of an unsaved notice that determine its reach. */
export type PeopleTyped = AudienceInput & { mustConfirm: boolean };

/** The people of a stored notice, or of an unsaved one. */
type PeopleOf = { id: string } | PeopleTyped;

type ReachFactsProps = {
  facts: readonly (readonly [fact: Fact, one: string, many: string])[];
  counts: Partial<Record<Fact, number>> & { isMailOn?: boolean };
  of: PeopleOf;
};

/** Numbers of people; each opens the list of the people it counts. */
export function ReachFacts({ facts, counts, of }: ReachFactsProps) {
  const [opened, setOpened] = useState<Fact>();
  return (
    <ul className="rounded-md border border-line">
      {facts.map(([fact, one, many]) => {
        const count = counts[fact] ?? 0;
        if (count === 0) return null;
        return (
          <li key={fact} className="border-line text-sm not-last:border-b">
            <button
              type="button"
              aria-expanded={opened === fact}
              onClick={() => setOpened(opened === fact ? undefined : fact)}
              className="flex min-h-11 w-full items-center gap-3 px-3.5 py-2 text-start hover:bg-paper focus-visible:-outline-offset-2 dense:min-h-9"
            >
              <span className="figures w-10 shrink-0 text-end font-semibold">{count}</span>
              <span className="grow">{count === 1 ? one : many}</span>
              <ChevronDown
                aria-hidden
                className={`size-4 shrink-0 text-ink-soft ${opened === fact ? "rotate-180" : ""}`}
              />
            </button>
            {opened === fact && <People key={count} of={of} fact={fact} />}
          </li>
        );
      })}
    </ul>
  );
}

/** On which days the emails would be sent. */
export function LeavesLine({ leaves }: { leaves: LeavesView }) {
  if (!leaves || leaves.today + leaves.tomorrow + leaves.later === 0) return null;
  return <p className="text-ink-soft text-sm">{copy.leaves(leaves.today, leaves.tomorrow, leaves.later)}</p>;
}

function People({ of, fact }: { of: PeopleOf; fact: Fact }) {
  const options = { staleTime: 0, gcTime: 0 };
  const isStored = "id" in of;
  const stored = api.notices.people.useQuery(
    { id: isStored ? of.id : "", fact },
    { ...options, enabled: isStored, meta: { expected: ["NOT_FOUND"] } },
  );
  const typed = api.notices.previewPeople.useQuery(
    { ...(isStored ? { audience: [] } : of), fact: fact as "students" },
    { ...options, enabled: !isStored },
  );
  const list = isStored ? stored : typed;
  if (list.isError) {
    return (
      <div className="px-3.5 pb-3">
        <Alert tone="error">{messageOf(list.error, copy.listFailed)}</Alert>
      </div>
    );
  }
  if (!list.data) return <Skeleton className="mx-3.5 mb-3 h-16" />;
  const { items, total } = list.data;
  return (
    <div className="max-h-56 overflow-y-auto border-line border-t bg-paper py-1.5 ps-16 pe-3.5 text-xs">
      <ul>
        {items.map((person) => (
          <li key={person.id} className="flex flex-wrap items-baseline gap-x-2 py-1">
            <span className="font-semibold">{person.name}</span>
            <span className="figures text-ink-soft">{besideOf(person)}</span>
          </li>
        ))}
      </ul>
      {total > items.length && <p className="py-1 text-ink-soft">{copy.more(total - items.length)}</p>}
    </div>
  );
}

const besideOf = ({ className, section, rollNo, guardianOf }: PersonView) =>
  guardianOf === null
    ? [className && placeName(className, section), rollNo].filter(Boolean).join(", ")
    : copy.guardianOf(guardianOf);
