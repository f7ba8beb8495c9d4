import "server-only";
import { inRollOrder } from "@/lib/roll-order";
import { sql } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import { cameOn, coversAnyDay, coversDay } from "@/server/roster/in-class";
import { mostCards } from "./schema";

export type Person = {
  studentId: string;
  name: string;
  admissionNo: string | null;
  section: string | null;
  rollNo: string | null;
  /** False for a student who only has a card, which may have to be withdrawn. */
  isInClass: boolean;
};

const isInPlace = Prisma.sql`(t.section is null or e.section = t.section)`;

/**
 * Sets `t` with the day `d.day` that decides who is in the class: the last day of the set, or today, if earlier. For a class
 * that came later, the day on which it had come.
 */
const setsOn = (today: string) => Prisma.sql`report_card_sets t cross join lateral (
  select greatest(least(t.last_day, ${today}::date), ${cameOn(Prisma.sql`t`, isInPlace)}) as day) d`;

const holds = coversDay(Prisma.sql`d.day`);

const isOfClass = Prisma.sql`e.school_year_id = t.school_year_id and e.class_name = t.class_name and ${isInPlace}`;

/** Whether enrolment `e` puts its student into set `t`: the student was in the class on that day. */
const isIn = Prisma.sql`${isOfClass} and ${holds}`;

/**
 * The students of these sets, by set and student: its class, and anyone with a card that meets the condition on `c`, at the place
 * that the card names.
 */
const peopleOf = (setIds: readonly string[], today: string, isMeant: Prisma.Sql) => Prisma.sql`(
  select distinct on (id, "studentId") id, "studentId", section, "rollNo", "isInClass" from (
    select t.id, e.student_id as "studentId", e.section, e.roll_no as "rollNo", true as "isInClass", e.from_day - '2000-01-01' as rank
    from ${setsOn(today)} join enrolments e on ${isIn} where t.id = any(${setIds}::uuid[])
    union all
    select c.set_id, c.student_id, c.content->>'section', c.content->>'rollNo', false, c.version
    from report_cards c where c.set_id = any(${setIds}::uuid[]) and ${isMeant}
  ) found order by id, "studentId", "isInClass" desc, rank desc
)`;

/** The students of a set, by section and roll number: its class, and anyone whose card was issued. */
export async function listPeople(setId: string, today: string): Promise<Person[]> {
  const people = await sql<Person>(Prisma.sql`
    select p."studentId", p.section, p."rollNo", p."isInClass", u.name, s.admission_no as "admissionNo"
    from ${peopleOf([setId], today, Prisma.sql`c.state <> 'draft'`)} p
    join users u on u.id = p."studentId" join students s on s.user_id = u.id
    order by u.id limit ${mostCards + 1}`);
  return people.sort(inRollOrder);
}

type SectionCount = { id: string; section: string | null; students: number; issued: number };

/** The number of students of each section of these sets, and of their valid cards. */
export async function countPeople(setIds: readonly string[], today: string): Promise<SectionCount[]> {
  if (setIds.length === 0) return [];
  const isIssued = Prisma.sql`c.state = 'issued'`;
  return sql<SectionCount>(Prisma.sql`
    select p.id, p.section, count(*)::int as students, count(c.id)::int as issued
    from ${peopleOf(setIds, today, isIssued)} p
    left join report_cards c on c.set_id = p.id and c.student_id = p."studentId" and ${isIssued}
    group by p.id, p.section`);
}

/** The day of a set on which nobody was in its class; null for a class that has had nobody at all. */
export async function findEmptyDay(setId: string, today: string): Promise<string | null> {
  const [row] = await sql<{ day: string }>(Prisma.sql`
    select d.day::text as day from ${setsOn(today)}
    where t.id = ${setId}::uuid and exists (select from enrolments e where ${isOfClass} and ${coversAnyDay})`);
  return row?.day ?? null;
}
