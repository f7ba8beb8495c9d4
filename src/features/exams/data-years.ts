import "server-only";
import { dateHere } from "@/content/institute";
import { yearAt } from "@/features/years/data";
import { reachOf } from "@/lib/may";
import type { Principal } from "@/lib/principal";
import { sql } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import { dayOf, peopleOf } from "@/server/roster/sheet-people";
import { isRowReached, openYears, reached } from "./data-reach";
import { actions } from "./rules";
import { comparedOf, type SummedRow } from "./rules-figures";
import type { YearStatisticsInput, YearStatisticsView } from "./schema-statistics";

/** The summary of a column of marks. */
export const summed = (mark: Prisma.Sql) => Prisma.sql`count(${mark})::int as n, avg(${mark}) as average,
  min(${mark}) as lowest, max(${mark}) as highest,
  percentile_cont(array[0.25, 0.5, 0.75]) within group (order by ${mark}) as quartiles`;

/** Exams `x` with the summaries `f`, in percent, of their valid results: those in the part of the sheet within the principal's scope. */
export function summarised(principal?: Principal): Prisma.Sql {
  if (!principal || reachOf(principal, actions.mark) === "all")
    return Prisma.sql`exams x join exam_figures f on f.exam_id = x.id and f.n > 0`;
  return Prisma.sql`exams x cross join lateral (
    select ${summed(Prisma.sql`(r.score::float8 * 100 / r.total_marks::float8)`)}
    from ${dayOf(dateHere(new Date()))} x_day, lateral ${peopleOf} p
    join exam_results r on r.exam_id = x.id and r.student_id = p.student_id
    where ${reached(principal)} and ${isRowReached(principal)} having count(*) > 0) f`;
}

type ComparedRow = SummedRow & {
  _id: string;
  subject: string;
  examName: string;
  examDate: string | null;
  sections: string[];
};

/** Released exams with the summaries of their results in percent, newest first. @param which condition on exams `x` */
export async function listCompared(which: Prisma.Sql, principal: Principal, most: number) {
  const rows = await sql<ComparedRow>(Prisma.sql`
    select x.id as "_id", x.subject, x.exam_name as "examName", x.exam_date::text as "examDate", x.sections,
      f.n, f.average, f.lowest, f.highest, f.quartiles
    from ${summarised(principal)} where ${which}
    order by coalesce(x.exam_date, x.released_at::date) desc, x.id desc limit ${most}`);
  return rows.map(({ _id, subject, examName, examDate, sections, ...row }) => {
    return { _id, subject, examName, examDate, sections, ...comparedOf(row) };
  });
}

type GroupRow = { className: string; subject: string | null; exams: number; n: number; average: number };

/** Maximum number of exams of a class in a year. */
const mostExams = 1000;

/** The statistics of a year's released exams, within the caller's scope. */
export async function getYearStatistics(
  { year: asked, class: className }: YearStatisticsInput,
  principal: Principal,
  now: Date,
): Promise<YearStatisticsView> {
  const all = await openYears(principal, now);
  const years = all.map(({ _id, label }) => ({ _id, label }));
  const year = years.find(({ _id }) => _id === (asked ?? yearAt(all, now)?._id)) ?? null;
  if (year === null) return { years, year, classes: [], subjects: [], exams: [] };
  const ofClass = className === undefined ? Prisma.sql`true` : Prisma.sql`x.class_name = ${className}`;
  const which = Prisma.sql`x.school_year_id = ${year._id}::uuid and ${ofClass}`;
  const [groups, exams] = await Promise.all([
    sql<GroupRow>(Prisma.sql`
      select x.class_name::text as "className", case when grouping(x.subject_key) = 0 then min(x.subject) end as subject,
        count(*)::int as exams, sum(f.n)::int as n, sum(f.average * f.n) / sum(f.n) as average
      from ${summarised(principal)} where ${which}
      group by grouping sets ((x.class_name), (x.class_name, x.subject_key)) order by x.class_name, subject`),
    className === undefined ? [] : listCompared(which, principal, mostExams),
  ]);
  return {
    years,
    year,
    exams,
    classes: groups.flatMap(({ subject, ...group }) => (subject === null ? [group] : [])),
    subjects: groups.flatMap(({ subject, ...group }) => (subject === null ? [] : [{ ...group, subject }])),
  };
}
