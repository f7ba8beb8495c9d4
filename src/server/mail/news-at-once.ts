import "server-only";
import type { Transaction } from "@/server/db/client";
import { takeLock } from "@/server/db/locks";
import type { Prisma } from "@/server/generated/prisma/client";
import { enqueueEmails } from "./outbox";

type Unsent = { userId: string; item: Prisma.InputJsonObject };

type Urgent = {
  kind: string;
  /** Unique name of the event. */
  event: string;
  people: readonly { userId: string; recipient: string }[];
  item: Prisma.InputJsonObject;
  /** Selects the items that become obsolete: those of emails of this kind that have this part. */
  replaces: { kind: string; part: Prisma.InputJsonObject };
};

/**
 * Removes obsolete items from delayed emails and from parts of digests. Returns each person's first obsolete item that has not
 * left. An email that is sent again has the event of the first one.
 */
function takeOut(tx: Transaction, ids: string[], { kind, part }: Urgent["replaces"]): Promise<Unsent[]> {
  const given = JSON.stringify(part);
  return tx.$queryRaw<Unsent[]>`
    with held as materialized (
      select m.id, m.user_id, m.created_at, m.about, leaving.state = 'waiting' and m.event = m.kind || ':' || m.id
        and (leaving.attempts = 0 or leaving.fault is not null) as is_unsent
      from mails m join mails leaving on leaving.id = coalesce(m.digest_id, m.id)
      where m.user_id = any(${ids}::uuid[]) and m.kind = ${kind} and m.state in ('waiting', 'gathered')
        and m.about -> 'items' @> jsonb_build_array(${given}::jsonb)
      for update of m
    ), stripped as (
      update mails m set about = jsonb_set(m.about, '{items}', (
        select coalesce(jsonb_agg(one.item order by one.place), '[]') from jsonb_array_elements(m.about -> 'items')
          with ordinality as one (item, place) where not one.item @> ${given}::jsonb))
      from held where m.id = held.id
    )
    select distinct on (user_id) user_id as "userId", one.item
    from held, jsonb_array_elements(about -> 'items') with ordinality as one (item, place)
    where is_unsent and one.item @> ${given}::jsonb order by user_id, created_at, id, place`;
}

/**
 * Enqueues an email for each person that is sent immediately, and removes the items that it replaces from delayed emails and
 * from parts of digests. It also replaces an earlier email of the same kind that has not left. The first item that has not left
 * is kept, because it says what the person knows.
 */
export async function enqueueNewsAtOnce(tx: Transaction, { kind, event, people, item, replaces }: Urgent, now: Date) {
  if (people.length === 0) return;
  const ids = people.map(({ userId }) => userId);
  const part = JSON.stringify(replaces.part);
  await takeLock(tx, "news");
  const taken = await takeOut(tx, ids, replaces);
  // An email that is being delivered has an attempt and no fault (leaseNext), and may have left.
  const unsent = await tx.$queryRaw<Unsent[]>`
    delete from mails where user_id = any(${ids}::uuid[]) and kind = ${kind} and state = 'waiting'
      and (attempts = 0 or fault is not null) and about -> 'items' @> jsonb_build_array(${part}::jsonb)
    returning user_id as "userId", about -> 'items' -> 0 as item`;
  const itemOf = new Map([...taken, ...unsent].map((one) => [one.userId, one.item]));
  const dueAt = now.toISOString();
  await enqueueEmails(
    tx,
    people.map((to) => ({
      kind,
      event: `${event}:${to.userId}`,
      rank: 1,
      ...to,
      about: { items: [itemOf.get(to.userId) ?? item] },
      dueAt,
    })),
  );
}
