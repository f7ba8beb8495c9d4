import "server-only";
import { dateHere } from "@/content/institute";
import { requireDayIn, yearOf } from "@/features/enrolments/data";
import { laterYearOn, listYears, startIn } from "@/features/years/data";
import { fieldError } from "@/lib/errors";
import { sql } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import { say } from "./messages";
import type { CheckInput, ImportView } from "./schema";

/**
 * The proposed first day of new students in each school year: the year's first day while nobody is enrolled in it, otherwise the
 * day of the year that is nearest to today.
 */
export async function listStarts(now: Date): Promise<ImportView["starts"]> {
  const used = await sql<{ id: string }>(Prisma.sql`
    select y.id from school_years y where exists (
      select from enrolments e where e.school_year_id = y.id and e.end_reason is distinct from 'mistake')`);
  const isUsed = new Set(used.map(({ id }) => id));
  const years = await listYears();
  return years.map((year) => {
    const { _id, firstDay, lastDay } = year;
    const nearest = startIn(year, now);
    if (!isUsed.has(_id)) return { year: _id, day: firstDay };
    return { year: _id, day: laterYearOn(years, _id, nearest) ? lastDay : nearest };
  });
}

/** The first day of new students, entered or proposed. @throws AppError if it is outside the year, or a future day of this year */
export async function firstDayOf(
  { year: id, fromDay }: Pick<CheckInput, "year" | "fromDay">,
  now: Date,
): Promise<string> {
  const year = await yearOf(id, now);
  if (fromDay === undefined)
    return (await listStarts(now)).find((one) => one.year === year._id)?.day ?? startIn(year, now);
  await requireDayIn(year, fromDay);
  const today = dateHere(now);
  if (year.firstDay <= today && fromDay > today) throw fieldError("fromDay", say("stillToCome"));
  return fromDay;
}
