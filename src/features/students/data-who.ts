import "server-only";
import { begunYearAt, listYears } from "@/features/years/data";
import { identifierOf } from "@/server/auth/login-names";
import { sql } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import { joinPlaceNow } from "@/server/roster/in-class";
import { loginOf } from "./data-roster";
import type { WhoView } from "./schema-list";

type Row = Omit<WhoView, "kind" | "takesClass"> & {
  isStudent: boolean;
  isGuardian: boolean;
  isOrWasStaffOrGuardian: boolean;
};

// A guardian who is also a student counts as the student, so has no children here.
const children = Prisma.sql`case when s.user_id is not null then '[]' else coalesce((select json_agg(json_build_object(
    '_id', c.id, 'name', c.name, 'className', e.class_name::text, 'section', e.section, 'rollNo', e.roll_no) order by c.name, c.id)
  from (select student_id from guardianships where guardian_id = u.id and ended_at is null limit 20) k
  join users c on c.id = k.student_id ${joinPlaceNow(Prisma.sql`c.id`)}), '[]') end`;

/**
 * The person with an address or admission number, or null. Results are not added for colleagues or former guardians. A current
 * guardian is found, so that the children can be offered.
 */
export async function findWho(identifier: string): Promise<WhoView | null> {
  const name = identifierOf("user", identifier);
  const meant = name.includes("@") ? Prisma.sql`u.email = ${name}` : Prisma.sql`upper(s.admission_no) = upper(${name})`;
  const [row] = await sql<Row>(Prisma.sql`
    select u.id as "_id", u.name, ${loginOf} as login, u.created_at as "signedUpAt", s.user_id is not null as "isStudent",
      exists (select from guardianships k where k.guardian_id = u.id and k.ended_at is null) as "isGuardian",
      exists (select from staff_grants where user_id = u.id)
        or exists (select from guardianships where guardian_id = u.id) as "isOrWasStaffOrGuardian",
      e.class_name::text as "className", e.section, e.roll_no as "rollNo", ${children} as children
    from users u left join students s on s.user_id = u.id ${joinPlaceNow(Prisma.sql`u.id`)}
    where u.role = 'user' and ${meant}`);
  if (!row) return null;
  const { isStudent, isGuardian, isOrWasStaffOrGuardian, ...person } = row;
  if (isOrWasStaffOrGuardian && !isStudent && !isGuardian) return null;
  const kind = isStudent ? "student" : isGuardian ? "guardian" : "account";
  return { ...person, kind, takesClass: kind === "account" && begunYearAt(await listYears(), new Date()) !== null };
}

/** For each of these students, the first guardian whose address leads to the children in `findWho`. */
export async function findGuardianAddresses(studentIds: string[]) {
  if (studentIds.length === 0) return new Map<string, { email: string; guardian: string }>();
  const found = await sql<{ id: string; email: string; guardian: string }>(Prisma.sql`
    select distinct on (k.student_id) k.student_id as id, g.email, g.name as guardian
    from guardianships k join users g on g.id = k.guardian_id
    where k.student_id = any(${studentIds}::uuid[]) and k.ended_at is null and g.email is not null and g.role = 'user'
      and not exists (select from students s where s.user_id = g.id)
    order by k.student_id, k.contact_order, k.created_at`);
  return new Map(found.map(({ id, ...address }) => [id, address]));
}
