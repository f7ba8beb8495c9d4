import "server-only";
import { addDays, isoDate } from "@/lib/dates";
import { AppError } from "@/lib/errors";
import { db, sql, type Transaction } from "@/server/db/client";
import { type EndReason, type Enrolment, Prisma } from "@/server/generated/prisma/client";
import { coversToday, isComing, today } from "./in-class";
import { say } from "./messages";
import { lockStudents } from "./students";

export type Place = { schoolYearId: string; className: number; section: string | null; rollNo: string | null };

/** The latest enrolment of a student without an end, for changes: it may begin on a later day. */
export async function findOpenEnrolment(studentId: string): Promise<Enrolment | null> {
  return db().enrolment.findFirst({
    where: { studentId, toDay: null },
    orderBy: [{ fromDay: "desc" }, { id: "desc" }],
  });
}

/**
 * SQL condition on enrolments `e`: it covers `day`, and the student's open enrolment begins later and is still to come. Such a
 * day belongs to the earlier enrolment, although that one has a last day already.
 */
export const isBeforeComing = (day: string) => Prisma.sql`(e.from_day <= ${day}::date and e.to_day >= ${day}::date
  and e.end_reason <> 'mistake' and exists (select from enrolments n where n.student_id = e.student_id
    and n.to_day is null and n.from_day > ${day}::date and n.from_day > ${today}))`;

/** The enrolment that covers `day`, if the open one is still to come. */
export async function findBeforeComing(studentId: string, day: string): Promise<Enrolment | null> {
  const [row] = await sql<{ id: string }>(Prisma.sql`
    select e.id from enrolments e where e.student_id = ${studentId}::uuid and ${isBeforeComing(day)}
    order by e.from_day desc, e.id desc limit 1`);
  return row ? db().enrolment.findUnique({ where: { id: row.id } }) : null;
}

/** Class and section of a student today; null before the first day of an enrolment and after the last one. */
export async function findPlaceToday(studentId: string) {
  const [place] = await sql<Pick<Place, "className" | "section">>(Prisma.sql`
    select e.class_name as "className", e.section from enrolments e where e.student_id = ${studentId}::uuid and ${coversToday}
    order by e.from_day desc, e.id desc limit 1`);
  return place ?? null;
}

/** The next enrolment of a student that is to begin; null for none. */
export async function findComingPlace(studentId: string) {
  const [place] = await sql<{ className: string; section: string | null; fromDay: string }>(Prisma.sql`
    select e.class_name::text as "className", e.section, e.from_day::text as "fromDay" from enrolments e
    where e.student_id = ${studentId}::uuid and ${isComing} order by e.from_day, e.id limit 1`);
  return place ?? null;
}

/** True for anyone who is, was or will be enrolled. */
export async function hasEnrolment(studentId: string): Promise<boolean> {
  return (await db().enrolment.count({ where: { studentId }, take: 1 })) > 0;
}

// A student who joins on `day`, or joined earlier, must not have the number of a student who stays in the class after that.
const keepsRollNo = (day: string) => Prisma.sql`(e.to_day is null
  or (e.to_day > greatest(${day}::date, ${today}) and e.end_reason <> 'mistake'))`;

type RollNumber = {
  studentId: string;
  name: string;
  yearId: string;
  className: number;
  section: string | null;
  rollNo: string;
  /** No last day is known. */
  isOpen: boolean;
};

/** The roll numbers in these school years that a student who joins a class on `day` cannot have (decision 318). */
export function findRollNumbers(yearIds: readonly string[], day: string): Promise<RollNumber[]> {
  return sql<RollNumber>(Prisma.sql`
    select e.student_id as "studentId", u.name, e.school_year_id as "yearId", e.class_name as "className", e.section,
      e.roll_no as "rollNo", e.to_day is null as "isOpen"
    from enrolments e join users u on u.id = e.student_id
    where e.school_year_id = any(${yearIds}::uuid[]) and e.roll_no is not null and ${keepsRollNo(day)}`);
}

/**
 * Requires that no other student of the class, section and year has this roll number without a last day, or with one after both
 * `fromDay` and today.
 * @throws AppError CONFLICT
 */
export async function requireFreeRollNo(place: Place & { fromDay: Date }, studentId: string) {
  const { schoolYearId, className, section, rollNo, fromDay } = place;
  if (rollNo === null) return;
  const [holder] = await sql<{ name: string }>(Prisma.sql`
    select u.name from enrolments e join users u on u.id = e.student_id
    where e.school_year_id = ${schoolYearId}::uuid and e.class_name = ${className}
      and e.section is not distinct from ${section} and e.roll_no = ${rollNo} and e.student_id <> ${studentId}::uuid
      and ${keepsRollNo(isoDate(fromDay))} limit 1`);
  if (!holder) return;
  const message = say("rollNoTaken", rollNo, holder.name);
  throw new AppError("CONFLICT", message, [{ path: ["rollNo"], message }]);
}

/** The end of an enrolment before it was cut. */
export type Cut = { studentId: string; id: string; toDay: string; endReason: EndReason };

/**
 * Ends enrolments whose last day is still to come before new ones begin; an enrolment that would begin later never does.
 * Returns how they ended before.
 */
export function cutBefore(tx: Transaction, studentIds: readonly string[], day: Date): Promise<Cut[]> {
  return tx.$queryRaw<Cut[]>`
    with running as (select id, to_day, end_reason from enrolments
      where student_id = any(${studentIds}::uuid[]) and to_day >= ${day}::date and to_day > ${today} for update)
    update enrolments e set to_day = greatest(e.from_day, ${day}::date - 1),
      end_reason = (case when e.end_reason = 'mistake' or e.from_day > ${day}::date then 'mistake' else 'moved' end)::end_reason
    from running where running.id = e.id
    returning e.student_id as "studentId", e.id, running.to_day::text as "toDay", running.end_reason::text as "endReason"`;
}

/** Enrols a student in a class. @throws AppError CONFLICT for a second open enrolment or a roll number that is taken */
export async function openEnrolment(tx: Transaction, studentId: string, place: Place, fromDay: Date) {
  const open = await findOpenEnrolment(studentId);
  if (open) {
    const message = say("secondEnrolment", String(open.className));
    throw new AppError("CONFLICT", message, [{ path: ["className"], message }]);
  }
  await requireFreeRollNo({ ...place, fromDay }, studentId);
  await cutBefore(tx, [studentId], fromDay);
  const enrolment = await tx.enrolment.create({ data: { studentId, ...place, fromDay } });
  await tx.student.updateMany({
    where: { userId: studentId, leftOn: { not: null } },
    data: { leftOn: null, leftReason: null },
  });
  return enrolment;
}

type Days = { id: string; firstDay: Date; lastDay: Date };
type Taken = { joined: number; numbersGone: number };

/**
 * Moves enrolments that began in the days of a school year into it, from years that had ended before it. Students who were in a
 * class of such a year earlier, or are in the school year already, stay. An open enrolment loses its roll number if that is
 * taken there. Returns how many students were moved, and how many numbers were lost (decision 368).
 */
export async function takeIntoYear(tx: Transaction, { id, firstDay, lastDay }: Days, ended: string[]): Promise<Taken> {
  const joined = Prisma.sql`e.from_day between ${firstDay}::date and ${lastDay}::date
    and e.school_year_id = any(${ended}::uuid[])
    and not exists (select from enrolments x where x.student_id = e.student_id and x.school_year_id = e.school_year_id
      and x.from_day < ${firstDay}::date and x.end_reason is distinct from 'mistake')
    and not exists (select from enrolments y where y.student_id = e.student_id and y.school_year_id = ${id}::uuid
      and y.end_reason is distinct from 'mistake')`;
  const found = await tx.$queryRaw<{ studentId: string }[]>`
    select distinct e.student_id as "studentId" from enrolments e where ${joined}`;
  if (found.length === 0) return { joined: 0, numbersGone: 0 };
  await lockStudents(
    tx,
    found.map(({ studentId }) => studentId),
  );
  const [taken = { joined: 0, numbersGone: 0 }] = await tx.$queryRaw<Taken[]>`
    with found as (select e.id, e.to_day is null and exists (select from enrolments t where t.school_year_id = ${id}::uuid
        and t.class_name = e.class_name and t.section is not distinct from e.section and t.roll_no = e.roll_no
        and t.to_day is null) as is_taken from enrolments e where ${joined}),
      moved as (update enrolments e set school_year_id = ${id}::uuid, roll_no = case when not is_taken then roll_no end
        from found where found.id = e.id returning e.student_id, is_taken)
    select count(distinct student_id)::int as joined, (count(*) filter (where is_taken))::int as "numbersGone" from moved`;
  return taken;
}

/** An enrolment that was not ended as a mistake, for Prisma. */
export const isNoMistake = {
  OR: [{ endReason: null }, { endReason: { not: "mistake" } }],
} satisfies Prisma.EnrolmentWhereInput;

/** How many students a promotion after `since`, which was not undone, moved to a school year from this day on. */
export function countPromoted(tx: Transaction, schoolYearId: string, day: string, since: Date): Promise<number> {
  const batch = { kind: "promotion", state: "applied", appliedAt: { gt: since } } satisfies Prisma.BatchWhereInput;
  const opened = { schoolYearId, fromDay: new Date(day), batch, ...isNoMistake };
  const closed = { endReason: "promoted", toDay: { gte: new Date(addDays(day, -1)) } } as const;
  return tx.student.count({ where: { AND: [{ enrolments: { some: opened } }, { enrolments: { some: closed } }] } });
}

/** Ends an enrolment on its last day, which is at the earliest its first day. */
export async function closeEnrolment(tx: Transaction, { id, fromDay }: Enrolment, toDay: Date, endReason: EndReason) {
  await tx.enrolment.update({ where: { id }, data: { toDay: toDay < fromDay ? fromDay : toDay, endReason } });
}
