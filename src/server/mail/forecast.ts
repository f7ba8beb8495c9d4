import "server-only";
import { dateHere } from "@/content/institute";
import { addDays } from "@/lib/dates";
import { momentHere } from "@/server/clock";
import { db } from "@/server/db/client";
import { isSentAtOnce, type MailChoice, nextDigest } from "./choices";
import { isMailConfigured } from "./outbox";
import { countSentOn, mailLimits } from "./sending-rate";
import { momentOfPlace, spread } from "./spread";

const [minute, day] = [60_000, 24 * 60 * 60_000];

type Forecast = { today: number; tomorrow: number; later: number };

/** The number of due emails that have to wait for a later day because of the daily limit. */
export async function countBeyondToday(now: Date): Promise<number> {
  const { perDay } = mailLimits();
  if (perDay === null) return 0;
  return Math.max(0, (await countQueue(now)) - Math.max(0, perDay - (await countSentOn(now))));
}

/** The number of emails, other than account emails, that are due then and sent on their own. */
async function countQueue(then: Date): Promise<number> {
  const [found] = await db().$queryRaw<{ count: number }[]>`
    select count(*)::int as count from mails
    where state = 'waiting' and rank > 0 and due_at <= ${then} and ${isSentAtOnce}`;
  return found?.count ?? 0;
}

type Waiting = { id: string; rank: number; place: number | null; dueAt: Date; choice: MailChoice | null };

/**
 * The expected sending times of emails that wait without a failure; null for one that its recipient has turned off. Emails
 * that are sent within a minute are left out.
 */
export async function listSendTimes(ids: string[], now: Date): Promise<Map<string, Date | null>> {
  const rows = await db().$queryRaw<Waiting[]>`
    with queue as (
      select id, (row_number() over (partition by rank > 0 order by greatest(due_at, ${now}), rank, due_at, id))::int as place
      from mails where state = 'waiting' and ${isSentAtOnce})
    select m.id, m.rank, q.place, m.due_at as "dueAt", c.choice::text as choice
    from mails m left join queue q on q.id = m.id left join mail_choices c on c.user_id = m.user_id
    where m.id = any(${ids}::uuid[]) and m.state = 'waiting' and m.attempts = 0 and m.fault is null`;
  if (rows.length === 0) return new Map();
  const { perMinute, perDay } = mailLimits();
  const room = (perDay ?? 0) - (await countSentOn(now));
  const pace = { now, midnight: midnightAfter(now), room, perMinute, perDay };
  const moments = rows.map(({ id, rank, place, dueAt, choice }) => {
    const due = dueAt > now ? dueAt : now;
    if (place === null) return [id, choice === "required" ? null : nextDigest(due).at] as const;
    const turn = rank === 0 ? now : momentOfPlace(place, pace);
    return [id, turn > due ? turn : due] as const;
  });
  return new Map(moments.filter(([, at]) => at === null || at.getTime() > now.getTime() + minute));
}

const midnightAfter = (now: Date) => momentHere(addDays(dateHere(now), 1), "00:00");

/**
 * The days, in the institute's zone, on which emails would be sent if they were enqueued with the usual delay; null without
 * a mail server.
 */
export async function forecast(
  { atOnce, inDigest }: { atOnce: number; inDigest: number },
  now: Date,
  pause: number,
): Promise<Forecast | null> {
  if (!isMailConfigured()) return null;
  const begin = new Date(now.getTime() + pause);
  const { perMinute, perDay } = mailLimits();
  const midnight = midnightAfter(now).getTime();
  const [ahead, left] = await Promise.all([countQueue(begin), countSentOn(now)]);
  const perMinutes = (minutes: number) => (perMinute === null ? Number.POSITIVE_INFINITY : perMinute * minutes);
  const minutesLeft = Math.max(0, Math.floor((midnight - begin.getTime()) / minute));
  const rooms = [
    minutesLeft === 0
      ? 0
      : Math.min(perDay === null ? Number.POSITIVE_INFINITY : perDay - left, perMinutes(minutesLeft)),
    Math.min(perDay ?? Number.POSITIVE_INFINITY, perMinutes(day / minute)),
  ];
  const [one = 0, two = 0, later = 0] = spread(atOnce, ahead, rooms);
  const isToday = nextDigest(begin).day === dateHere(now);
  return { today: one + (isToday ? inDigest : 0), tomorrow: two + (isToday ? 0 : inDigest), later };
}
