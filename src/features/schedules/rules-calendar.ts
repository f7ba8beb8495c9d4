import type { ClockStyle } from "@/lib/dates";
import type { CalendarEvent } from "@/lib/icalendar";
import { copy } from "./messages";
import { events } from "./messages-calendar";
import { noteOf } from "./rules";
import type { ScheduleView } from "./schema";

/** A test with the history data for calendars. */
export type CalendarTest = ScheduleView & { sequence: number; changedAt: Date };

const minute = 60_000;

/** Default length of a test in a calendar. */
const usualMinutes = 60;

type Place = {
  /** The moment of a date and time in the institute's zone. */
  momentHere: (date: string, time: string) => Date;
  /** The page of the class's tests; null if the site's address is unknown. */
  pageOf: (className: string) => string | null;
  /** The institute's time format. */
  clock: ClockStyle;
};

/** A test as a calendar event. The UID is only its id: a host name in it would change with the site's address. */
export function eventOf(test: CalendarTest, { momentHere, pageOf, clock }: Place): CalendarEvent {
  const { className, sections, subject, testDate, testTime, minutes, room, description, state } = test;
  const start = momentHere(testDate, testTime);
  const isCancelled = state === "cancelled";
  const name = events.name(subject, [className, sections.join(", ")].join(" ").trim());
  const url = pageOf(className);
  const told = [noteOf(test, clock), description, url && events.page(url)].filter(Boolean);
  return {
    uid: test._id,
    sequence: test.sequence,
    changedAt: test.changedAt,
    time: { start, end: new Date(start.getTime() + (minutes ?? usualMinutes) * minute) },
    isCancelled,
    summary: isCancelled ? `${copy.cancelled}: ${name}` : name,
    description: told.join("\n") || null,
    location: room,
    url,
  };
}

const day = 24 * 60 * minute;

/**
 * The first day of tests in calendars: long enough to look back on a term, and for slow programs to notice cancellations.
 */
export function calendarDays(today: string) {
  const before = (days: number) => new Date(Date.parse(today) - days * day);
  return { planned: before(180), cancelled: before(30) };
}
