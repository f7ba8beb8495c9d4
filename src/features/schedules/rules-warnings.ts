import { addDays } from "@/lib/dates";
import type { Warning } from "./schema-warnings";

/** Default length of a test, in minutes. */
const usualMinutes = 60;

/** End of a half day, in minutes after midnight. */
const noon = 12 * 60;

const minute = 60_000;
const day = 24 * 60;

/** When a test takes place, and for whom; no section means all sections. */
export type Place = {
  className: number;
  sections: readonly string[];
  testDate: string;
  testTime: string;
  minutes: number | null;
};

export type KnownTest = Place & { _id: string; subject: string };

type ClosedDays = { firstDay: string; lastDay: string; kind: "closed" | "half"; name: string };

type Circumstances = {
  workingDays: readonly string[];
  closedDays: readonly ClosedDays[];
  /** The date and time in the institute's zone. */
  now: { date: string; time: string };
};

/** A local time in minutes, comparable across days. */
function startOf({ testDate, testTime }: Pick<Place, "testDate" | "testTime">): number {
  return Date.parse(`${testDate}T${testTime}Z`) / minute;
}

const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;

// The epoch began on a Thursday.
const weekdayOf = (date: string) => (((Date.parse(date) / minute / day + 3) % 7) + 7) % 7;

/** Monday to Sunday of a date's week. */
export function weekOf(date: string): { first: string; last: string } {
  const first = -weekdayOf(date);
  return { first: addDays(date, first), last: addDays(date, first + 6) };
}

type Sections = Pick<Place, "className" | "sections">;

/** Whether any student takes both tests. */
export function meets(one: Sections, other: Sections): boolean {
  if (one.className !== other.className) return false;
  const [some, others] = [one.sections, other.sections];
  return some.length === 0 || others.length === 0 || some.some((section) => others.includes(section));
}

/** Whether any student outside of these sections takes both tests, which must be of the same class. */
export function meetsOutside(sections: readonly string[], one: Sections, other: Sections): boolean {
  if (sections.length === 0 || !meets(one, other)) return false;
  const named = [...one.sections, ...other.sections];
  const has = (test: Sections, section: string) => test.sections.length === 0 || test.sections.includes(section);
  return (
    named.length === 0 ||
    named.some((section) => !sections.includes(section) && has(one, section) && has(other, section))
  );
}

function overlaps(one: Place, other: Place): boolean {
  const [first, second] = [startOf(one), startOf(other)];
  return first < second + (other.minutes ?? usualMinutes) && second < first + (one.minutes ?? usualMinutes);
}

/** Whether a test goes on after a half day has ended. */
export const endsAfterNoon = ({ testTime, minutes }: Pick<Place, "testTime" | "minutes">): boolean =>
  startOf({ testDate: "1970-01-01", testTime }) + (minutes ?? usualMinutes) > noon;

/** The warnings about a place, in the order of their codes. `others` are the active tests. Warnings never block. */
export function warningsOf(test: Place, others: readonly KnownTest[], circumstances: Circumstances): Warning[] {
  const { workingDays, closedDays, now } = circumstances;
  const { testDate, testTime } = test;
  const known = others.filter((other) => meets(test, other)).sort(inOrder);
  const week = weekOf(testDate);
  const thatDay = known.filter((other) => other.testDate === testDate);
  const thatWeek = known.filter((other) => week.first <= other.testDate && other.testDate <= week.last);
  const overlapping = known.filter((other) => overlaps(test, other));
  const closed = closedDays.find(({ firstDay, lastDay }) => firstDay <= testDate && testDate <= lastDay);
  const ahead = (Date.parse(testDate) - Date.parse(now.date)) / minute / day;
  const isPast = `${testDate} ${testTime}` < `${now.date} ${now.time}`;
  const weekday = weekdays[weekdayOf(testDate)] ?? "monday";

  const found: (Warning | false)[] = [
    overlapping.length > 0 && about("overlap", overlapping),
    thatDay.length > 0 && about("two-that-day", thatDay),
    thatWeek.length >= 3 && about("four-that-week", thatWeek),
    closed?.kind === "closed" && about("closed-day", [], closed.name),
    closed?.kind === "half" && endsAfterNoon(test) && about("half-day", [], closed.name),
    closed?.kind !== "closed" && !workingDays.includes(weekday) && about("no-working-day", []),
    !isPast && ahead < 3 && about("short-notice", []),
    isPast && about("past", []),
  ];
  return found.filter((warning) => warning !== false);
}

const inOrder = (one: KnownTest, other: KnownTest) => startOf(one) - startOf(other) || (one._id < other._id ? -1 : 1);

function about(code: Warning["code"], tests: readonly KnownTest[], name: string | null = null): Warning {
  return {
    code,
    tests: tests.map(({ _id, subject, testDate, testTime }) => ({ _id, subject, testDate, testTime })),
    name,
  };
}
