import type { ClockStyle } from "@/lib/dates";
import type { CalendarEvent } from "@/lib/icalendar";
import { copy } from "./messages";
import { noteOf } from "./rules";
import type { ScheduleView } from "./schema";

/** A test with what calendars want to know of its changes. */
export type CalendarTest = ScheduleView & { sequence: number; changedAt: Date };

const minute = 60_000;

/** How long a test is in a calendar if nobody said so. */
const usualMinutes = 60;

type Place = {
  /** The moment of a date and time on the institute's clocks. */
  momentHere: (date: string, time: string) => Date;
  /** The page of the class's tests; none where the address of the site is unknown. */
  pageOf: (className: string) => string | null;
  /** How the institute writes times. */
  clock: ClockStyle;
};

/** A test as an event. Its id alone is the UID: a host in it would change with the address of the site. */
export function eventOf(test: CalendarTest, { momentHere, pageOf, clock }: Place): CalendarEvent {
  const { className, sections, subject, testDate, testTime, minutes, room, description, state } = test;
  const start = momentHere(testDate, testTime);
  const isCancelled = state === "cancelled";
  const name = copy.eventName(subject, [className, sections.join(", ")].join(" ").trim());
  const url = pageOf(className);
  const told = [noteOf(test, clock), description, url && copy.eventPage(url)].filter(Boolean);
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

/** From which days on calendars have tests: so that a term can be looked back on, and a cancelled one is seen by the slowest. */
export function calendarDays(today: string) {
  const before = (days: number) => new Date(Date.parse(today) - days * day);
  return { planned: before(180), cancelled: before(30) };
}
