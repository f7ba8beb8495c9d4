"use client";

import { keepPreviousData } from "@tanstack/react-query";
import { CalendarX } from "lucide-react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-style";
import { EmptyState } from "@/components/ui/empty-state";
import { Select } from "@/components/ui/select";
import { SubjectChips } from "@/components/ui/subject-chips";
import { usePageFilter } from "@/components/ui/use-page-filter";
import { useScrollRestoration } from "@/components/ui/use-scroll-restoration";
import { classes, classOf } from "@/lib/classes";
import type { SubjectCounts } from "@/lib/fields";
import { cachedPages, useCachedPages } from "@/trpc/cached-pages";
import { api } from "@/trpc/client";
import { copy } from "../messages";
import { type ClosedSpan, listsFor, type TestFilter } from "../rules";
import type { SchedulesPage } from "../schema";
import { ScheduleSection } from "./schedule-section";
import { ScheduleSkeletons } from "./schedule-skeletons";

type SchedulesBrowserProps = {
  /** The filter in the query string. */
  asked: TestFilter;
  /** The institute's date. */
  today: string;
  /** The server's result; absent if the query failed. */
  found?: { upcoming: SchedulesPage; past: SchedulesPage; subjects: SubjectCounts; closed: ClosedSpan[] } | undefined;
};

/** The announced tests (spec §2). The server's HTML contains the first page. */
export function SchedulesBrowser({ asked, today, found }: SchedulesBrowserProps) {
  const { filter, change, form } = usePageFilter({ asked, read, addressOf });
  const { className, subject } = filter;
  const inputs = listsFor(className, today, subject);
  const known = className === asked.className && subject === asked.subject ? found : undefined;
  const upcoming = useList(inputs.upcoming, known?.upcoming);
  const past = useList(inputs.past, known?.past);
  const ofClass = className === asked.className ? found : undefined;
  const subjects = api.schedules.subjects.useQuery(inputs.subjects, {
    placeholderData: keepPreviousData,
    ...(ofClass && { initialData: ofClass.subjects }),
  });

  useScrollRestoration();
  const closed = api.closedDays.coming.useQuery({ from: today }, { ...(found && { initialData: found.closed }) });

  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="grid grid-cols-1 gap-3 cards:flex cards:items-start print:hidden">
        <search className="shrink-0">
          <form
            ref={form}
            method="get"
            action={path}
            className="grid gap-3 sm:w-52 noscript:sm:w-112 noscript:sm:grid-cols-2"
          >
            {subject && <input type="hidden" name="subject" value={subject} />}
            <Select
              name="className"
              aria-label="Class"
              value={className}
              onChange={(event) => change({ ...filter, className: event.target.value })}
            >
              <option value="">{copy.allClasses}</option>
              {classes.map((one) => (
                <option key={one} value={String(one)}>
                  Class {one}
                </option>
              ))}
            </Select>
            <noscript>
              <button type="submit" className={buttonStyle({ wide: true })}>
                {copy.show}
              </button>
            </noscript>
          </form>
        </search>
        <SubjectChips
          label={copy.subjects}
          all={copy.allSubjects}
          subjects={subjects.data ?? []}
          chosen={subject}
          asked={asked.subject}
          hrefOf={(next) => addressOf({ className, subject: next })}
          onChoose={(next) => change({ className, subject: next })}
        />
      </div>
      <Lists upcoming={upcoming} past={past} closed={closed.data ?? []} today={today} filter={filter} />
    </div>
  );
}

const path = "/show-schedule";

const read = (address: URLSearchParams): TestFilter => ({
  className: String(classOf(address.get("className")) ?? ""),
  subject: address.get("subject") ?? "",
});

function addressOf(filter: TestFilter): string {
  const query = new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ""));
  return query.size > 0 ? `${path}?${query}` : path;
}

type Input = ReturnType<typeof listsFor>["upcoming" | "past"];

function useList(input: Input, first: SchedulesPage | undefined) {
  const list = api.schedules.list.useInfiniteQuery(input, {
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    ...cachedPages("schedules", input, first),
  });
  useCachedPages("schedules", input, list.isPlaceholderData ? undefined : list.data);
  return { ...list, items: list.data?.pages.flatMap((page) => page.items) };
}

// Remembers the open section across navigation.
let pastIsOpen = false;

type List = ReturnType<typeof useList>;

type ListsProps = { upcoming: List; past: List; closed: ClosedSpan[]; today: string; filter: TestFilter };

function Lists({ upcoming, past, closed, today, filter }: ListsProps) {
  const failed = [upcoming, past].filter((list) => list.isError && !list.items);
  if (failed.length > 0) {
    return (
      <Alert
        tone="error"
        action={
          <Button
            variant="secondary"
            busy={failed.some((list) => list.isFetching)}
            onClick={() => failed.forEach((list) => void list.refetch())}
          >
            {copy.tryAgain}
          </Button>
        }
      >
        {copy.loadFailed}
      </Alert>
    );
  }
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
  if (upcoming.items.length + past.items.length === 0) {
    return (
      <EmptyState
        icon={<CalendarX />}
        title={copy.empty}
        hint={filter.subject ? copy.emptyForSubject : filter.className ? copy.emptyForClass : copy.emptyOtherwise}
      />
    );
  }
  return (
    <>
      <p role="status" className="text-ink-soft text-sm">
        {upcoming.isPlaceholderData || past.isPlaceholderData
          ? copy.loading
          : copy.count(upcoming.items.length, past.items.length)}
      </p>
      <ScheduleSection
        title={copy.upcoming}
        schedules={upcoming.items}
        // The filter by subject leaves out closed days.
        closed={filter.subject ? [] : closed}
        today={today}
        none={copy.noneUpcoming}
        {...stateOf(upcoming)}
      />
      {past.items.length > 0 && (
        <ScheduleSection
          title={copy.past}
          schedules={past.items}
          today={today}
          fold={{
            open: pastIsOpen,
            onToggle: (open) => {
              pastIsOpen = open;
            },
          }}
          {...stateOf(past)}
        />
      )}
    </>
  );
}

function stateOf(list: List) {
  return {
    busy: list.isPlaceholderData,
    more: { has: list.hasNextPage, busy: list.isFetchingNextPage, load: () => void list.fetchNextPage() },
  };
}
