import "server-only";
import { isoDate } from "@/lib/dates";
import { pageOf, placeOf } from "@/lib/pages";
import { db, literal } from "@/server/db";
import type { Prisma, TestSchedule } from "@/server/generated/prisma/client";
import type { ListSchedulesInput, ScheduleView } from "./schema";

/** A row as every answer shows it. */
export function scheduleViewOf(row: TestSchedule): ScheduleView {
  return {
    _id: row.id,
    className: `Class ${row.className}`,
    subject: row.subject,
    testDate: isoDate(row.testDate),
    testTime: row.testTime,
    description: row.description,
  };
}

function matching(input: ListSchedulesInput): Prisma.TestScheduleWhereInput {
  const contains = { contains: literal(input.q ?? ""), mode: "insensitive" } as const;
  return {
    ...(input.className !== undefined && { className: input.className }),
    ...(input.q && { OR: [{ subject: contains }, { description: contains }] }),
  };
}

function after(cursor: string): Prisma.TestScheduleWhereInput {
  const { at, id } = placeOf(cursor);
  const [date = "", testTime = ""] = at.split("T");
  const testDate = new Date(date);
  return {
    testDate: { lte: testDate },
    OR: [
      { testDate: { lt: testDate } },
      { testDate, testTime: { lt: testTime } },
      { testDate, testTime, id: { lt: id } },
    ],
  };
}

/** The tests that match, the latest date first, a page at a time (decision 21). */
export async function listSchedules(input: ListSchedulesInput) {
  const where = matching(input);
  const rows = await db().testSchedule.findMany({
    where: input.cursor ? { AND: [where, after(input.cursor)] } : where,
    orderBy: [{ testDate: "desc" }, { testTime: "desc" }, { id: "desc" }],
    take: input.limit + 1,
  });
  const items = rows.map(scheduleViewOf);
  return pageOf(items, input.limit, (item) => ({ at: `${item.testDate}T${item.testTime}`, id: item._id }));
}
