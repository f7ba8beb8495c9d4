import "server-only";
import { zoneHere } from "@/server/clock";
import { Prisma } from "@/server/generated/prisma/client";

/** Today in the institute's zone. */
export const today = Prisma.sql`(now() at time zone ${zoneHere})::date`;

/** True for a student `s` whose last day is over. */
export const hasLeft = Prisma.sql`coalesce(s.left_on < ${today}, false)`;

// A student who is moved on the first day of an enrolment is in the later class that day, although the earlier enrolment does
// not end before it.
const isSuperseded = (day: Prisma.Sql) => Prisma.sql`exists (select from enrolments later
  where later.student_id = e.student_id and (later.from_day, later.id) > (e.from_day, e.id)
  and later.from_day <= greatest(e.from_day, ${day})
  and (later.from_day = e.from_day or later.end_reason is distinct from 'mistake'))`;

// A promoted enrolment ends before the next one begins, so that nothing need be looked up if a whole school is promoted early.
const isAlone = (day: Prisma.Sql) =>
  Prisma.sql`((e.end_reason = 'promoted' and e.to_day > e.from_day) or not ${isSuperseded(day)})`;

const isNotOverOn = (day: Prisma.Sql) => Prisma.sql`(e.to_day is null
  or (e.to_day >= ${day} and e.end_reason <> 'mistake' and ${isAlone(day)}))`;

/** True for an enrolment `e` of today or of later days: without an end, or with a last day that is not over. */
export const isNotOver = isNotOverOn(today);

/** True for an enrolment `e` that begins after today. */
export const isComing = Prisma.sql`(e.from_day > ${today} and ${isNotOver})`;

/** Joins as `e` the enrolment of a student today, otherwise the coming one. */
export const joinPlaceNow = (studentId: Prisma.Sql) => Prisma.sql`left join lateral (
  select * from enrolments e where e.student_id = ${studentId} and ${isNotOver} order by e.from_day, e.id limit 1) e on true`;

/** Joins as `e` the enrolment of a student that has no end. */
export const joinOpenPlace = (studentId: Prisma.Sql) => Prisma.sql`left join lateral (
  select * from enrolments e where e.student_id = ${studentId} and e.to_day is null order by e.from_day desc, e.id desc limit 1) e on true`;

/** True for an enrolment `e` that covers the day. One that was ended as a mistake covers none (decision 318). */
export const coversDay = (day: Prisma.Sql) => Prisma.sql`(e.from_day <= ${day} and ${isNotOverOn(day)})`;

/** True for an enrolment `e` that covers any day. */
export const coversAnyDay = coversDay(Prisma.sql`e.from_day`);

/**
 * The day from which the class of row `of` counts as entered: the median first day of its students in the school year, so that
 * neither one early entry nor late joiners change it, and not before the first day of anybody in the class (decision 167).
 * @param isInSection condition on enrolments `e`
 */
export const cameOn = (of: Prisma.Sql, isInSection: Prisma.Sql) => Prisma.sql`(
  select greatest(min(e.from_day), percentile_disc(0.5) within group (order by (
    select min(f.from_day) from enrolments f
    where f.student_id = e.student_id and f.school_year_id = e.school_year_id and f.end_reason is distinct from 'mistake')))
  from enrolments e
  where e.school_year_id = ${of}.school_year_id and e.class_name = ${of}.class_name and ${isInSection} and ${coversAnyDay})`;

/**
 * True for an enrolment `e` that covers today (decision 318): what a family is sent and what teachers see follow it. Days may
 * be entered long before they come, so an open enrolment is not enough.
 */
export const coversToday = coversDay(today);

/**
 * The classes of students today, in a row each: the class of the enrolment that covers today, and for students who were never
 * enrolled the classes of their results, without a section (decision 346).
 * @param studentId only this student, for a lateral join
 */
export function placesToday(studentId?: Prisma.Sql): Prisma.Sql {
  const isMeant = (id: Prisma.Sql) => (studentId ? Prisma.sql`${id} = ${studentId}` : Prisma.sql`true`);
  return Prisma.sql`(
    select e.student_id, e.class_name, e.section, e.roll_no from enrolments e
    where ${isMeant(Prisma.sql`e.student_id`)} and ${coversToday}
    union all
    select distinct p.user_id, r.class_name, null, null from students p join current_results r on r.student_id = p.user_id
    where ${isMeant(Prisma.sql`p.user_id`)} and not exists (select from enrolments x where x.student_id = p.user_id))`;
}
