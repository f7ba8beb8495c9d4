import "server-only";
import { emailDelay, longestEmailDelay } from "@/lib/email-delay";
import type { Transaction } from "@/server/db/client";
import { newIds } from "@/server/db/ids";
import { takeLock } from "@/server/db/locks";
import type { Prisma } from "@/server/generated/prisma/client";
import { requestId } from "@/server/observability/request-scope";
import { isSentAtOnce } from "./choices";

/** News for a person, to be combined with other news of the same kind. A digest would be too late for brief news. */
export type News = {
  kind: string;
  recipient: string;
  userId: string;
  item: Prisma.InputJsonObject;
  /** What the item is about, in the field by which the first item about it names it. */
  about: Prisma.InputJsonObject;
  isBrief?: boolean;
};

/** News that has not left, with what became of the attempts to send it. */
type Unsent = Required<Omit<News, "about">> & { createdAt: Date; dueAt: Date; attempts: number; fault: string | null };

/**
 * Deletes news that these people have not been sent yet, and returns it in order:
 * - news within its delay that is younger than an hour;
 * - overdue news, unless the digest is about to gather it. In an outage its hour begins again. News that is being
 *   delivered has an attempt and no fault (`leaseNext`) and stays: it may have left. News that is sent again has the event of
 *   the first one.
 */
function takeUnsent(tx: Transaction, news: News[], now: Date, hourAgo: Date): Promise<Unsent[]> {
  const people = new Map(news.map(({ kind, userId }) => [kind + userId, { kind, userId }]));
  const given = JSON.stringify([...people.values()]);
  return tx.$queryRaw<Unsent[]>`
    with taken as (
      delete from mails where state = 'waiting' and event = kind || ':' || id
        and (kind, user_id) in (select kind, "userId" from json_to_recordset(${given}::json) as row (kind text, "userId" uuid))
        and case when fault is null and due_at > ${now}
          then attempts = 0 and created_at > ${hourAgo}
          else (attempts = 0 or fault is not null) and ${isSentAtOnce} end
      returning *, fault is null and due_at > ${now} as is_young
    )
    select kind, recipient, user_id as "userId", not is_optional as "isBrief", one.item, attempts, fault,
      case when is_young or not exists (select from mail_outages) then created_at else ${now} end as "createdAt",
      due_at as "dueAt"
    from taken, jsonb_array_elements(about -> 'items') with ordinality as one (item, place)
    order by created_at, id, place`;
}

/**
 * Adds news to an email that `takeUnsent` leaves, or to a part of a digest, if that email has not left and is about the same
 * thing, unless the news is brief: both leave together. Returns the rest. Emails are locked before digests, as in `applyChoices`. The cast
 * avoids the index on `state`: the planner expects few waiting emails, and would read them all for each email.
 */
async function joinUnsent(tx: Transaction, news: News[]): Promise<News[]> {
  const given = JSON.stringify(news.map((one, place) => ({ ...one, place })));
  const joined = await tx.$queryRaw<{ place: number }[]>`
    with found as materialized (
      select m.id, row.place, row.item from json_to_recordset(${given}::json)
        as row (place int, kind text, "userId" uuid, item jsonb, about jsonb, "isBrief" boolean)
      join mails m on m.user_id = row."userId" and m.kind = row.kind and m.state in ('waiting', 'gathered')
        and m.event = m.kind || ':' || m.id and m.about -> 'items' @> jsonb_build_array(row.about)
      join mails leaving on leaving.id = coalesce(m.digest_id, m.id) and leaving.state::text = 'waiting'
        and (leaving.attempts = 0 or leaving.fault is not null)
      where row."isBrief" is distinct from true
      order by m.digest_id is not null, leaving.user_id, leaving.id for update of leaving
    ), once as (select distinct on (place) place, id, item from found order by place, id),
    added as (
      update mails set about = jsonb_set(about, '{items}', about -> 'items' || more.items)
      from (select id, jsonb_agg(item order by place) as items from once group by id) more where mails.id = more.id
    )
    select place from once`;
  const places = new Set(joined.map(({ place }) => place));
  return news.filter((_, place) => !places.has(place));
}

/**
 * Enqueues one email for each person, together with earlier news that has not left. The delay starts again, except for news
 * older than an hour, which keeps its place in the queue. The `about` of the email lists the items in order. If another waiting
 * email is about the same thing, the news leaves with that email (decision 377).
 */
export async function enqueueNews(tx: Transaction, news: News[], now: Date): Promise<void> {
  if (news.length === 0) return;
  // If two transactions run at the same time, the second one finds the email of the first.
  await takeLock(tx, "news");
  const dueAt = new Date(now.getTime() + emailDelay);
  const hourAgo = new Date(now.getTime() - longestEmailDelay);
  const unsent = await takeUnsent(tx, news, now, hourAgo);
  const rest = await joinUnsent(tx, news);
  const fresh = rest.map(({ about: _, ...one }) => ({
    isBrief: false,
    ...one,
    createdAt: now,
    dueAt,
    attempts: 0,
    fault: null,
  }));
  const people = new Map<string, Omit<Unsent, "item"> & { items: Prisma.InputJsonObject[] }>();
  for (const { item, ...one } of [...unsent, ...fresh]) {
    const key = JSON.stringify([one.kind, one.userId]);
    const known = people.get(key) ?? { ...one, items: [] };
    people.set(key, {
      ...known,
      recipient: one.recipient,
      items: [...known.items, item],
      isBrief: known.isBrief || one.isBrief,
      createdAt: one.createdAt < known.createdAt ? one.createdAt : known.createdAt,
      dueAt: known.createdAt > hourAgo && one.dueAt > known.dueAt ? one.dueAt : known.dueAt,
      attempts: Math.max(known.attempts, one.attempts),
      fault: known.fault ?? one.fault,
    });
  }
  const ids = newIds(people.size);
  const rows = [...people.values()].map((one, index) => ({ ...one, id: ids[index] }));
  await tx.$executeRaw`
    insert into mails (id, event, kind, recipient, rank, user_id, is_optional, is_brief, about, attempts, fault, created_at, due_at,
      request_id)
    select id, kind || ':' || id, kind, recipient, 1, "userId", not "isBrief", "isBrief", jsonb_build_object('items', items),
      attempts, fault, "createdAt", "dueAt", ${requestId() ?? null}
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (id uuid, kind text, "userId" uuid, recipient text, items jsonb,
      "isBrief" boolean, attempts smallint, fault text, "createdAt" timestamptz, "dueAt" timestamptz)`;
}

/**
 * Takes an item out of all emails that have not left, and out of parts of digests, so that the emails that have left show who
 * was told. A person whose email is leaving at this moment is told again. Returns whether there was such an item.
 */
export async function takeBackNews(tx: Transaction, { kind, item }: Pick<News, "kind" | "item">): Promise<boolean> {
  const given = JSON.stringify(item);
  await takeLock(tx, "news");
  const count = await tx.$executeRaw`
    update mails set about = jsonb_set(about, '{items}', (
      select coalesce(jsonb_agg(one.item order by one.place), '[]') from jsonb_array_elements(about -> 'items')
        with ordinality as one (item, place) where one.item <> ${given}::jsonb))
    where kind = ${kind} and state in ('waiting', 'gathered') and about -> 'items' @> jsonb_build_array(${given}::jsonb)
      and id in (select id from mails where state = 'waiting' union all
        select part.id from mails d join mails part on part.digest_id = d.id where d.state = 'waiting')`;
  return count > 0;
}

/** Leaves out the people who were already told of the same item by an email that has left. */
export async function leaveOutTold(tx: Transaction, news: News[]): Promise<News[]> {
  const given = JSON.stringify(news);
  const told = await tx.$queryRaw<{ userId: string }[]>`
    select m.user_id as "userId" from json_to_recordset(${given}::json) as row (kind text, "userId" uuid, item jsonb)
    join mails m on m.user_id = row."userId" and m.kind = row.kind and m.about -> 'items' @> jsonb_build_array(row.item)
    left join mails d on d.id = m.digest_id where coalesce(d.state, m.state) in ('sent', 'kept')`;
  const ids = new Set(told.map(({ userId }) => userId));
  return news.filter(({ userId }) => !ids.has(userId));
}
