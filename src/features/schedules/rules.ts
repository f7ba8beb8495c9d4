import { type ClockStyle, shownDate, shownTime } from "@/lib/dates";
import type { Actions, Scope } from "@/lib/may";
import { copy } from "./messages";
import type { ScheduleView } from "./schema";

/** Who may do what here. */
export const actions = { manage: "teaching" } as const satisfies Actions;

const day = 24 * 60 * 60 * 1000;

/** How far away a test is, in words, counted in calendar dates; nothing for one that is past. */
export function distanceOf(testDate: string, today: string): string | null {
  const days = Math.round((Date.parse(testDate) - Date.parse(today)) / day);
  if (days < 0) return null;
  if (days === 0) return "Today";
  if (days === 1) return "Tomorrow";
  return days < 14 ? `In ${days} days` : `In ${Math.floor(days / 7)} weeks`;
}

/** Which tests are shown: those of a class, of a subject, or, where a text is empty, of all. */
export type TestFilter = { className: string; subject: string };

/** What the page asks for: the coming tests, the next one first, the past ones, the last one first, and the subjects to choose. */
export function listsFor(className: string, today: string, subject = "") {
  const ofClass = className === "" ? {} : { className };
  const filter = subject === "" ? ofClass : { ...ofClass, subject };
  return {
    upcoming: { ...filter, from: today, order: "soonest", limit: 60 },
    past: { ...filter, before: today, order: "latest", limit: 12 },
    subjects: { ...ofClass, from: today },
  } as const;
}

/** Where somebody is: without a section, all tests of the class are theirs. */
export type ClassPlace = { className: string; section: string | null };

/** What the page of the own tests asks for: the coming tests of the class, of all sections and of the own one. */
export function ownListFor({ className, section }: ClassPlace, today: string) {
  return { ...listsFor(className, today).upcoming, ...(section !== null && { section }) };
}

type Taught = { className: number; sections: readonly string[]; subject: string };

/** What a test asks for of whoever changes it: each of its sections. One of all sections is that of every teacher of the class. */
export function scopesOf({ className, sections, subject }: Taught): Scope[] {
  if (sections.length === 0) return [{ className, subject }];
  return sections.map((section) => ({ className, section, subject }));
}

/** What became of a test, as families read it: moved or cancelled, and why. Nothing of one that stands where it always stood. */
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

/** Tests in their order, under the days on which they are. */
export function byDay<Test extends { testDate: string }>(tests: readonly Test[]): { day: string; tests: Test[] }[] {
  const days: { day: string; tests: Test[] }[] = [];
  for (const test of tests) {
    const last = days.at(-1);
    if (last?.day === test.testDate) last.tests.push(test);
    else days.push({ day: test.testDate, tests: [test] });
  }
  return days;
}
