import "server-only";
import { nameInPromotions } from "@/server/batches/batches";
import { sql, type Transaction } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";

/** The entry that an account is attached to, and the account. */
export type Pair = { to: string; from: string };

/** The pairs as the table `row`. */
export const pairsOf = (merged: readonly Pair[]) =>
  Prisma.sql`json_to_recordset(${JSON.stringify(merged)}::json) as row ("to" uuid, "from" uuid)`;

/**
 * The enrolments `moving` to the entries, and the entries whose leave changes with them, `leaves`. An account that was added with
 * its first result brings its class along; a student who had left returns with that class, or leaves with it. A class stays
 * behind if its days overlap those of the entry's own classes.
 */
const ofEnrolments = (pairs: Prisma.Sql) => Prisma.sql`
  moving as (
    select e.*, row."to", row."from" from enrolments e join ${pairs} on e.student_id = row."from"
    where not exists (
      select from enrolments x where x.student_id = row."to" and x.end_reason is distinct from 'mistake'
        and x.from_day <= coalesce(e.to_day, 'infinity') and coalesce(x.to_day, 'infinity') >= e.from_day)),
  leaves as (
    select s.user_id, f.left_on, f.left_reason
    from moving m join students f on f.user_id = m."from" join students s on s.user_id = m."to"
    where (m.to_day is null or m.end_reason = 'left') and s.left_on is distinct from f.left_on
      and (s.left_on is null or s.left_on < coalesce(f.left_on, m.from_day))
      and not exists (select from enrolments x where x.student_id = s.user_id and x.end_reason is distinct from 'mistake'
        and x.from_day > m.from_day))`;

/** Moves classes and leaves of accounts to the entries. */
export async function bringEnrolments(tx: Transaction, pairs: Prisma.Sql): Promise<void> {
  await tx.$executeRaw`
    with ${ofEnrolments(pairs)},
      moved as (update enrolments e set student_id = m."to" from moving m where e.id = m.id)
    update students s set left_on = l.left_on, left_reason = l.left_reason from leaves l where s.user_id = l.user_id`;
  const classes = await tx.$queryRaw<(Pair & { id: string })[]>`
    select e.id, row."to", row."from" from enrolments e join ${pairs} on e.student_id = row."to"`;
  await nameInPromotions(tx, classes);
}

type Enrolled = {
  enrolment: { className: string; section: string | null } | null;
  leave: { leftOn: string | null } | null;
};

/** The latest class that would move from an account to an entry, and the change of the entry's leave, if any. */
export async function findMoving(pair: Pair): Promise<Enrolled> {
  const [row] = await sql<Enrolled>(Prisma.sql`
    with ${ofEnrolments(pairsOf([pair]))}
    select (select json_build_object('className', class_name::text, 'section', section) from moving
        where end_reason is distinct from 'mistake' order by from_day desc limit 1) as enrolment,
      (select json_build_object('leftOn', left_on) from leaves limit 1) as leave`);
  return row ?? { enrolment: null, leave: null };
}
