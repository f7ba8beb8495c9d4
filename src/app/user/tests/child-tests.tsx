"use client";

import { NoClass } from "@/features/guardians/components/child-closed";
import { ChildPage } from "@/features/guardians/components/child-page";
import { childScreens as copy } from "@/features/guardians/messages-children";
import { followedPlaces, namedChild } from "@/features/guardians/rules";
import type { ChildView } from "@/features/guardians/schema";
import { TestLinks } from "@/features/schedules/components/test-links";
import { TestsOfClasses } from "@/features/schedules/components/tests-of-class";
import { own } from "@/features/schedules/messages-own";
import { type ClosedSpan, ownListFor } from "@/features/schedules/rules";
import type { SchedulesPage } from "@/features/schedules/schema";
import { api } from "@/trpc/client";

type ChildTestsProps = {
  found: ChildView[];
  today: string;
  shown: string | undefined;
  /** The coming tests of each class of the child that is shown. */
  pages: (SchedulesPage | undefined)[];
  /** The coming closed days. */
  closed: ClosedSpan[] | undefined;
};

export function ChildTests({ found, today, shown, pages, closed }: ChildTestsProps) {
  const { schedules: cache } = api.useUtils();
  return (
    <ChildPage
      title={own.title}
      found={found}
      lead={(child) => copy.testsOf(namedChild(child))}
      prepare={(child) => {
        for (const place of followedPlaces(child)) void cache.list.prefetchInfinite(ownListFor(place, today));
      }}
      body={(child) => {
        const places = followedPlaces(child);
        if (places.length === 0) return <NoClass child={child} />;
        const only = places.length === 1 ? places[0]?.className : undefined;
        return (
          <div className="grid grid-cols-1 gap-4">
            <TestLinks className={only} />
            <TestsOfClasses of={places} today={today} found={child._id === shown ? pages : []} closed={closed} />
          </div>
        );
      }}
    />
  );
}
