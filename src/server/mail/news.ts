import "server-only";
import { emailDelay, longestEmailDelay } from "@/lib/email-delay";
import type { Transaction } from "@/server/db/client";
import { newIds } from "@/server/db/ids";
import type { Prisma } from "@/server/generated/prisma/client";
import { requestId } from "@/server/observability/request-scope";

/** News for a person, to be combined with other news of the same kind. What is not optional waits for no digest. */
export type News = {
  kind: string;
  recipient: string;
  userId: string;
  item: Prisma.InputJsonObject;
  isOptional?: boolean;
};

/**
 * Enqueues one email for each person, or adds to the last one that is still delayed, whose delay then starts again. Its `about` lists
 * the items in order.
 */
export async function enqueueNews(tx: Transaction, news: News[], now: Date): Promise<void> {
  if (news.length === 0) return;
  const people = new Map<string, Omit<News, "item"> & { items: Prisma.InputJsonObject[] }>();
  for (const { item, isOptional = true, ...to } of news) {
    const key = JSON.stringify([to.kind, to.userId, to.recipient]);
    const known = people.get(key);
    people.set(key, {
      ...to,
      items: [...(known?.items ?? []), item],
      isOptional: isOptional && known?.isOptional !== false,
    });
  }
  const ids = newIds(people.size);
  const given = JSON.stringify([...people.values()].map((one, index) => ({ ...one, id: ids[index] })));
  const dueAt = new Date(now.getTime() + emailDelay);
  // Of two concurrent transactions, the second finds the email of the first.
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtext('news'))`;
  await tx.$executeRaw`
    with given as (
      select * from json_to_recordset(${given}::json) as row (id uuid, kind text, "userId" uuid, recipient text, items jsonb, "isOptional" boolean)
    ), latest as (
      select distinct on (given.id) m.id as mail_id, given.id, given.items, given."isOptional" from given join mails m on m.user_id = given."userId"
        and m.kind = given.kind and m.recipient = given.recipient and m.state = 'waiting' and m.attempts = 0
        and m.due_at > ${now} and m.created_at > ${new Date(now.getTime() - longestEmailDelay)}
      order by given.id, m.created_at desc, m.id desc
    ), joined as (
      update mails m set about = jsonb_build_object('items', (m.about -> 'items') || latest.items),
        due_at = greatest(m.due_at, ${dueAt}), is_optional = m.is_optional and latest."isOptional"
      from latest where m.id = latest.mail_id and m.state = 'waiting' and m.attempts = 0
      returning latest.id
    )
    insert into mails (id, event, kind, recipient, rank, user_id, is_optional, about, created_at, due_at, request_id)
    select id, kind || ':' || id, kind, recipient, 1, "userId", "isOptional", jsonb_build_object('items', items), ${now}, ${dueAt},
      ${requestId() ?? null}
    from given where id not in (select id from joined)`;
}

/** True while an email of a kind that lists the item has not left. */
export async function isNewsWaiting(tx: Transaction, { kind, item }: Pick<News, "kind" | "item">): Promise<boolean> {
  const found = await tx.$queryRaw<object[]>`select from mails where kind = ${kind} and state = 'waiting'
    and about -> 'items' @> ${JSON.stringify([item])}::jsonb limit 1`;
  return found.length > 0;
}
