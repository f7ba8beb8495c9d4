import "server-only";
import { isoDate } from "@/lib/dates";
import { db } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";

/** Maximum number of tests read: more than an institute has in a month. */
const most = 10_000;

/** The tests between two days, newest first. @param classNames only these classes */
export async function listPast(from: string, before: string, classNames?: number[]) {
  const testDate = { gte: new Date(from), lt: new Date(before) };
  const rows = await db().testSchedule.findMany({
    where: { state: "planned", hiddenAt: null, testDate, ...(classNames && { className: { in: classNames } }) },
    orderBy: [{ testDate: "desc" }, { testTime: "desc" }, { id: "desc" }],
    take: most,
    select: { id: true, className: true, sections: true, subject: true, testDate: true, testTime: true },
  });
  return rows.map(({ id, testDate, ...test }) => ({ _id: id, ...test, testDate: isoDate(testDate) }));
}

/** True if the test with this id is cancelled. */
export const isCancelled = (id: Prisma.Sql) =>
  Prisma.sql`exists (select from test_schedules t where t.id = ${id} and t.state = 'cancelled')`;
