"use client";

import { keepPreviousData } from "@tanstack/react-query";
import { CalendarX } from "lucide-react";
import { useEffect, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-style";
import { EmptyState } from "@/components/ui/empty-state";
import { Select } from "@/components/ui/select";
import { classes } from "@/lib/classes";
import { api } from "@/trpc/client";
import { copy } from "../messages";
import { listsFor } from "../rules";
import type { SchedulesPage } from "../schema";
import { ScheduleSection } from "./schedule-section";
import { ScheduleSkeletons } from "./schedule-skeletons";

type SchedulesBrowserProps = {
  /** The class the address asks for, or an empty text. */
  asked: string;
  /** The institute's date. */
  today: string;
  /** What the server found; absent when it could not say. */
  found?: { upcoming: SchedulesPage; past: SchedulesPage } | undefined;
};

/** The announced tests (spec §2). The server's HTML holds the first of them already. */
export function SchedulesBrowser({ asked, today, found }: SchedulesBrowserProps) {
  const [className, setClassName] = useState(asked);
  const inputs = listsFor(className, today);
  const known = className === asked ? found : undefined;
  const upcoming = useList(inputs.upcoming, known?.upcoming);
  const past = useList(inputs.past, known?.past);

  // Back from another page, the router shows the page as it was fetched, while the address knows what was chosen.
  useEffect(() => {
    const chosen = new URLSearchParams(window.location.search).get("className");
    if (chosen && classes.some((one) => String(one) === chosen)) setClassName(chosen);
  }, []);

  function choose(next: string) {
    setClassName(next);
    window.history.replaceState(null, "", next ? `?className=${next}` : window.location.pathname);
  }

  return (
    <div className="grid gap-6">
      <search>
        <form
          method="get"
          action="/show-schedule"
          className="grid gap-3 sm:w-56 noscript:sm:w-112 noscript:sm:grid-cols-2"
        >
          <Select
            name="className"
            aria-label="Class"
            value={className}
            onChange={(event) => choose(event.target.value)}
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
      <Lists upcoming={upcoming} past={past} today={today} isFiltering={className !== ""} />
    </div>
  );
}

type Input = ReturnType<typeof listsFor>["upcoming" | "past"];

function useList(input: Input, first: SchedulesPage | undefined) {
  const list = api.schedules.list.useInfiniteQuery(input, {
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    ...(first && { initialData: { pages: [first], pageParams: [undefined] } }),
  });
  return { ...list, items: list.data?.pages.flatMap((page) => page.items) };
}

type List = ReturnType<typeof useList>;

function Lists(props: { upcoming: List; past: List; today: string; isFiltering: boolean }) {
  const { upcoming, past, today, isFiltering } = props;
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
        hint={isFiltering ? copy.emptyForClass : copy.emptyOtherwise}
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
        today={today}
        none={copy.noneUpcoming}
        {...stateOf(upcoming)}
      />
      {past.items.length > 0 && (
        <ScheduleSection title={copy.past} schedules={past.items} today={today} {...stateOf(past)} />
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
