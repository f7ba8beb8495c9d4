import "server-only";
import type { Transaction } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";

/**
 * What people who are merged have read, confirmed and chosen goes with them. `pairs` lists who remains, `"to"`, and who is
 * deleted, `"from"`, as `row`. What both have read or confirmed remains once.
 */
export async function bringMail(tx: Transaction, pairs: Prisma.Sql): Promise<void> {
  const moved = Prisma.sql`moved as (
    select r.id, r.notice_id, r.version, r.seen_at, r.confirmed_at,
      case when r.user_id = row."from" then row."to" else r.user_id end as user_id,
      case when r.student_id = row."from" then row."to" else r.student_id end as student_id
    from notice_receipts r join ${pairs} on row."from" in (r.user_id, r.student_id))`;
  const isSame = Prisma.sql`x.notice_id = m.notice_id and x.version = m.version and x.user_id = m.user_id
    and x.student_id is not distinct from m.student_id`;
  await tx.$executeRaw`
    with ${moved}
    update notice_receipts x set confirmed_at = coalesce(x.confirmed_at, m.confirmed_at), seen_at = least(x.seen_at, m.seen_at)
    from moved m where ${isSame}`;
  await tx.$executeRaw`
    with ${moved}
    update notice_receipts r set user_id = m.user_id, student_id = m.student_id
    from moved m where r.id = m.id and not exists (select from notice_receipts x where ${isSame})`;
  await tx.$executeRaw`
    update mail_choices c set user_id = row."to"
    from ${pairs} where c.user_id = row."from"
      and not exists (select from mail_choices x where x.user_id = row."to")`;
}
