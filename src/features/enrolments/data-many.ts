import "server-only";
import { currentYear } from "@/features/years/data";
import { inRollOrder } from "@/lib/roll-order";
import { namesOfPeople } from "@/server/auth/users";
import { listBatches, undoLength } from "@/server/batches/batches";
import { db, sql, type Transaction } from "@/server/db/client";
import { type Batch, type EndReason, Prisma } from "@/server/generated/prisma/client";
import { isBeforeComing } from "@/server/roster/enrolments";
import { lockStudents } from "@/server/roster/students";
import type { BatchView, PromotionInput } from "./schema-promotion";

/** A student whose proposed class the office is confirming. */
export type Unplaced = { id: string; name: string; wasPlaced: boolean };

/** Students by id, and whether they were ever enrolled; deleted students are missing. */
export function findUnplaced(ids: string[]): Promise<Unplaced[]> {
  return sql<Unplaced>(Prisma.sql`
    select u.id, u.name, exists (select from enrolments e where e.student_id = s.user_id) as "wasPlaced"
    from students s join users u on u.id = s.user_id where s.user_id = any(${ids}::uuid[])`);
}

/** An enrolment as bulk work reads it. */
export type Enrolled = {
  id: string;
  yearId: string;
  className: number;
  section: string | null;
  rollNo: string | null;
  fromDay: string;
  toDay: string | null;
  endReason: EndReason | null;
};

/** A student with the enrolment that a change from a day on concerns, for bulk work. */
export type Standing = {
  id: string;
  name: string;
  /** The last day, which may be in the future. */
  leftOn: string | null;
  /** The open enrolment; if that one begins later, the enrolment of the day. */
  place: Enrolled | null;
  /** The open enrolment, if it begins later and `place` is an earlier one. */
  next: Enrolled | null;
};

const enrolled = Prisma.sql`json_build_object('id', e.id, 'yearId', e.school_year_id, 'className', e.class_name,
  'section', e.section, 'rollNo', e.roll_no, 'fromDay', e.from_day, 'toDay', e.to_day, 'endReason', e.end_reason)`;

/** Students by id with their enrolments, locked until the transaction ends; deleted students are missing. */
export async function lockStandings(tx: Transaction, ids: string[], day: string): Promise<Map<string, Standing>> {
  await lockStudents(tx, ids);
  const rows = await tx.$queryRaw<(Omit<Standing, "place" | "next"> & Record<"open" | "before", Enrolled | null>)[]>`
    select s.user_id as id, u.name, s.left_on::text as "leftOn", (
      select ${enrolled} from enrolments e where e.student_id = s.user_id and e.to_day is null
      order by e.from_day desc, e.id desc limit 1) as open, (
      select ${enrolled} from enrolments e where e.student_id = s.user_id and ${isBeforeComing(day)}
      order by e.from_day desc, e.id desc limit 1) as before
    from students s join users u on u.id = s.user_id where s.user_id = any(${ids}::uuid[])`;
  return new Map(
    rows.map(({ open, before, ...row }) => [row.id, { ...row, place: before ?? open, next: before && open }]),
  );
}

/** A class place with roll number as a text key. */
export function placeKey({
  className,
  section,
  rollNo,
}: {
  className: number;
  section: string | null;
  rollNo: string | null;
}) {
  return JSON.stringify([className, section, rollNo]);
}

/** A student of the class to promote, by roll number; `next` is an existing enrolment in the later year. */
export type ClassMember = {
  enrolmentId: string;
  studentId: string;
  name: string;
  className: number;
  section: string | null;
  rollNo: string | null;
  next: number | null;
};

/** Everybody in a class and section of a year; without a section, in the whole class. */
export async function listClassMembers({
  fromYear,
  toYear,
  className,
  section,
}: PromotionInput): Promise<ClassMember[]> {
  const ofSection = section === undefined ? Prisma.empty : Prisma.sql`and e.section is not distinct from ${section}`;
  const members = await sql<ClassMember>(Prisma.sql`
    select e.id as "enrolmentId", e.student_id as "studentId", u.name, e.class_name as "className", e.section,
      e.roll_no as "rollNo", n.class_name as next
    from enrolments e join users u on u.id = e.student_id
    left join enrolments n on n.student_id = e.student_id and n.school_year_id = ${toYear}::uuid and n.to_day is null
    where e.school_year_id = ${fromYear}::uuid and e.class_name = ${className} and e.to_day is null ${ofSection}
    order by e.id limit 1000`);
  return members.sort(inRollOrder);
}

/** The number of students who are still in a class of a year before the current one, because no promotion has ended it. */
export async function countUnpromoted(now: Date): Promise<number> {
  const year = await currentYear(now);
  if (!year) return 0;
  return db().enrolment.count({ where: { toDay: null, schoolYear: { firstDay: { lt: new Date(year.firstDay) } } } });
}

/** True if any student of the class has been promoted from that year. */
export async function wasPromoted({ fromYear, className, section }: PromotionInput): Promise<boolean> {
  const ofSection = section === undefined ? {} : { section };
  const where = { schoolYearId: fromYear, className, endReason: "promoted" as const, ...ofSection };
  return (await db().enrolment.findFirst({ where, select: { id: true } })) !== null;
}

/** The promotions of the last year, newest first. */
export async function listPromotions(): Promise<BatchView[]> {
  const rows = await listBatches("promotion");
  const names = await namesOfPeople(rows.map(({ createdById }) => createdById));
  return rows.map((row) => batchViewOf(row, names));
}

function batchViewOf({ id, createdAt, createdById, counts, undoneAt }: Batch, names: Map<string, string>): BatchView {
  return {
    _id: id,
    createdAt,
    by: createdById && (names.get(createdById) ?? null),
    counts: Object(counts),
    undoneAt,
    undoUntil: new Date(createdAt.getTime() + undoLength),
  };
}
