import "server-only";
import { dateHere, institute } from "@/content/institute";
import { env } from "@/env";
import { db } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";

/** The limits of the mail server per minute and day; null for no limit. */
export function mailLimits(): { perMinute: number | null; perDay: number | null } {
  const { MAIL_PER_MINUTE, MAIL_PER_DAY, SMTP_URL } = env();
  // Files are written without a limit.
  const limitOf = (most: number) => (SMTP_URL === undefined || most === 0 ? null : most);
  return { perMinute: limitOf(MAIL_PER_MINUTE), perDay: limitOf(MAIL_PER_DAY) };
}

/** Account emails, which do not wait, put off the next slot by at most this much. */
const longestWait = Prisma.sql`interval '1 hour'`;

// The clocks of two processes may differ by a minute. A later slot was taken while the clock was ahead.
const mustWait = Prisma.sql`p.next_at > clock_timestamp() and p.next_at < clock_timestamp() + ${longestWait} + interval '1 minute'`;

/**
 * SQL clauses that apply the limits to the statement that leases an email: evenly spaced over all processes, up to the daily
 * limit. Account emails are counted but do not wait.
 */
export function rateClauses(mostRank: number) {
  const { perMinute, perDay } = mailLimits();
  if (perMinute === null && perDay === null) {
    return { before: Prisma.empty, mostRank: Prisma.sql`${mostRank}`, after: Prisma.empty };
  }
  const step = 60 / (perMinute ?? Number.POSITIVE_INFINITY);
  const today = Prisma.sql`(now() at time zone ${institute.timeZone})::date`;
  const hasRoom = perDay === null ? Prisma.sql`true` : Prisma.sql`(day <> ${today} or of_day < ${perDay})`;
  return {
    before: Prisma.sql`pace as materialized (
      select not (${mustWait}) and ${hasRoom} as is_open from mail_paces as p where id = 1 for update),`,
    mostRank: Prisma.sql`case when coalesce((select is_open from pace), true) then ${mostRank} else 0 end`,
    after: Prisma.sql`, counted as (
      insert into mail_paces as p (day, of_day, next_at)
      select ${today}, 1, clock_timestamp() + make_interval(secs => ${step}) from leased
      on conflict (id) do update set day = excluded.day, of_day = case when p.day = excluded.day then p.of_day + 1 else 1 end,
        next_at = least(clock_timestamp() + ${longestWait},
          case when ${mustWait} then p.next_at else clock_timestamp() end + make_interval(secs => ${step})))`,
  };
}

/** Returns a slot that was not used. */
export async function releaseSlot(): Promise<void> {
  const { perMinute, perDay } = mailLimits();
  if (perMinute === null && perDay === null) return;
  const step = 60 / (perMinute ?? Number.POSITIVE_INFINITY);
  await db().$executeRaw`
    update mail_paces set of_day = greatest(of_day - 1, 0), next_at = next_at - make_interval(secs => ${step})`;
}

/** Milliseconds until the next slot; null without a limit per minute or if a slot is free. */
export async function untilNextSlot(): Promise<number | null> {
  if (mailLimits().perMinute === null) return null;
  const [pace] = await db().$queryRaw<{ ms: number }[]>`
    select (extract(epoch from p.next_at - clock_timestamp()) * 1000)::float8 as ms from mail_paces as p where ${mustWait}`;
  return pace ? Math.max(1, Math.ceil(pace.ms)) : null;
}

/** The number of emails sent on the day of `now` in the institute's zone; 0 without a limit. */
export async function countSentOn(now: Date): Promise<number> {
  const pace = await db().mailPace.findFirst({ where: { day: new Date(dateHere(now)) } });
  return pace?.ofDay ?? 0;
}
