"use client";

import { keepPreviousData } from "@tanstack/react-query";
import { History } from "lucide-react";
import { useState } from "react";
import { useAddress } from "@/components/table/address";
import { FoundCount } from "@/components/table/table-states";
import { useLast } from "@/components/table/use-last";
import { EmptyState } from "@/components/ui/empty-state";
import { Failed } from "@/components/ui/failed";
import { ListFrame } from "@/components/ui/list-frame";
import { dateHere, institute } from "@/content/institute";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { copy } from "../messages";
import { byDate, foldSteps, headingOf, momentsOf } from "../rules";
import { EventDate } from "./event-date";
import { all, type EventChoice, EventFilter, type NamedAction } from "./event-filter";
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
  const { choices, go } = useAddress();
  // The page's address never names anybody.
  const [person, setPerson] = useState("");
  const action = [all, ...actions.map(([name]) => name)].find((known) => known === choices.action) ?? "";
  const choice: EventChoice = { action, person, from: choices.from ?? "", to: choices.to ?? "" };
  const list = api.records.listEvents.useInfiniteQuery(
    {
      limit: 30,
      ...(action === "" ? { routine: false } : action !== all && { action }),
      ...(person && { person }),
      ...momentsOf(choice, institute.timeZone),
    },
    {
      getNextPageParam: (page) => page.nextCursor,
      placeholderData: keepPreviousData,
      staleTime: 0,
    },
  );
  const { data, stale } = useLast(list);
  const events = data && foldSteps(data.pages.flatMap((page) => page.items));
  const failed = messageOf(list.error, copy.eventsFailed);
  const hasMore = Boolean(data?.pages.at(-1)?.nextCursor);

  const today = dateHere(new Date());
  const isFiltering = Object.values(choice).some((one) => one !== "");
  return (
    <div className="grid grid-cols-1 gap-4">
      <EventFilter
        actions={actions}
        value={choice}
        onChange={({ person: typed, ...change }) => {
          if (typed !== undefined) setPerson(typed);
          // Each typed digit of a date is reported as a change.
          if (Object.keys(change).length > 0) go(change, "action" in change ? "push" : "replace");
        }}
      />
      <FoundCount count={events?.length} hasMore={hasMore} />
      {list.isError && !list.data && events && <Failed of={list}>{failed}</Failed>}
      <ListFrame
        list={list}
        count={events?.length}
        loading={copy.eventsLoading}
        failed={failed}
        empty={
          <EmptyState
            icon={<History />}
            title={isFiltering ? copy.eventsEmptyWhenFiltering : copy.eventsEmpty}
            hint={isFiltering ? copy.eventsEmptyWhenFilteringHint : copy.eventsEmptyHint}
          />
        }
      >
        <div className={stale === "failed" ? "opacity-60" : undefined}>
          <RecordsTable label={copy.activityTitle} columns={columns}>
            {byDate(events ?? [], institute.timeZone).map(({ date, events: on }) => (
              <EventDate key={date} title={headingOf(date, today)} columns={columns.length}>
                {on.map((event) => (
                  <EventRow key={event._id} event={event} />
                ))}
              </EventDate>
            ))}
          </RecordsTable>
        </div>
      </ListFrame>
    </div>
  );
}
