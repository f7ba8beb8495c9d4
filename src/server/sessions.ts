import "server-only";
import { db, type Transaction } from "./db";
import { hashOfToken, newToken } from "./passwords";

/** Opens a session of `length` milliseconds. Its token is told this once and stored hashed. */
export async function openSession(tx: Transaction, userId: string, length: number, now: Date) {
  const token = newToken();
  const expiresAt = new Date(now.getTime() + length);
  await tx.session.create({ data: { userId, tokenHash: hashOfToken(token), createdAt: now, usedAt: now, expiresAt } });
  return { token, expiresAt };
}

const minute = 60 * 1000;

/** Notes that a session is in use, once a minute at most. */
export async function noteUse({ id, usedAt }: { id: string; usedAt: Date }, now: Date): Promise<void> {
  const before = new Date(now.getTime() - minute);
  if (usedAt > before) return;
  // What was asked is answered all the same where this cannot be written.
  await db()
    .session.updateMany({ where: { id, usedAt: { lte: before } }, data: { usedAt: now } })
    .catch(() => {});
}

/** True for a session that was opened after a time. */
export async function isSessionFresh(id: string, after: Date): Promise<boolean> {
  return (await db().session.count({ where: { id, createdAt: { gt: after } } })) > 0;
}

/** Ends a session at once, wherever its token is. */
export async function endSession(tx: Transaction, id: string, now: Date): Promise<void> {
  await tx.session.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: now } });
}

/** Ends all sessions of a person, but for the one with the id `kept`. */
export async function endSessions(tx: Transaction, userId: string, now: Date, kept?: string): Promise<void> {
  const others = kept === undefined ? {} : { id: { not: kept } };
  await tx.session.updateMany({ where: { userId, revokedAt: null, ...others }, data: { revokedAt: now } });
}

/** Forgets the sessions that ended before a time. Answers how many. */
export async function removeSessionsEndedBefore(time: Date): Promise<number> {
  const { count } = await db().session.deleteMany({
    where: { OR: [{ expiresAt: { lt: time } }, { revokedAt: { lt: time } }] },
  });
  return count;
}
