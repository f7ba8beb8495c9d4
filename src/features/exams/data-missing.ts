import "server-only";
import { isCancelled } from "@/features/schedules/data-past";
import type { Principal } from "@/lib/principal";
import { Prisma } from "@/server/generated/prisma/client";
import { cameOn, coversDay } from "@/server/roster/in-class";
import { isInSections, peopleOf } from "@/server/roster/sheet-people";
import { isRowReached } from "./data-reach";

const l = Prisma.sql`l`;

/**
 * True if the day of exam `x` of these years has come, its test was not cancelled, its marks are not released, and some are
 * missing. Counts the rows within the principal's scope.
 * @param among further conditions on exams `x`
 */
export const missesMarks = (yearIds: readonly string[], today: string, among: Prisma.Sql, principal: Principal) =>
  lacksMarks(
    Prisma.sql`x.school_year_id = any(${yearIds}::uuid[]) and x.state in ('draft', 'scheduled') and x.exam_date <= ${today}::date
      and ${among} and not ${isCancelled(Prisma.sql`x.schedule_id`)}`,
    today,
    principal,
  );

/**
 * True if exam `x` meets the condition `among`, and a student in it has no mark. One query computes this for all exams, because a
 * correlated one takes seconds for hundreds. The day of an exam is that of `dayOf`.
 */
export const lacksMarks = (among: Prisma.Sql, today: string, principal: Principal) => Prisma.sql`x.id in (
  with due as materialized (
    select x.id, x.school_year_id, x.class_name, x.sections, x.subject_key, x.release_no,
      coalesce(x.exam_date, least(${today}::date, y.last_day)) as exam_date
    from exams x join school_years y on y.id = x.school_year_id where ${among}
  ), class as materialized (
    select l.*, ${cameOn(l, isInSections(l))} as came from (select distinct school_year_id, class_name, sections from due) l
  ), place as materialized (
    select l.*, greatest(l.exam_date, (select c.came from class c where c.school_year_id = l.school_year_id
      and c.class_name = l.class_name and c.sections = l.sections)) as day
    from (select distinct school_year_id, class_name, sections, exam_date from due) l
  ), member as materialized (
    select l.*, e.id, e.student_id, e.section, e.from_day, e.to_day, e.end_reason from place l
    join enrolments e on e.school_year_id = l.school_year_id and e.class_name = l.class_name and ${isInSections(l)}
  ), student as (
    select e.* from member e where ${coversDay(Prisma.sql`e.day`)}
  ), expected as (
    select x.id, x.school_year_id, x.subject_key, p.student_id from due x
    join student p on p.school_year_id = x.school_year_id and p.class_name = x.class_name
      and p.sections = x.sections and p.exam_date = x.exam_date
    where x.release_no = 0 and ${isRowReached(principal)}
    union all
    -- Once released, an exam may lack marks that were withdrawn, also of somebody who is elsewhere now: it is read as its sheet.
    select x.id, x.school_year_id, x.subject_key, p.student_id from due x
    join place x_day on x_day.school_year_id = x.school_year_id and x_day.class_name = x.class_name
      and x_day.sections = x.sections and x_day.exam_date = x.exam_date, lateral ${peopleOf} p
    where x.release_no > 0 and ${isRowReached(principal)}
  ), marked as (
    -- Before the first release there are no withdrawn marks.
    select d.exam_id, d.student_id from due x
    join mark_drafts d on d.exam_id = x.id and d.kind is not null where x.release_no = 0
    union all
    select d.exam_id, d.student_id from due x
    join exam_marks d on d.exam_id = x.id and d.kind is not null where x.release_no > 0
  )
  select p.id from expected p
  where not exists (select from marked d where d.exam_id = p.id and d.student_id = p.student_id)
    and (p.student_id, p.school_year_id, p.subject_key) not in (
      select o.student_id, o.school_year_id, o.subject_key from subject_exemptions o
      where o.school_year_id in (select school_year_id from due)))`;
