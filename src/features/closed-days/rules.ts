import { addDays, shownDate, shownDay } from "@/lib/dates";
import type { CalendarEvent } from "@/lib/icalendar";
import type { Actions } from "@/lib/may";
import { copy } from "./messages";
import type { ClosedDayView } from "./schema";

export const actions = { manage: "office" } as const satisfies Actions;

/** The dates in words: a single day with its weekday, or the first and the last day. */
export function shownDays({ firstDay, lastDay }: Pick<ClosedDayView, "firstDay" | "lastDay">): string {
  return firstDay === lastDay ? shownDay(firstDay) : copy.to(shownDate(firstDay), shownDate(lastDay));
}

/** The query of the page: current and coming ones, earliest first, or past ones, latest first. */
export function listFor(time: "upcoming" | "past", today: string) {
  return time === "upcoming"
    ? ({ from: today, order: "soonest", limit: 20 } as const)
    : ({ before: today, order: "latest", limit: 20 } as const);
}

/** Closed days as all-day events; they are only added and deleted, never changed. */
export function closedEventOf({ _id, name, kind, firstDay, lastDay }: ClosedDayView, createdAt: Date): CalendarEvent {
  return {
    uid: _id,
    sequence: 0,
    changedAt: createdAt,
    time: { firstDay, dayAfter: addDays(lastDay, 1) },
    isCancelled: false,
    summary: copy.events[kind](name),
    description: null,
    location: null,
    url: null,
  };
}
