import "server-only";
import { setting } from "@/features/settings/data";
import { clockHere, zoneHere } from "@/server/clock";
import { sql } from "@/server/db/client";
import { Prisma, type TestSchedule } from "@/server/generated/prisma/client";
import { isOfPlace, scheduleViewOf, shownColumns } from "./data";
import { type ClassPlace, noteOf } from "./rules";
import type { ScheduleView } from "./schema";

/** Maximum number of tests shown. */
const most = 60;

/**
 * The tests of these classes that were moved or cancelled less than two days before the old or the new time, whichever is
 * earlier, until that day is over; next test first. Tests that are back at their old time, or take place after all, are left out.
 * Of several moves, the one from the place that the note names counts.
 */
export async function listSudden(places: ClassPlace[], now: Date): Promise<(ScheduleView & { note: string })[]> {
  if (places.length === 0) return [];
  const { date } = clockHere(now);
  const clock = await setting("clock");
  const classNames = places.map(({ className }) => Number(className));
  const sections = places.map(({ section }) => section ?? "");
  const rows = await sql<TestSchedule>(Prisma.sql`
    with place as (select * from unnest(${classNames}::smallint[], ${sections}::text[]) place (class_name, section))
    select ${shownColumns} from test_schedules t
    where t.hidden_at is null and t.test_date >= ${date}::date and (t.state = 'cancelled' or t.moved_from_date is not null)
      and exists (select from place p where ${isOfPlace})
      and exists (
        select from schedule_changes c cross join lateral (select least(t.test_date + t.test_time::time,
          (c.before->>'testDate')::date + (c.before->>'testTime')::time) as first) was
        where c.schedule_id = t.id and ((c.kind = 'moved' and (c.before->>'testDate')::date = t.moved_from_date
          and c.before->>'testTime' = t.moved_from_time) or (c.kind = 'cancelled' and t.state = 'cancelled'))
          and c.at > ${now}::timestamptz - interval '4 days'
          and was.first >= ${date}::date and c.at > (was.first at time zone ${zoneHere}) - interval '48 hours')
    order by t.test_date, t.test_time, t.id limit ${most}`);
  return rows.flatMap((row) => {
    const test = scheduleViewOf(row);
    const note = noteOf(test, clock);
    return note === null ? [] : [{ ...test, note }];
  });
}
