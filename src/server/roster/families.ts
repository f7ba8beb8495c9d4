import "server-only";
import { groupBy } from "@/lib/group-by";
import { inRollOrder } from "@/lib/roll-order";
import { makesColleague } from "@/server/auth/grants";
import { sql } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import { hasLeft, isNotOver, joinPlaceNow } from "./in-class";

/** A person who may need a code; `loginName` is what a login without an address takes. */
export type Relative = { id: string; name: string; hasEmail: boolean; loginName: string | null };

/** A student with the first guardian who has no login: guardians who see results come first, then the contact order counts. */
export type Family = Relative & {
  hasLogin: boolean;
  isClosed: boolean;
  hasLeft: boolean;
  className: number | null;
  section: string | null;
  rollNo: string | null;
  guardian: (Relative & { relation: string; seesResults: boolean }) | null;
};

/** A class of a year; without a section, the whole class. */
export type ClassOfYear = { yearId: string; className: number; section: string | null };

// The person works in the office, so only an administrator may issue a code.
const needsCode = Prisma.sql`k.ended_at is null and p.password_hash is null and p.login_closed_at is null
  and not exists (select from staff_grants g where g.user_id = p.id and ${makesColleague})`;

// If the number is somebody else's login name, only that person can log in with it.
const freePhone = Prisma.sql`case when not exists (select from users o where o.username = p.phone) then p.phone end`;

const letterOrder = Prisma.sql`k.sees_results desc, k.contact_order, k.created_at, k.id`;

async function families(from: Prisma.Sql, limit: number, guardian = Prisma.empty): Promise<Family[]> {
  const found = await sql<Family>(Prisma.sql`
  select u.id, u.name, u.email is not null as "hasEmail", u.username as "loginName", u.password_hash is not null as "hasLogin",
    u.login_closed_at is not null as "isClosed", exists (select from students s where s.user_id = u.id and ${hasLeft}) as "hasLeft",
    e.class_name as "className", e.section, e.roll_no as "rollNo", g.guardian
  from ${from}
  left join lateral (
    select json_build_object('id', p.id, 'name', p.name, 'hasEmail', p.email is not null,
      'loginName', coalesce(p.username, ${freePhone}), 'relation', k.relation, 'seesResults', k.sees_results) as guardian
    from guardianships k join users p on p.id = k.guardian_id
    where k.student_id = u.id and ${needsCode} ${guardian}
    order by ${letterOrder} limit 1) g on true
  order by e.class_name nulls last, u.id limit ${limit}`);
  return [...groupBy(found, ({ className }) => className).values()].flatMap((of) => of.sort(inRollOrder));
}

/** The families of the students who are in a class of a year, or will be, by section and roll number. */
export function listFamilies({ yearId, className, section }: ClassOfYear, limit: number): Promise<Family[]> {
  const inSection = section === null ? Prisma.empty : Prisma.sql`and coalesce(e.section, '') = ${section}`;
  return families(
    Prisma.sql`(select distinct on (e.student_id) e.* from enrolments e
      where e.school_year_id = ${yearId}::uuid and e.class_name = ${className} and ${isNotOver} ${inSection}
      order by e.student_id, e.from_day, e.id) e join users u on u.id = e.student_id`,
    limit,
  );
}

const withPlace = (ids: string[]) => Prisma.sql`
  students s join users u on u.id = s.user_id and s.user_id = any(${ids}::uuid[]) ${joinPlaceNow(Prisma.sql`s.user_id`)}`;

/** The families of these students, each in the class of today, otherwise in the coming one. */
export function listFamiliesOf(ids: string[], limit: number): Promise<Family[]> {
  return families(withPlace(ids), limit);
}

/** The family of a student, with this guardian instead of the first one. */
export async function findFamily(studentId: string, guardianId?: string): Promise<Family | null> {
  const chosen = guardianId === undefined ? Prisma.empty : Prisma.sql`and p.id = ${guardianId}::uuid`;
  const [family] = await families(withPlace([studentId]), 1, chosen);
  return family ?? null;
}

/** A guardian who can log in with a code, as linked to a student. */
export type GuardianWithoutLogin = {
  id: string;
  studentId: string;
  name: string;
  email: string | null;
  relation: string;
  seesResults: boolean;
};

/** The guardians of these students who can log in with a code, for each student in the order of {@link findFamily}. */
export function listGuardiansWithoutLogin(studentIds: string[]): Promise<GuardianWithoutLogin[]> {
  return sql<GuardianWithoutLogin>(Prisma.sql`
    select p.id, k.student_id as "studentId", p.name, p.email, k.relation, k.sees_results as "seesResults"
    from guardianships k join users p on p.id = k.guardian_id
    where k.student_id = any(${studentIds}::uuid[]) and ${needsCode}
    order by k.student_id, ${letterOrder}`);
}
