import "server-only";
import { institute } from "@/content/institute";
import { sql } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";

/** Today in the institute's zone: a grant lasts until the end of its last day there. */
const today = Prisma.sql`(now() at time zone ${institute.timeZone})::date`;

const isOpen = Prisma.sql`g.ended_at is null and g.from_day <= ${today} and coalesce(g.to_day, ${today}) >= ${today}`;

const keysOfSubject = Prisma.sql`(select json_agg(key) from (
  select s.key from subjects s where s.id = g.subject_id
  union all select p.key from subject_spellings p where p.subject_id = g.subject_id) named)`;

/** The grants of a session `s` of a user `u` as JSON: none on the user side, and all there are for the built-in administrator. */
export const grantsOf = Prisma.sql`case
  when s.side = 'user' then '[]'
  when u.role = 'admin' then '[{"role": "administrator"}]'
  else (select coalesce(json_agg(case
      when g.role <> 'teacher' then json_build_object('role', g.role)
      else json_build_object('role', g.role, 'className', g.class_name, 'section', g.section, 'subjectKeys', ${keysOfSubject})
    end), '[]') from staff_grants g where g.user_id = u.id and ${isOpen}) end`;

/** True for whoever may work on the admin side today by a grant. */
export async function hasGrant(userId: string): Promise<boolean> {
  const found = await sql(
    Prisma.sql`select from staff_grants g where g.user_id = ${userId}::uuid and ${isOpen} limit 1`,
  );
  return found.length > 0;
}

/** True for whoever works here, or will: a grant is not over, even if its first day has not come. */
export async function isOfStaff(userId: string): Promise<boolean> {
  const found = await sql(
    Prisma.sql`select from staff_grants g where g.user_id = ${userId}::uuid and g.ended_at is null
      and coalesce(g.to_day, ${today}) >= ${today} limit 1`,
  );
  return found.length > 0;
}

/** Whether a session `s` lacks the second step that the settings demand of staff. */
export const lacksSecondStep = Prisma.sql`(s.side = 'admin' and not s.second_step
  and exists (select from settings where key = 'staffSecondStep' and value = 'true'))`;
