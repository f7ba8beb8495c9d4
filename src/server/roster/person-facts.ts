import "server-only";
import { sql } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import { joinPlaceNow } from "./in-class";

type Place = { className: string | null; section: string | null };

/** What tells people with the same name apart. */
export type PersonFacts = Place & {
  phone: string | null;
  admissionNo: string | null;
  children: ({ name: string; relation: string } & Place)[];
};

/** The children of a guardian `u` with their classes, as JSON. */
export const childrenNow = Prisma.sql`(select coalesce(json_agg(json_build_object('name', c.name, 'relation', k.relation,
    'className', e.class_name::text, 'section', e.section) order by c.name, c.id), '[]')
  from (select * from guardianships where guardian_id = u.id and ended_at is null limit 20) k
  join users c on c.id = k.student_id ${joinPlaceNow(Prisma.sql`c.id`)})`;

/** Phone number, admission number and class of people, and their children, by id; erased people have none. */
export async function findFacts(ids: readonly string[]): Promise<Map<string, PersonFacts>> {
  const rows = await sql<PersonFacts & { id: string }>(Prisma.sql`
    select u.id, u.phone, s.admission_no as "admissionNo", e.class_name::text as "className", e.section, ${childrenNow} as children
    from users u left join students s on s.user_id = u.id ${joinPlaceNow(Prisma.sql`u.id`)}
    where u.id = any(${[...ids]}::uuid[])`);
  return new Map(rows.map(({ id, ...facts }) => [id, facts]));
}
