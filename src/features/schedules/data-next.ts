import "server-only";
import { sql } from "@/server/db/client";
import { Prisma, type TestSchedule } from "@/server/generated/prisma/client";
import { scheduleViewOf } from "./data";
import type { ScheduleView } from "./schema";

/** Most tests that are shown of a class beside other things. */
const mostNext = 3;

/** The next tests of each of these classes, from a day on. */
export async function listNextTests(classNames: number[], from: string): Promise<Map<number, ScheduleView[]>> {
  if (classNames.length === 0) return new Map();
  const rows = await sql<TestSchedule>(
    Prisma.sql`
      select next.* from unnest(${classNames}::smallint[]) class (name) cross join lateral (
        select id, class_name as "className", subject, test_date::timestamp at time zone 'UTC' as "testDate",
          test_time as "testTime", description, sections, minutes, room, state, reason,
          moved_from_date::timestamp at time zone 'UTC' as "movedFromDate", moved_from_time as "movedFromTime"
        from test_schedules
        where class_name = class.name and test_date >= ${from}::date and state = 'planned'
        order by test_date, test_time, id limit ${mostNext}) next`,
  );
  const of = (asked: number) => rows.filter(({ className }) => className === asked).map(scheduleViewOf);
  return new Map(classNames.map((className) => [className, of(className)]));
}
