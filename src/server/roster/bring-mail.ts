import "server-only";
import type { Transaction } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import { takeApart } from "@/server/mail/choices";

type Pair = { to: string; from: string };

/**
 * Emails of people who are merged, and what they have read, confirmed and chosen. Of each pair, `to` remains and `from` is
 * deleted. A receipt that both have remains once, and news that both were to be told is told once.
 */
export async function bringMail(tx: Transaction, merged: readonly Pair[], now: Date): Promise<void> {
  const pairs = Prisma.sql`json_to_recordset(${JSON.stringify(merged)}::json) as row ("to" uuid, "from" uuid)`;
  await bringReceipts(tx, pairs);
  await tx.$executeRaw`
    update mail_choices c set user_id = row."to"
    from ${pairs} where c.user_id = row."from"
      and not exists (select from mail_choices x where x.user_id = row."to")`;
  // The person who remains gets only one digest a day.
  const from = merged.map((one) => one.from);
  await takeApart(tx, from, now);
  await dropTwice(tx, pairs);
  await tx.$executeRaw`
    update mails m set user_id = row."to"
    from ${pairs} where m.user_id = row."from"`;
}

/** Deletes emails of `from` that `to` will receive or has received, and removes such items from combined emails. */
async function dropTwice(tx: Transaction, pairs: Prisma.Sql): Promise<void> {
  const isTold = Prisma.sql`x.user_id = row."to" and x.state in ('waiting', 'gathered', 'sent', 'kept')`;
  // The event of an email to each person of an audience ends with that person's id.
  await tx.$executeRaw`
    delete from mails m using ${pairs}, mails x
    where m.user_id = row."from" and m.state = 'waiting' and ${isTold}
      and m.event like '%' || row."from" and x.event = replace(m.event, row."from"::text, row."to"::text)`;
  await tx.$executeRaw`
    update mails m set about = jsonb_set(m.about, '{items}', (
      select coalesce(jsonb_agg(one.item order by one.place), '[]') from jsonb_array_elements(m.about -> 'items')
        with ordinality as one (item, place)
      where not exists (select from mails x where ${isTold} and x.kind = m.kind and x.about -> 'items' @> jsonb_build_array(one.item))))
    from ${pairs} where m.user_id = row."from" and m.state = 'waiting' and m.event = m.kind || ':' || m.id
      and jsonb_typeof(m.about -> 'items') = 'array'`;
}

/** Receipts by these people, and about them. */
async function bringReceipts(tx: Transaction, pairs: Prisma.Sql): Promise<void> {
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
}
