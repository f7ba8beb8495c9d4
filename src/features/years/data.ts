import "server-only";
import { isoDate } from "@/lib/dates";
import { db } from "@/server/db/client";
import type { SchoolYear } from "@/server/generated/prisma/client";
import { mostYears, yearOn } from "./rules";
import { dayAt, type YearView } from "./schema";

/** A row as every answer shows it. */
export function yearViewOf({ id, label, firstDay, lastDay }: SchoolYear): YearView {
  return { _id: id, label, firstDay: isoDate(firstDay), lastDay: isoDate(lastDay) };
}

/** The institute's calendar date at a moment. */
export function institutesDay(at: Date): string {
  return dayAt(at);
}

/** The school years, the latest first. */
export async function listYears(): Promise<YearView[]> {
  const rows = await db().schoolYear.findMany({ orderBy: { firstDay: "desc" }, take: mostYears });
  return rows.map(yearViewOf);
}

/** The year that holds the day of `at` in the institute's zone, else the last that began, else null. */
export async function currentYear(at = new Date()): Promise<YearView | null> {
  return yearOn(await listYears(), dayAt(at));
}
