"use client";

import { Failed } from "@/components/ui/failed";
import { api } from "@/trpc/client";
import { copy } from "../messages";
import { type ClassPlace, type ClosedSpan, ownListFor } from "../rules";
import type { SchedulesPage } from "../schema";
import { ScheduleSection } from "./schedule-section";
import { ScheduleSkeletons } from "./schedule-skeletons";
import { AllOfClass } from "./test-links";

type TestsOfClassProps = {
  of: ClassPlace;
  /** The institute's date. */
  today: string;
  /** The server's result; absent if the query failed or was for another class. */
  found: SchedulesPage | undefined;
  /** The coming closed days; absent if the query failed. */
  closed: ClosedSpan[] | undefined;
  /** True for one of several classes: shows its name above its tests, with a link to all of them. */
  titled?: boolean;
};

type TestsOfClassesProps = Pick<TestsOfClassProps, "today" | "closed"> & {
  of: readonly ClassPlace[];
  /** The server's results, in the order of the classes. */
  found: readonly TestsOfClassProps["found"][];
};

/** The coming tests of each of these classes and sections. */
export function TestsOfClasses({ of: places, found, ...shared }: TestsOfClassesProps) {
  return (
    <div className="grid grid-cols-1 gap-12">
      {places.map((place, index) => (
        <TestsOfClass key={place.className} of={place} found={found[index]} titled={places.length > 1} {...shared} />
      ))}
    </div>
  );
}

/** The coming tests of a class and section. */
export function TestsOfClass({ of, today, found, closed: known, titled = false }: TestsOfClassProps) {
  const { className } = of;
  const list = api.schedules.list.useInfiniteQuery(ownListFor(of, today), {
    getNextPageParam: (page) => page.nextCursor,
    refetchOnWindowFocus: true,
    ...(found && { initialData: { pages: [found], pageParams: [undefined] } }),
  });
  const closed = api.closedDays.coming.useQuery({ from: today }, { initialData: known, refetchOnWindowFocus: true });
  if (!list.data && list.isError) {
    return <Failed of={list}>{copy.loadFailed}</Failed>;
  }
  if (!list.data) return <ScheduleSkeletons />;
  return (
    <ScheduleSection
      title={copy.ofClass(className)}
      titled={titled}
      action={titled && <AllOfClass className={className} />}
      withClass={false}
      schedules={list.data.pages.flatMap(({ items }) => items)}
      closed={closed.data ?? []}
      today={today}
      none={<p className="text-ink-soft">{copy.noneUpcoming}</p>}
      busy={false}
      more={{
        has: list.hasNextPage,
        busy: list.isFetchingNextPage,
        hasFailed: list.isFetchNextPageError,
        load: () => void list.fetchNextPage(),
      }}
    />
  );
}
