"use client";

import { keepPreviousData } from "@tanstack/react-query";
import { clsx } from "clsx";
import { CalendarX } from "lucide-react";
import { useState } from "react";
import { useAddress } from "@/components/table/address";
import { classFacet } from "@/components/table/class-facet";
import { FilterBar } from "@/components/table/filter-bar";
import { focusFilters } from "@/components/table/focus-filters";
import { FoundCount, NothingFound } from "@/components/table/table-states";
import { useLast } from "@/components/table/use-last";
import { EmptyState } from "@/components/ui/empty-state";
import { Failed } from "@/components/ui/failed";
import { lazily } from "@/components/ui/lazily";
import { MoreButton } from "@/components/ui/more-button";
import { PrintedPart } from "@/components/ui/printed-part";
import { institute } from "@/content/institute";
import { stampIn } from "@/lib/dates";
import { api } from "@/trpc/client";
import { copy } from "../messages";
import { office } from "../messages-office";
import { askedOf, withEdited } from "../rules-office";
import type { StaffScheduleView } from "../schema";
import { PublishedSchedule } from "./published-schedule";
import { ScheduleSkeletons } from "./schedule-skeletons";

const CancelSchedule = lazily(() => import("./cancel-schedule").then((module) => module.CancelSchedule));
const RemoveSchedule = lazily(() => import("./remove-schedule").then((module) => module.RemoveSchedule));

const filters = ["q", "class", "when", "state"];

const facetsOf = (className: string | undefined) => [
  classFacet(office.facets.class, className),
  { name: "when", label: office.facets.when, options: [{ value: "past", label: office.past }] },
  {
    name: "state",
    label: office.facets.state,
    options: (["planned", "cancelled"] as const).map((value) => ({ value, label: office.states[value] })),
  },
];

/** The published tests for staff: next one first, each day's date once, with filters and actions. */
export function PublishedSchedules() {
  const { choices } = useAddress();
  const [now] = useState(() => stampIn(institute.timeZone, new Date()));
  const [doomed, setDoomed] = useState<StaffScheduleView>();
  const [called, setCalled] = useState<StaffScheduleView>();
  // The tests whose forms are open: a filter must not discard their input.
  const [edited, setEdited] = useState<StaffScheduleView[]>([]);
  const list = api.schedules.listForStaff.useInfiniteQuery(askedOf(choices, now.slice(0, 10)), {
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
  const { data, stale } = useLast(list);
  const schedules = data?.pages.flatMap((page) => page.items);
  const rows = withEdited(schedules ?? [], edited);
  const hasMore = Boolean(data?.pages.at(-1)?.nextCursor);
  const facets = facetsOf(choices.class);
  const isFiltering = filters.some((name) => choices[name]);

  if (list.isPending && !schedules) return <ScheduleSkeletons />;

  function edit(schedule: StaffScheduleView, isEditing: boolean) {
    setEdited((open) => [...open.filter(({ _id }) => _id !== schedule._id), ...(isEditing ? [schedule] : [])]);
    // The row disappears with its form.
    if (!isEditing && !schedules?.some(({ _id }) => _id === schedule._id)) focusFilters();
  }

  const failed = list.isError && (
    <Failed of={{ ...list, refetch: list.data ? list.fetchNextPage : list.refetch }}>{copy.loadFailed}</Failed>
  );

  return (
    <div className="grid grid-cols-1 gap-5">
      {schedules && <FilterBar wraps label={office.filter} search={office.search} facets={facets} />}
      <FoundCount count={schedules?.length} hasMore={hasMore} />
      {!list.data && failed}
      {schedules?.length === 0 &&
        (isFiltering ? (
          <NothingFound icon={<CalendarX />} title={office.nothingFound} filters={filters} facets={facets} />
        ) : (
          <EmptyState icon={<CalendarX />} title={copy.empty} hint={copy.emptyOtherwise} />
        ))}
      {rows.length > 0 && (
        <ul
          aria-label={office.published}
          aria-busy={stale === "coming" || undefined}
          className={clsx(
            "overflow-clip rounded-lg border border-line bg-surface aria-busy:animate-breathe",
            stale === "failed" && "opacity-60",
          )}
        >
          {rows.map((schedule, place) => (
            <PublishedSchedule
              key={schedule._id}
              schedule={schedule}
              now={now}
              isFirstOfDay={rows[place - 1]?.testDate !== schedule.testDate}
              isEditing={edited.some(({ _id }) => _id === schedule._id)}
              onEdit={(isEditing) => edit(schedule, isEditing)}
              onCancel={() => setCalled(schedule)}
              onRemove={() => setDoomed(schedule)}
            />
          ))}
        </ul>
      )}
      {list.data && failed}
      {list.hasNextPage && <PrintedPart shown={schedules?.length ?? 0} />}
      {list.hasNextPage && !list.isError && <MoreButton list={list} shown={schedules?.length ?? 0} />}
      {called && <CancelSchedule schedule={called} onClose={() => setCalled(undefined)} />}
      {doomed && <RemoveSchedule schedule={doomed} onClose={() => setDoomed(undefined)} />}
    </div>
  );
}
