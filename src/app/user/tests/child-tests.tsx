"use client";

import { NoClass } from "@/features/guardians/components/child-closed";
import { ChildPage } from "@/features/guardians/components/child-page";
import { childScreens as copy } from "@/features/guardians/messages-children";
import { followedPlace, namedChild } from "@/features/guardians/rules";
import type { ChildView } from "@/features/guardians/schema";
import { TestLinks } from "@/features/schedules/components/test-links";
import { TestsOfClass } from "@/features/schedules/components/tests-of-class";
import { own } from "@/features/schedules/messages-own";
import { type ClosedSpan, ownListFor } from "@/features/schedules/rules";
import type { SchedulesPage } from "@/features/schedules/schema";
import { api } from "@/trpc/client";

type ChildTestsProps = {
  found: ChildView[];
  today: string;
  shown: string | undefined;
  page: SchedulesPage | undefined;
  /** The coming closed days. */
  closed: ClosedSpan[] | undefined;
};

export function ChildTests({ found, today, shown, page, closed }: ChildTestsProps) {
  const { schedules: cache } = api.useUtils();
  return (
    <ChildPage
      title={own.title}
      found={found}
      lead={(child) => copy.testsOf(namedChild(child))}
      prepare={(child) => {
        const place = followedPlace(child);
        return place !== null && cache.list.prefetchInfinite(ownListFor(place, today));
      }}
      body={(child) => {
        const place = followedPlace(child);
        if (place === null) return <NoClass child={child} />;
        return (
          <div className="grid grid-cols-1 gap-4">
            <TestLinks className={place.className} />
            <TestsOfClass of={place} today={today} found={child._id === shown ? page : undefined} closed={closed} />
          </div>
        );
      }}
    />
  );
}
