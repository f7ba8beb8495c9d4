import "server-only";
import { institute } from "@/content/institute";
import type { Taught } from "@/lib/may";
import type { Principal } from "@/lib/principal";
import { sql } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";

/** Today in the institute's zone: a grant lasts until the end of its last day there. */
const today = Prisma.sql`(now() at time zone ${institute.timeZone})::date`;

/** True of a grant `g` that holds today. */
export const isOpen = Prisma.sql`g.ended_at is null and g.from_day <= ${today} and coalesce(g.to_day, ${today}) >= ${today}`;

/** The keys of the subject of a grant `g`; null for all subjects. */
export const keysOfSubject = Prisma.sql`(select json_agg(key) from (
  select s.key from subjects s where s.id = g.subject_id
  union all select p.key from subject_spellings p where p.subject_id = g.subject_id) named)`;

/** What decides on the admin side. */
export type Standing = Pick<Principal, "grants" | "lacksSecondStep">;

const grantsOf = (userId: string) => Prisma.sql`(select coalesce(json_agg(case
    when g.role <> 'teacher' then json_build_object('role', g.role)
    else json_build_object('role', g.role, 'className', g.class_name, 'section', g.section, 'subjectKeys', ${keysOfSubject})
  end), '[]') from staff_grants g where g.user_id = ${userId}::uuid and ${isOpen})`;

/** What somebody may do on the admin side today: all there is for the built-in administrator, else by grants. */
export async function findStanding(userId: string, isBuiltIn: boolean): Promise<Standing> {
  const grants = isBuiltIn ? Prisma.sql`'[{"role": "administrator"}]'::json` : grantsOf(userId);
  const [found] = await sql<Omit<Standing, "lacksSecondStep"> & { isDemanded: boolean }>(
    Prisma.sql`select ${grants} as grants,
      exists (select from settings where key = 'staffSecondStep' and value = 'true') as "isDemanded"`,
  );
  return { grants: found?.grants ?? [], lacksSecondStep: found?.isDemanded ?? true };
}

/** True for anyone who may work on the admin side today by a grant. */
export async function hasGrant(userId: string): Promise<boolean> {
  const found = await sql(
    Prisma.sql`select from staff_grants g where g.user_id = ${userId}::uuid and ${isOpen} limit 1`,
  );
  return found.length > 0;
}

/** True for anyone who works here, or will: a grant is not over, even if its first day has not come. */
export async function isOfStaff(userId: string): Promise<boolean> {
  const found = await sql(
    Prisma.sql`select from staff_grants g where g.user_id = ${userId}::uuid and g.ended_at is null
      and coalesce(g.to_day, ${today}) >= ${today} limit 1`,
  );
  return found.length > 0;
}

type OfGrants = { ids: string[] } | { openExceptOf: string };

/** What grants teach: some that have ended, or all that are open today of everybody else. */
export async function listTaughtBy(which: OfGrants): Promise<Taught[]> {
  const those =
    "ids" in which
      ? Prisma.sql`g.id = any(${which.ids}::uuid[])`
      : Prisma.sql`g.user_id <> ${which.openExceptOf}::uuid and ${isOpen}`;
  return sql<Taught>(Prisma.sql`
    select g.class_name as "className", g.section, ${keysOfSubject} as "subjectKeys"
    from staff_grants g where g.role = 'teacher' and ${those}`);
}
