import "server-only";
import type { Principal } from "@/lib/principal";
import { sql } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import { ownNotices, readerOf } from "./data-own";

type OpenNotice = { _id: string; title: string; publishedAt: Date; toConfirm: boolean; names: string[] };

/** The caller's unread or unconfirmed notices: those that need a confirmation first, then newest first. */
export function listOpen(principal: Principal, now: Date, most: number): Promise<OpenNotice[]> {
  const isUnanswered = Prisma.sql`o.must_confirm and o.confirmed_at is null`;
  return sql<OpenNotice>(Prisma.sql`
    with ${ownNotices(readerOf(principal), now)}
    select o.id as "_id", o.title, o.published_at as "publishedAt", bool_or(${isUnanswered}) as "toConfirm",
      coalesce(array_agg(o.child order by o.child) filter (where o.child is not null), '{}') as names
    from own o where o.state = 'published' and (o.seen_at is null or (${isUnanswered}))
    group by o.id, o.title, o.published_at
    order by "toConfirm" desc, o.published_at desc, o.id desc limit ${most}`);
}
