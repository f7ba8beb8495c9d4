import "server-only";
import { decodeCursor, pageOf } from "@/lib/cursor";
import { isoDate } from "@/lib/dates";
import { db, escapeLike } from "@/server/db/client";
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

function matching({ className, q, from, before }: ListSchedulesInput): Prisma.TestScheduleWhereInput {
  const contains = { contains: escapeLike(q ?? ""), mode: "insensitive" } as const;
  return {
    ...(className !== undefined && { className }),
    ...(q && { OR: [{ subject: contains }, { description: contains }] }),
    ...((from || before) && {
      testDate: { ...(from && { gte: new Date(from) }), ...(before && { lt: new Date(before) }) },
    }),
  };
}

function after(cursor: string, order: ListSchedulesInput["order"]): Prisma.TestScheduleWhereInput {
  const { at, id } = decodeCursor(cursor);
  const [date = "", testTime = ""] = at.split("T");
  const testDate = new Date(date);
  const beyond = <Value>(value: Value) => (order === "latest" ? { lt: value } : { gt: value });
  return {
    testDate: order === "latest" ? { lte: testDate } : { gte: testDate },
    OR: [
      { testDate: beyond(testDate) },
      { testDate, testTime: beyond(testTime) },
      { testDate, testTime, id: beyond(id) },
    ],
  };
}

/** The tests that match, the latest date first unless told, a page at a time (decision 21). */
export async function listSchedules(input: ListSchedulesInput) {
  const { order, limit, cursor } = input;
  const where = matching(input);
  const direction = order === "latest" ? "desc" : "asc";
  const rows = await db().testSchedule.findMany({
    where: cursor ? { AND: [where, after(cursor, order)] } : where,
    orderBy: [{ testDate: direction }, { testTime: direction }, { id: direction }],
    take: limit + 1,
  });
  const items = rows.map(scheduleViewOf);
  return pageOf(items, limit, (item) => ({ at: `${item.testDate}T${item.testTime}`, id: item._id }));
}

/** A test; null when it is gone. */
export async function findTest(id: string) {
  const select = { className: true, subject: true, testDate: true } as const;
  const row = await db().testSchedule.findUnique({ where: { id }, select });
  return row && { ...row, testDate: isoDate(row.testDate) };
}

/** What tests are called, by id; those that are gone are missing. */
export async function findTestNames(ids: string[]) {
  const select = { id: true, subject: true, testDate: true } as const;
  const rows = await db().testSchedule.findMany({ where: { id: { in: ids } }, select });
  return rows.map((row) => ({ ...row, testDate: isoDate(row.testDate) }));
}

/** How many tests there are of each subject as it is written, the most used texts first. */
export async function countTestsBySubject() {
  const rows = await db().testSchedule.groupBy({
    by: "subject",
    _count: { subject: true },
    orderBy: { _count: { subject: "desc" } },
    take: 2000,
  });
  return rows.map(({ subject, _count }) => ({ subject, count: _count.subject }));
}
