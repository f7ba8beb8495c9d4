import "server-only";
import { db, sql } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import { coversToday, isComing } from "@/server/roster/in-class";
import { followedPlaces } from "./rules";
import type { ChildView } from "./schema";

const mostChildren = 20;

const select = { id: true, guardianId: true, studentId: true, relation: true, seesResults: true, getsMails: true };

export type OpenLink = Prisma.GuardianshipGetPayload<{ select: typeof select }>;

/** The current link of a guardian to a student; null once it has ended. */
export async function findLink(guardianId: string, studentId: string): Promise<OpenLink | null> {
  return db().guardianship.findFirst({ where: { guardianId, studentId, endedAt: null }, select });
}

/** True for a present or former guardian who is not a student, and so has no results or materials of their own. */
export async function isOnlyGuardian(userId: string): Promise<boolean> {
  const links = { some: { guardianId: userId } };
  return (await db().user.count({ where: { id: userId, student: null, guardianOf: links } })) > 0;
}

// For students who were never enrolled, the classes of the results count, newest first (decision 346).
const followed = Prisma.sql`case when e.class_name is not null then array[e.class_name]
  when not exists (select from enrolments where student_id = u.id) then array(select class_name from current_results
    where student_id = u.id group by class_name order by max(created_at) desc, class_name desc) end`;

const coming = Prisma.sql`case when e.class_name is null then (select json_build_object('className', e.class_name::text,
    'section', e.section, 'fromDay', e.from_day) from enrolments e
  where e.student_id = u.id and ${isComing} order by e.from_day, e.id limit 1) end`;

const unread = Prisma.sql`(select count(*)::int from current_results r where r.student_id = u.id and r.corrected_at is null
  and not exists (select from result_reads x where x.result_id = r.id and x.reader_id = k.guardian_id))`;

/**
 * The current children of a guardian, oldest classes first. An unverified account learns nothing about classes and results.
 */
export async function listChildren(guardianId: string, isKnown = true): Promise<ChildView[]> {
  const ifKnown = (value: Prisma.Sql) => Prisma.sql`case when ${isKnown} then ${value} end`;
  const rows = await sql<Omit<ChildView, "follows">>(Prisma.sql`
    select u.id as "_id", u.name, ${ifKnown(Prisma.sql`e.class_name`)}::text as "className",
      ${ifKnown(Prisma.sql`e.section`)} as section, ${ifKnown(Prisma.sql`e.roll_no`)} as "rollNo",
      ${ifKnown(coming)} as coming,
      coalesce(${ifKnown(followed)}, '{}')::text[] as classes, k.relation, k.sees_results as "seesResults",
      k.gets_mails as "getsMails", case when ${isKnown} and k.sees_results then ${unread} else 0 end as unread
    from guardianships k join users u on u.id = k.student_id
    left join lateral (select class_name, section, roll_no from enrolments e
      where e.student_id = u.id and ${coversToday} order by e.from_day desc, e.id desc limit 1) e on true
    where k.guardian_id = ${guardianId}::uuid and k.ended_at is null
    order by ${ifKnown(Prisma.sql`e.class_name`)} desc nulls last, u.name, u.id limit ${mostChildren}`);
  return rows.map((row) => ({ ...row, follows: row.classes[0] ?? null }));
}

export async function listChildPlaces(guardianId: string, isKnown: boolean) {
  return (await listChildren(guardianId, isKnown)).flatMap(followedPlaces);
}
