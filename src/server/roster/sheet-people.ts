import "server-only";
import { Prisma } from "@/server/generated/prisma/client";
import { cameOn, coversDay } from "./in-class";

/** True for an enrolment `e` in the sections of row `of`. */
export const isInSections = (of: Prisma.Sql) => Prisma.sql`(${of}.sections = '{}' or e.section = any(${of}.sections))`;

/** Students of exam `x`'s class on its day, and anyone with a mark. For a class that was entered later, see {@link cameOn}. */
export const peopleOf = Prisma.sql`(
  select distinct on (p.student_id) p.student_id, p.section, p.roll_no from (
    select e.student_id, e.section, e.roll_no, e.from_day, 0 as late from enrolments e
    where e.school_year_id = x.school_year_id and e.class_name = x.class_name
      and ${isInSections(Prisma.sql`x`)} and ${coversDay(Prisma.sql`x_day.day`)}
    union all
    select d.student_id, e.section, e.roll_no, coalesce(e.from_day, '-infinity'), 1 from mark_drafts d
    left join enrolments e on e.student_id = d.student_id and e.school_year_id = x.school_year_id and e.class_name = x.class_name
    where d.exam_id = x.id and d.kind is not null
  ) p order by p.student_id, p.late, p.from_day desc
)`;

/** The day of exam `x`: its date, or today, or the last day of its year if that is over. */
export const dayOf = (today: string) => Prisma.sql`(
  select greatest(
    coalesce(x.exam_date, (select least(${today}::date, y.last_day) from school_years y where y.id = x.school_year_id)),
    ${cameOn(Prisma.sql`x`, isInSections(Prisma.sql`x`))}) as day
)`;
