import "server-only";
import { sql } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import { canGetMail, hasDigest, wantsOptional } from "@/server/mail/choices";
import type { EmailLink } from "@/server/mail/email";
import { placesToday } from "./in-class";
import { mails } from "./messages";

/** A class; without sections, all of them. */
export type PlaceInClass = { className: number; sections: readonly string[] };

/** Places that an email is about; with `onlySome`, students who are in all of them are left out. */
type Aim = { places: readonly PlaceInClass[]; onlySome?: boolean };

/** The current students of these classes and sections, and their guardians. */
function peopleOf({ places, onlySome = false }: Aim): Prisma.Sql {
  const given = JSON.stringify(places);
  return Prisma.sql`
    pupil as (
      select distinct e.student_id from ${placesToday()} e
      join json_to_recordset(${given}::json) as place ("className" int, sections text[]) on place."className" = e.class_name
        and (e.section is null or cardinality(place.sections) = 0 or e.section = any(place.sections))
      group by e.student_id, e.class_name, e.section having not ${onlySome} or count(*) < ${places.length}),
    person as (
      select student_id as user_id, true as is_student, true as gets_mails from pupil
      union all
      select k.guardian_id, false, k.gets_mails from pupil join guardianships k on k.student_id = pupil.student_id
        and k.ended_at is null),
    reached as (
      select u.id, u.email, bool_or(p.is_student) as is_student, bool_or(p.gets_mails) and ${canGetMail(Prisma.sql`u`)} as is_mailed
      from person p join users u on u.id = p.user_id group by u.id)`;
}

type Mailed = { userId: string; recipient: string; hasDigest: boolean };

/** Recipients of emails about these classes: students, and guardians who get emails. */
export function listMailed(aim: Aim): Promise<Mailed[]> {
  return sql(Prisma.sql`
    with ${peopleOf(aim)} select id as "userId", email as recipient, ${hasDigest(Prisma.sql`reached`)} as "hasDigest"
    from reached where is_mailed order by id`);
}

/**
 * The numbers of people whom an email about these classes reaches, and of the others.
 * @param isOptional count people who want only required emails among the others
 * @param isGathered count people with one email a day separately
 */
export async function countReached(aim: Aim, isOptional: boolean, isGathered: boolean) {
  const isWanted = Prisma.sql`(is_mailed and (not ${isOptional} or ${wantsOptional(Prisma.sql`reached`)}))`;
  const isLater = Prisma.sql`(${isGathered} and ${hasDigest(Prisma.sql`reached`)})`;
  const [counts] = await sql<{ students: number; guardians: number; inDigest: number; others: number }>(Prisma.sql`
    with ${peopleOf(aim)}
    select count(*) filter (where ${isWanted} and not ${isLater} and is_student)::int as students,
      count(*) filter (where ${isWanted} and not ${isLater} and not is_student)::int as guardians,
      count(*) filter (where ${isWanted} and ${isLater})::int as "inDigest",
      count(*) filter (where not ${isWanted})::int as others from reached`);
  return counts ?? { students: 0, guardians: 0, inDigest: 0, others: 0 };
}

/** A student whom an email is about: the recipient, or a child of the recipient. */
export type StudentOfRecipient = {
  reader: string;
  studentId: string;
  child: string | null;
  className: number;
  section: string | null;
};

/** Whom an email is about: the recipient, or a child by name. */
export type Told = Pick<StudentOfRecipient, "studentId" | "child">;

/** The link of an email about these students: to the page of the only one, otherwise to today's page, which has all of them. */
export function linkAbout(told: readonly Told[], { label, path }: EmailLink) {
  const childOf = new Map(told.map(({ studentId, child }) => [studentId, child]));
  if (childOf.size > 1) return { label: mails.several, path: "/user/today" };
  const [[studentId, child] = [null, null]] = childOf;
  return { label, path: child === null ? path : `${path}?child=${studentId}` };
}

/** The students about whom this person gets emails now; none if the address is not confirmed. */
export function listStudentsFor(userId: string, recipient: string): Promise<StudentOfRecipient[]> {
  return sql(Prisma.sql`
    select u.name as reader, e.student_id as "studentId", case when s.id <> u.id then s.name end as child,
      e.class_name as "className", e.section
    from users u cross join lateral (select u.id union all select k.student_id from guardianships k
      where k.guardian_id = u.id and k.ended_at is null and k.gets_mails) meant (id)
    cross join lateral ${placesToday(Prisma.sql`meant.id`)} e join users s on s.id = e.student_id
    where u.id = ${userId}::uuid and u.email = ${recipient} and ${canGetMail(Prisma.sql`u`)}
    order by s.name, e.student_id, e.class_name`);
}
