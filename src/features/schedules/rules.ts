import { addDays, type ClockStyle, shownDate, shownTime } from "@/lib/dates";
import type { Actions, Scope } from "@/lib/may";
import { copy } from "./messages";
import type { ScheduleView } from "./schema";

/** Permissions of this room. */
export const actions = { manage: "teaching" } as const satisfies Actions;

const day = 24 * 60 * 60 * 1000;

/** The remaining time until a test in words, counted in days; null for past tests. */
export function distanceOf(testDate: string, today: string): string | null {
  const days = Math.round((Date.parse(testDate) - Date.parse(today)) / day);
  if (days < 0) return null;
  if (days === 0) return "Today";
  if (days === 1) return "Tomorrow";
  return days < 14 ? `In ${days} days` : `In ${Math.round(days / 7)} weeks`;
}

/** True if the text of a room already contains the word, like Room 4. */
export const namesRoom = (room: string) => /^rooms?\b/i.test(room);

/** The filter of tests: by class and subject; an empty text means all. */
export type TestFilter = { className: string; subject: string };

/** The queries of the page: coming tests, next first; past tests, latest first; and the subjects. */
export function listsFor(className: string, today: string, subject = "") {
  const ofClass = className === "" ? {} : { className };
  const filter = subject === "" ? ofClass : { ...ofClass, subject };
  return {
    upcoming: { ...filter, from: today, order: "soonest", limit: 60 },
    past: { ...filter, before: today, order: "latest", limit: 12 },
    subjects: { ...ofClass, from: today },
  } as const;
}

/** The class of a person; without a section, all tests of the class. */
export type ClassPlace = { className: string; section: string | null };

/** The query for a person's own tests: the coming tests of the section, and of all sections. */
export function ownListFor({ className, section }: ClassPlace, today: string) {
  return { ...listsFor(className, today).upcoming, ...(section !== null && { section }) };
}

type Taught = { className: number; sections: readonly string[]; subject: string };

/**
 * The scopes that changing a test requires: each of its sections. A test of all sections is in scope for every teacher of
 * the class.
 */
export function scopesOf({ className, sections, subject }: Taught): Scope[] {
  if (sections.length === 0) return [{ className, subject }];
  return sections.map((section) => ({ className, section, subject }));
}

/** The note for families on a moved or cancelled test, with the reason; null for others. */
export function noteOf(test: Pick<ScheduleView, "state" | "movedFrom" | "reason" | "testDate">, clock: ClockStyle) {
  const { state, movedFrom, reason, testDate } = test;
  const why = reason ? `: ${reason}` : "";
  if (state === "cancelled") return `${copy.cancelled}${why}`;
  if (!movedFrom) return null;
  const year = testDate.slice(0, 4);
  const date = shownDate(movedFrom.testDate);
  const short = movedFrom.testDate.startsWith(year) ? date.slice(0, date.lastIndexOf(" ")) : date;
  return `${copy.movedFrom(short, shownTime(movedFrom.testTime, clock))}${why}`;
}

/** Days with no or fewer lessons. */
export type ClosedSpan = { _id: string; firstDay: string; lastDay: string; kind: "closed" | "half"; name: string };

/** How far ahead closed days are shown without tests. */
const daysAhead = 28;

/**
 * The closed days shown among coming tests: those before the last test and, on the last page, those of the next four weeks.
 */
export function closedAmong(
  closed: readonly ClosedSpan[],
  tests: readonly { testDate: string }[],
  hasMore: boolean,
  today: string,
) {
  const soon = addDays(today, daysAhead);
  const last = tests.at(-1)?.testDate ?? "";
  const until = hasMore || last > soon ? last : soon;
  return closed.filter(({ firstDay, lastDay }) => lastDay >= today && firstDay <= until);
}

type Day<Test> = { day: string; tests: Test[]; closed: ClosedSpan[] };

/** Groups tests by date, in order, with closed days on the first of their dates from today on. */
export function byDay<Test extends { testDate: string }>(
  tests: readonly Test[],
  closed: readonly ClosedSpan[] = [],
  today = "",
): Day<Test>[] {
  const days = new Map<string, Day<Test>>();
  const on = (day: string) => {
    const known = days.get(day) ?? { day, tests: [], closed: [] };
    days.set(day, known);
    return known;
  };
  for (const test of tests) on(test.testDate).tests.push(test);
  if (closed.length === 0) return [...days.values()];
  for (const span of closed) on(span.firstDay < today ? today : span.firstDay).closed.push(span);
  return [...days.values()].sort((one, other) => (one.day < other.day ? -1 : 1));
}
