import { isoDate, shownDate } from "@/lib/dates";
import type { Actions } from "@/lib/may";
import { copy, say } from "./messages";

export const actions = { read: "office", manage: "administrator" } as const satisfies Actions;

/** A school year, with dates like `2026-06-01`. */
type Days = { firstDay: string; lastDay: string };

/** Maximum number of years. */
export const mostYears = 100;

/** The year of a date, otherwise the last one that began before it, otherwise null. */
export function yearOn<Year extends Days>(years: readonly Year[], day: string): Year | null {
  const begun = years.filter(({ firstDay }) => firstDay <= day);
  return begun.reduce<Year | null>((last, year) => (last && last.firstDay > year.firstDay ? last : year), null);
}

/** False while a year is being typed: a browser reports the first digit of 2026 as the year 2. */
export const isDay = (day: string) => /^[12]\d{3}-\d\d-\d\d$/.test(day);

/** The usual label of a year: `2026-27`, or `2026` within one calendar year. */
export function labelFor({ firstDay, lastDay }: Days): string {
  const [first, last] = [firstDay.slice(0, 4), lastDay.slice(0, 4)];
  return first === last ? first : `${first}-${last.slice(2)}`;
}

const longest = 18;

/** The last date of the month some months later. */
function endOfMonth(day: string, months: number): string {
  const date = new Date(day);
  return isoDate(new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0)));
}

/** A date some months later, clamped to the end of a shorter month. */
function monthsLater(day: string, months: number): string {
  const end = endOfMonth(day, months);
  return day.slice(8) < end.slice(8) ? end.slice(0, 8) + day.slice(8) : end;
}

/** The proposed next year after the latest one; undefined without any. The last day of a month leads to the last day of another month. */
export function nextYear(latest: Days | undefined): Days | undefined {
  if (!latest) return undefined;
  const { firstDay, lastDay } = latest;
  const later = lastDay === endOfMonth(lastDay, 0) ? endOfMonth : monthsLater;
  return { firstDay: monthsLater(firstDay, 12), lastDay: later(lastDay, 12) };
}

/** The error of a year among the others, if any, with its field. */
export function yearFault(
  { label, firstDay, lastDay }: Days & { label: string },
  others: readonly (Days & { label: string })[],
) {
  if (lastDay <= firstDay) return { field: "lastDay", message: say("endsTooEarly") } as const;
  if (lastDay >= monthsLater(firstDay, longest)) return { field: "lastDay", message: say("tooLong") } as const;
  if (others.some((other) => other.label === label)) return { field: "label", message: say("labelTaken") } as const;
  const met = others.find((other) => firstDay <= other.lastDay && other.firstDay <= lastDay);
  if (!met) return null;
  const message = say("overlaps", met.label, shownDate(met.firstDay), shownDate(met.lastDay));
  return { field: firstDay >= met.firstDay ? "firstDay" : "lastDay", message } as const;
}

/** The details of audit events that are stored as numbers, in words. */
export const auditValues = { numbersGone: (value: unknown) => copy.numbersGone(Number(value)) };
