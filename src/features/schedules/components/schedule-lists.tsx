"use client";

import { keepPreviousData } from "@tanstack/react-query";
import { CalendarX } from "lucide-react";
import { Alert } from "@/components/ui/alert";
import { EmptyState } from "@/components/ui/empty-state";
import { Failed } from "@/components/ui/failed";
import { cachedPages, useCachedPages } from "@/trpc/cached-pages";
import { api } from "@/trpc/client";
import { copy } from "../messages";
import type { ClosedSpan, listsFor, TestFilter } from "../rules";
import type { SchedulesPage } from "../schema";
import { ScheduleSection } from "./schedule-section";
import { ScheduleSkeletons } from "./schedule-skeletons";

type Input = ReturnType<typeof listsFor>["upcoming" | "past"];

/** A public list of tests by this filter; `first` is its first page as the server found it. */
export function useScheduleList(input: Input, first: SchedulesPage | undefined) {
  const list = api.schedules.list.useInfiniteQuery(input, {
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
    ...cachedPages("schedules", input, first),
  });
  useCachedPages("schedules", input, list.isPlaceholderData ? undefined : list.data);
  return { ...list, items: list.data?.pages.flatMap((page) => page.items) };
}

type List = ReturnType<typeof useScheduleList>;

type ScheduleListsProps = {
  upcoming: List;
  past: List;
  closed: ClosedSpan[] | undefined;
  today: string;
  filter: TestFilter;
};

/** The coming and the past tests, with one status for both. */
export function ScheduleLists({ upcoming, past, closed, today, filter }: ScheduleListsProps) {
  const lists = [upcoming, past];
  const failed = lists.find((list) => list.isError && !list.items);
  if (failed)
    return (
      <Failed of={{ ...failed, refetch: () => Promise.all(lists.map((list) => list.refetch())) }}>
        {copy.loadFailed}
      </Failed>
    );
  if (!upcoming.items || !past.items) {
    return (
      <>
        <noscript>
          <Alert tone="error">{copy.loadFailed}</Alert>
        </noscript>
        <ScheduleSkeletons />
      </>
    );
  }
  const isEmpty = upcoming.items.length + past.items.length === 0;
  return (
    <>
      {!isEmpty && (
        <p role="status" className="text-ink-soft text-sm">
          {lists.some((list) => list.isPlaceholderData)
            ? copy.loading
            : copy.count(upcoming.items.length, past.items.length)}
        </p>
      )}
      <ScheduleSection
        title={copy.upcoming}
        titled={!isEmpty}
        schedules={upcoming.items}
        // The filter by subject leaves out closed days.
        closed={filter.subject ? undefined : closed}
        today={today}
        none={
          isEmpty ? (
            <EmptyState
              icon={<CalendarX />}
              title={copy.empty}
              hint={filter.subject ? copy.emptyForSubject : filter.className ? copy.emptyForClass : copy.emptyOtherwise}
            />
          ) : (
            <p className="text-ink-soft">{copy.noneUpcoming}</p>
          )
        }
        {...stateOf(upcoming, filter)}
      />
      {past.items.length > 0 && (
        <ScheduleSection title={copy.past} schedules={past.items} today={today} fold {...stateOf(past, filter)} />
      )}
    </>
  );
}

function stateOf(list: List, { className }: TestFilter) {
  return {
    busy: list.isPlaceholderData,
    isOfClass: className !== "",
    more: {
      has: list.hasNextPage,
      busy: list.isFetchingNextPage,
      hasFailed: list.isFetchNextPageError,
      load: () => void list.fetchNextPage(),
    },
  };
}
