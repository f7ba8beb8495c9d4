import "server-only";
import { dateHere } from "@/content/institute";
import { kept } from "@/content/retention";
import { makesColleague } from "@/server/auth/grants";
import { sql } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";

// Excludes people who returned, work here, or have a child here now, and leaves that were entered recently (decision 160).
const leftLongAgo = (years: number, now: Date) => Prisma.sql`
  from students s join users u on u.id = s.user_id
  where s.left_on < (${dateHere(now)}::date - make_interval(years => ${years}::int))::date
    and not exists (select from enrolments e where e.student_id = s.user_id and e.to_day is null)
    and not exists (select from staff_grants g where g.user_id = s.user_id and ${makesColleague})
    and not exists (select from guardianships g where g.guardian_id = s.user_id and g.ended_at is null)
    and not exists (select from person_changes c where c.user_id = s.user_id
      and c.action in ('student-ended', 'students-ended') and c.at >= ${monthBefore(now)})
    and not exists (select from batch_rows r join batches b on b.id = r.batch_id where r.subject_id = s.user_id
      and b.kind = 'promotion' and b.state = 'applied' and b.applied_at >= ${monthBefore(now)})`;

const monthBefore = (now: Date) => new Date(now.getTime() - kept.undo * 24 * 60 * 60 * 1000);

export async function countLeft(years: number, now: Date): Promise<number> {
  const [row] = await sql<{ count: number }>(Prisma.sql`select count(*)::int as count ${leftLongAgo(years, now)}`);
  return row?.count ?? 0;
}

type Former = { id: string; name: string; email: string | null };

/** Students who left more than this many years ago, earliest first, without the first `skip`. */
export function listLeft(years: number, most: number, now: Date, skip: number): Promise<Former[]> {
  return sql(
    Prisma.sql`select u.id, u.name, u.email ${leftLongAgo(years, now)}
      order by s.left_on, u.id limit ${most} offset ${skip}`,
  );
}

/** The guardians of these students who have no other role here, and whose address is not in use. */
export function listGuardiansOfNobodyElse(studentIds: string[], inUse: string[] = []): Promise<Former[]> {
  return sql(Prisma.sql`
    select distinct u.id, u.name, u.email from guardianships k join users u on u.id = k.guardian_id
    where k.student_id = any(${studentIds}::uuid[]) and u.role = 'user'
      and (u.email is null or u.email <> all(${inUse}))
      and not exists (select from guardianships o where o.guardian_id = u.id and o.student_id <> all(${studentIds}::uuid[]))
      and not exists (select from students s where s.user_id = u.id)
      and not exists (select from staff_grants g where g.user_id = u.id)`);
}
