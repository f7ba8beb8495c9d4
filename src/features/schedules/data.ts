import "server-only";
import { dateHere } from "@/content/institute";
import { decodeCursor, pageOf } from "@/lib/cursor";
import { isoDate } from "@/lib/dates";
import { mostChips, type SubjectCounts } from "@/lib/fields";
import { db, escapeLike, sql } from "@/server/db/client";
import { Prisma, type TestSchedule } from "@/server/generated/prisma/client";
import type { ListSchedulesInput, ListTestSubjectsInput, ScheduleView, WrittenScheduleView } from "./schema";

/** A row as every response shows it. */
export function scheduleViewOf(row: TestSchedule): ScheduleView {
  const { movedFromDate, movedFromTime } = row;
  return {
    _id: row.id,
    className: `Class ${row.className}`,
    subject: row.subject,
    testDate: isoDate(row.testDate),
    testTime: row.testTime,
    description: row.description,
    sections: row.sections,
    minutes: row.minutes,
    room: row.room,
    state: row.state,
    movedFrom: movedFromDate && movedFromTime ? { testDate: isoDate(movedFromDate), testTime: movedFromTime } : null,
    reason: row.reason,
    announcedOn: dateHere(row.createdAt),
  };
}

/** The columns that {@link scheduleViewOf} needs, in a statement that calls the table `t`. */
export const shownColumns = Prisma.sql`t.id, t.class_name as "className", t.subject,
  t.test_date::timestamp at time zone 'UTC' as "testDate", t.test_time as "testTime", t.description, t.sections, t.minutes,
  t.room, t.state, t.reason, t.created_at as "createdAt", t.moved_from_date::timestamp at time zone 'UTC' as "movedFromDate",
  t.moved_from_time as "movedFromTime"`;

/** True if a test `t` is for a place `p`: for its section, or for all sections. */
export const isOfPlace = Prisma.sql`t.class_name = p.class_name
  and (p.section = '' or cardinality(t.sections) = 0 or p.section = any(t.sections))`;

/** A row as responses to writes show it. */
export const writtenViewOf = (row: TestSchedule): WrittenScheduleView => ({
  ...scheduleViewOf(row),
  rowVersion: row.rowVersion,
});

/** The tests that everyone may see on a day: cancelled ones until their date is over, mistaken entries never. */
function publicOn(today: string): Prisma.TestScheduleWhereInput {
  return { hiddenAt: null, OR: [{ state: "planned" }, { testDate: { gte: new Date(today) } }] };
}

/** Tests of all sections and of this one. */
export const ofSection = (section: string): Prisma.TestScheduleWhereInput => ({
  OR: [{ sections: { isEmpty: true } }, { sections: { has: section } }],
});

function matching({
  className,
  section,
  subject,
  q,
  from,
  before,
  state,
}: ListSchedulesInput): Prisma.TestScheduleWhereInput {
  const contains = { contains: escapeLike(q ?? ""), mode: "insensitive" } as const;
  return {
    ...(className !== undefined && { className }),
    ...(section && { AND: ofSection(section) }),
    ...(subject && { subject }),
    ...(q && { OR: [{ subject: contains }, { description: contains }] }),
    ...((from || before) && {
      testDate: { ...(from && { gte: new Date(from) }), ...(before && { lt: new Date(before) }) },
    }),
    ...(state && { state }),
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

/** Matching rows, latest date first by default, one more than a page holds. */
export function listRows(input: ListSchedulesInput, only: Prisma.TestScheduleWhereInput = {}) {
  const { order, limit, cursor } = input;
  const direction = order === "latest" ? "desc" : "asc";
  return db().testSchedule.findMany({
    where: { AND: [matching(input), only, ...(cursor ? [after(cursor, order)] : [])] },
    orderBy: [{ testDate: direction }, { testTime: direction }, { id: direction }],
    take: limit + 1,
  });
}

/** A page of views. */
export function pageOfTests<Test extends ScheduleView>(tests: Test[], limit: number) {
  return pageOf(tests, limit, (test) => ({ at: `${test.testDate}T${test.testTime}`, id: test._id }));
}

/** A page of matching tests that everyone may see on a day (decision 21). @param classNames only these classes */
export async function listSchedules(input: ListSchedulesInput, today: string, classNames?: number[]) {
  const only = { ...publicOn(today), ...(classNames && { className: { in: classNames } }) };
  const rows = await listRows(input, only);
  return pageOfTests(rows.map(scheduleViewOf), input.limit);
}

/** A test, or null. */
export async function findTest(id: string) {
  const select = { className: true, sections: true, subject: true, testDate: true, state: true } as const;
  const row = await db().testSchedule.findUnique({ where: { id }, select });
  return row && { ...row, testDate: isoDate(row.testDate) };
}

/** The names of tests by id; deleted ones are missing. */
export async function findTestNames(ids: string[]) {
  const select = { id: true, subject: true, testDate: true } as const;
  const rows = await db().testSchedule.findMany({ where: { id: { in: ids } }, select });
  return rows.map((row) => ({ ...row, testDate: isoDate(row.testDate) }));
}

/** The subjects with the most matching tests, with counts. */
export async function listTestSubjects(
  { className, from }: ListTestSubjectsInput,
  today: string,
): Promise<SubjectCounts> {
  const rows = await db().testSchedule.groupBy({
    by: "subject",
    where: { AND: [matching({ className, from, order: "soonest", limit: mostChips }), publicOn(today)] },
    _count: { subject: true },
    orderBy: [{ _count: { subject: "desc" } }, { subject: "asc" }],
    take: mostChips,
  });
  return rows.map(({ subject, _count }) => ({ subject, count: _count.subject }));
}

/** The number of tests for each spelling of a subject, most frequent first. */
export async function countTestsBySubject() {
  return sql<{ subject: string; count: number }>(Prisma.sql`
    select subject, count(*)::int as count from test_schedules group by subject order by count desc limit 2000`);
}
