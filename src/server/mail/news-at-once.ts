import "server-only";
import type { Transaction } from "@/server/db/client";
import type { Prisma } from "@/server/generated/prisma/client";
import { enqueueEmails } from "./outbox";

type Unsent = { userId: string; item: Prisma.InputJsonObject };

type Urgent = {
  kind: string;
  /** Unique name of the event. */
  event: string;
  people: readonly { userId: string; recipient: string }[];
  item: Prisma.InputJsonObject;
  /** Returns the items of emails of this kind that are obsolete. */
  replaces: { kind: string; part: Prisma.InputJsonObject };
};

/**
 * Enqueues an email for each person that is sent at once, and removes the items it replaces from delayed emails and
 * from parts of digests. An earlier one of the same kind that has not left gives way, too; its item is kept, for it says what
 * the person knows.
 */
export async function enqueueNewsAtOnce(tx: Transaction, { kind, event, people, item, replaces }: Urgent, now: Date) {
  if (people.length === 0) return;
  const ids = people.map(({ userId }) => userId);
  const part = JSON.stringify(replaces.part);
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtext('news'))`;
  await tx.$executeRaw`
    update mails set about = jsonb_set(about, '{items}', (
      select coalesce(jsonb_agg(one.item order by one.place), '[]') from jsonb_array_elements(about -> 'items')
        with ordinality as one (item, place) where not one.item @> ${part}::jsonb))
    where user_id = any(${ids}::uuid[]) and kind = ${replaces.kind} and state in ('waiting', 'gathered')
      and about -> 'items' @> jsonb_build_array(${part}::jsonb)`;
  // One that is being delivered has an attempt and no fault (leaseNext), and may have left.
  const unsent = await tx.$queryRaw<Unsent[]>`
    delete from mails where user_id = any(${ids}::uuid[]) and kind = ${kind} and state = 'waiting'
      and (attempts = 0 or fault is not null) and about -> 'items' @> jsonb_build_array(${part}::jsonb)
    returning user_id as "userId", about -> 'items' -> 0 as item`;
  const itemOf = new Map(unsent.map((one) => [one.userId, one.item]));
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
