"use client";

import { keepPreviousData } from "@tanstack/react-query";
import { History } from "lucide-react";
import { useState } from "react";
import { EmptyState } from "@/components/ui/empty-state";
import { ListFrame } from "@/components/ui/list-frame";
import { institute } from "@/content/institute";
import { dateIn } from "@/lib/dates";
import { api } from "@/trpc/client";
import { copy } from "../messages";
import { byDate, foldSteps, headingOf, momentsOf } from "../rules";
import { EventDate } from "./event-date";
import { all, type EventChoice, EventFilter, type NamedAction, unfiltered } from "./event-filter";
import { EventRow } from "./event-row";
import { type Column, RecordsTable } from "./records-table";

const names = copy.eventColumns;
const columns: Column[] = [
  { name: names.time, width: "md:w-24" },
  { name: names.what },
  { name: names.who, width: "md:w-60 xl:w-80" },
];

/** The audit trail for the administrator. Needs an ApiProvider as an ancestor. */
export function EventList({ actions }: { actions: readonly NamedAction[] }) {
  const [choice, setChoice] = useState<EventChoice>(unfiltered);
  const { action, person } = choice;
  const list = api.records.listEvents.useInfiniteQuery(
    {
      limit: 30,
      ...(action === "" ? { routine: false } : action !== all && { action }),
      ...(person && { person }),
      ...momentsOf(choice, institute.timeZone),
    },
    { getNextPageParam: (page) => page.nextCursor ?? undefined, placeholderData: keepPreviousData, staleTime: 0 },
  );
  const events = list.data && foldSteps(list.data.pages.flatMap((page) => page.items));

  const today = dateIn(institute.timeZone, new Date());
  const isFiltering = Object.values(choice).some((one) => one !== "");
  return (
    <div className="grid grid-cols-1 gap-4">
      <EventFilter
        actions={actions}
        value={choice}
        onChange={(change) => setChoice((now) => ({ ...now, ...change }))}
      />
      <ListFrame
        list={list}
        count={events?.length}
        loading={copy.eventsLoading}
        failed={copy.eventsFailed}
        empty={
          <EmptyState
            icon={<History />}
            title={isFiltering ? copy.eventsEmptyWhenFiltering : copy.eventsEmpty}
            hint={isFiltering ? copy.eventsEmptyWhenFilteringHint : copy.eventsEmptyHint}
          />
        }
      >
        <RecordsTable label={copy.activityTitle} columns={columns}>
          {byDate(events ?? [], institute.timeZone).map(({ date, events: on }) => (
            <EventDate key={date} title={headingOf(date, today)} columns={columns.length}>
              {on.map((event) => (
                <EventRow key={event._id} event={event} />
              ))}
            </EventDate>
          ))}
        </RecordsTable>
      </ListFrame>
    </div>
  );
}
