import "server-only";
import { setting } from "@/features/settings/data";
import { sql } from "@/server/db/client";
import { Prisma, type TestSchedule } from "@/server/generated/prisma/client";
import { isOfPlace, scheduleViewOf, shownColumns } from "./data";
import { type ClassPlace, distanceOf, noteOf } from "./rules";
import type { ScheduleView } from "./schema";

/** Maximum number of tests shown for a class; cancelled tests before the last of them are shown in addition. */
const mostNext = 3;

/** A test with its changes, and the remaining time in words. */
type NextTest = ScheduleView & { note: string | null; distance: string | null };

/** The next tests of a person's classes as one list, which names the classes if there are several. */
export const inOrder = (tests: NextTest[][]) =>
  tests
    .flat()
    .map((test) => ({ ...test, className: tests.length > 1 ? test.className : null }))
    .sort((one, other) => (startOf(one) < startOf(other) ? -1 : 1));

const startOf = ({ testDate, testTime }: Pick<NextTest, "testDate" | "testTime">) => `${testDate} ${testTime}`;

/** The next tests of each class and section, in order, from a day on, with those of all sections. */
export async function listNextTests(places: ClassPlace[], from: string): Promise<NextTest[][]> {
  if (places.length === 0) return [];
  const clock = await setting("clock");
  const classNames = places.map(({ className }) => Number(className));
  const sections = places.map(({ section }) => section ?? "");
  const rows = await sql<TestSchedule & { place: number }>(
    Prisma.sql`
      select p.at::int as place, next.*
      from unnest(${classNames}::smallint[], ${sections}::text[]) with ordinality p (class_name, section, at) cross join lateral (
        select ${shownColumns}, count(*) filter (where t.state = 'planned') over earlier as before
        from test_schedules t
        where ${isOfPlace} and t.test_date >= ${from}::date and t.hidden_at is null
        window earlier as (order by t.test_date, t.test_time, t.id rows between unbounded preceding and 1 preceding)) next
      where next.before < ${mostNext}
      order by next."testDate", next."testTime", next.id`,
  );
  const views = rows.map((row) => ({ ...scheduleViewOf(row), place: row.place }));
  return places.map((_, index) =>
    views
      .filter(({ place }) => place === index + 1)
      .map((test) => ({
        ...test,
        note: noteOf(test, clock),
        distance: test.state === "planned" ? distanceOf(test.testDate, from) : null,
      })),
  );
}
