import "server-only";
import { institute } from "@/content/institute";
import type { Taught } from "@/lib/may";
import type { Principal } from "@/lib/principal";
import { db, sql } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";

/** Today in the institute's zone: a grant lasts until the end of its last day there. */
const today = Prisma.sql`(now() at time zone ${institute.timeZone})::date`;

/** True for a grant `g` that makes its person staff, current or future: it has not ended, even if it has not begun. */
export const makesColleague = Prisma.sql`(g.ended_at is null and coalesce(g.to_day, ${today}) >= ${today})`;

/** {@link makesColleague} for Prisma. */
export const isOfColleague = (day: Date) =>
  ({ endedAt: null, OR: [{ toDay: null }, { toDay: { gte: day } }] }) satisfies Prisma.StaffGrantWhereInput;

/** True for a grant `g` that is valid today. */
export const isOpen = Prisma.sql`g.from_day <= ${today} and ${makesColleague}`;

/** The keys of the subject of a grant `g`; null means all subjects. */
export const keysOfSubject = Prisma.sql`(select json_agg(key) from (
  select s.key from subjects s where s.id = g.subject_id
  union all select p.key from subject_spellings p where p.subject_id = g.subject_id) named)`;

/** The rights of a person on the admin side. */
export type Standing = Pick<Principal, "grants" | "lacksSecondStep">;

const grantsOf = (userId: string) => Prisma.sql`(select coalesce(json_agg(case
    when g.role <> 'teacher' then json_build_object('role', g.role)
    else json_build_object('role', g.role, 'className', g.class_name, 'section', g.section, 'subjectKeys', ${keysOfSubject})
  end), '[]') from staff_grants g where g.user_id = ${userId}::uuid and ${isOpen})`;

/** What a person may do on the admin side today: everything for the built-in administrator, otherwise as granted. */
export async function findStanding(userId: string, isBuiltIn: boolean): Promise<Standing> {
  const grants = isBuiltIn ? Prisma.sql`'[{"role": "administrator"}]'::json` : grantsOf(userId);
  const [found] = await sql<Omit<Standing, "lacksSecondStep"> & { isDemanded: boolean }>(
    Prisma.sql`select ${grants} as grants,
      exists (select from settings where key = 'staffSecondStep' and value = 'true') as "isDemanded"`,
  );
  return { grants: found?.grants ?? [], lacksSecondStep: found?.isDemanded ?? true };
}

/** True for anyone with a grant for the admin side that is valid today. */
export async function hasGrant(userId: string): Promise<boolean> {
  const found = await sql(
    Prisma.sql`select from staff_grants g where g.user_id = ${userId}::uuid and ${isOpen} limit 1`,
  );
  return found.length > 0;
}

/** True for current and future staff. */
export async function isOfStaff(userId: string): Promise<boolean> {
  return (await listColleagues([userId])).length > 0;
}

/** Those of the people who are current or future staff. */
export async function listColleagues(userIds: readonly string[]): Promise<string[]> {
  const found = await sql<{ id: string }>(
    Prisma.sql`select distinct g.user_id as id from staff_grants g where g.user_id = any(${userIds}::uuid[])
      and ${makesColleague}`,
  );
  return found.map(({ id }) => id);
}

/** The grant of this id, or those of a person, that `by` ended since a time. */
export async function listEndedBy(which: { id: string } | { userId: string }, by: string, since: Date) {
  const where = { ...which, endedById: by, endedAt: { gte: since } };
  return db().staffGrant.findMany({ where, select: { id: true, userId: true }, take: 1000 });
}

/** True for the built-in administrator and for anyone with such a grant that is valid today. */
export async function isAdministrator(userId: string): Promise<boolean> {
  const found = await sql(
    Prisma.sql`select from users u where u.id = ${userId}::uuid and (u.role = 'admin'
      or exists (select from staff_grants g where g.user_id = u.id and g.role = 'administrator' and ${isOpen}))`,
  );
  return found.length > 0;
}

/** What teachers teach by these grants; without ids, by all open ones. */
export async function listTaughtBy(ids?: string[]): Promise<Taught[]> {
  const those = ids ? Prisma.sql`g.id = any(${ids}::uuid[])` : isOpen;
  return sql<Taught>(Prisma.sql`
    select g.class_name as "className", g.section, ${keysOfSubject} as "subjectKeys"
    from staff_grants g where g.role = 'teacher' and ${those}`);
}
