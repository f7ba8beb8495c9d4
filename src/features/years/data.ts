import "server-only";
import { dateHere } from "@/content/institute";
import { isoDate } from "@/lib/dates";
import { sql } from "@/server/db/client";
import { Prisma, type SchoolYear } from "@/server/generated/prisma/client";
import { mostYears, yearOn } from "./rules";
import type { YearView } from "./schema";

export function yearViewOf({ id, label, firstDay, lastDay }: SchoolYear): YearView {
  return { _id: id, label, firstDay: isoDate(firstDay), lastDay: isoDate(lastDay) };
}

/** The school years, the latest first. */
export async function listYears(): Promise<YearView[]> {
  return sql(
    Prisma.sql`select id as "_id", label, first_day::text as "firstDay", last_day::text as "lastDay" from school_years
      order by first_day desc limit ${mostYears}`,
  );
}

/** The year of `at` in the institute's zone, otherwise the last year that began, otherwise the first year; null if there is none. */
export async function currentYear(at = new Date()): Promise<YearView | null> {
  return yearAt(await listYears(), at);
}

/** Like {@link currentYear}, but from years that were already read, latest first. */
export function yearAt(years: readonly YearView[], at: Date): YearView | null {
  return begunYearAt(years, at) ?? years.at(-1) ?? null;
}

/** Like {@link yearAt}, but null before the first one begins. */
export function begunYearAt(years: readonly YearView[], at: Date): YearView | null {
  return yearOn(years, dateHere(at));
}

/** The year of a day if it is later than the given year; undefined otherwise. */
export function laterYearOn(years: readonly YearView[], yearId: string, day: string): YearView | undefined {
  const [year, of] = [years.find(({ _id }) => _id === yearId), yearOn(years, day)];
  return year && of && of.firstDay > year.firstDay ? of : undefined;
}

/** The last day of the last school year if that year is over, otherwise null. */
export async function endOfLastYear(now: Date): Promise<string | null> {
  const [last] = await listYears();
  return last && last.lastDay < dateHere(now) ? last.lastDay : null;
}

/** Today, or the first day of a year that has not begun. */
export function startIn({ firstDay }: Pick<YearView, "firstDay">, now: Date): string {
  const today = dateHere(now);
  return today < firstDay ? firstDay : today;
}
