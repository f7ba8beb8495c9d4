import "server-only";
import { dateHere } from "@/content/institute";
import { AppError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit/audit";
import { hashOfToken, newToken } from "@/server/auth/passwords";
import { db, type Transaction, transaction } from "@/server/db/client";
import { takeLockOf } from "@/server/db/locks";
import { noteEnded } from "@/server/privacy/ended";
import { consume } from "@/server/rate-limits/rate-limit";
import { findCalendar, lapsed, type Reader } from "./data";
import { say } from "./messages";
import { ownFeedPath, renewalLimit } from "./rules";
import type { MadeCalendarView, SeenCalendarInput } from "./schema";

/**
 * Creates a link for a person's calendar and revokes the former one.
 * @throws AppError CONFLICT for a guardian without a child, or if the current link is not the one that was seen;
 *   TOO_MANY_REQUESTS
 */
export async function renewCalendar(seen: SeenCalendarInput, by: Principal, now: Date): Promise<MadeCalendarView> {
  await consume(renewalLimit, by.userId);
  const token = newToken();
  return transaction(async (tx) => {
    const ended = await revoke(tx, seen, by.userId, now);
    const made = await tx.calendarFeed.create({
      data: { userId: by.userId, tokenHash: hashOfToken(token), createdAt: now },
    });
    if (await tx.calendarFeed.findFirst({ where: { id: made.id, ...lapsed } }))
      throw new AppError("CONFLICT", say("nobody"));
    await record(tx, { action: "calendar-made", by, subjectId: by.userId });
    await noteEnded("calendar_feeds", ended);
    return { createdAt: now, lastUsedOn: null, path: ownFeedPath(token) };
  });
}

/** Revokes the link of a person. @throws AppError CONFLICT if it is not the one that was seen */
export async function endCalendar(seen: SeenCalendarInput, by: Principal, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const ended = await revoke(tx, seen, by.userId, now);
    if (ended.length > 0) await record(tx, { action: "calendar-ended", by, subjectId: by.userId });
    await noteEnded("calendar_feeds", ended);
  });
}

async function revoke(tx: Transaction, known: SeenCalendarInput, userId: string, now: Date): Promise<{ id: string }[]> {
  // Of two concurrent requests, the second one waits, and revokes the link of the first one.
  await takeLockOf(tx, "calendar", userId);
  const link = known && (await findCalendar(userId));
  if (link && link.createdAt.toISOString() !== known.seen) throw new AppError("CONFLICT", say("madeMeanwhile"));
  return tx.calendarFeed.updateManyAndReturn({
    where: { userId, revokedAt: null },
    data: { revokedAt: now },
    select: { id: true },
  });
}

/** Records the day on which a link was last used. */
export async function noteUse({ link }: Reader, now: Date): Promise<void> {
  const lastUsedOn = new Date(dateHere(now));
  if (link.lastUsedOn?.getTime() === lastUsedOn.getTime()) return;
  // Calendars stay readable while the database is read-only.
  await db()
    .calendarFeed.updateMany({ where: { id: link.id }, data: { lastUsedOn } })
    .catch(() => {});
}

/** Revokes lapsed links, so that they do not become valid again. Returns their number. */
export async function endLapsedCalendars(now: Date): Promise<number> {
  return transaction(async (tx) => {
    const ended = await tx.calendarFeed.updateManyAndReturn({
      where: { revokedAt: null, ...lapsed },
      data: { revokedAt: now },
      select: { id: true },
    });
    await noteEnded("calendar_feeds", ended);
    return ended.length;
  });
}

/** Deletes links that ended before `time`. Returns their number. */
export async function removeCalendarsEndedBefore(time: Date): Promise<number> {
  return (await db().calendarFeed.deleteMany({ where: { revokedAt: { lt: time } } })).count;
}
