import "server-only";
import { db, type Transaction } from "./db";
import { hashOfToken, newToken } from "./passwords";

/** Opens a session of `length` milliseconds. Its token is told this once and stored hashed. */
export async function openSession(tx: Transaction, userId: string, length: number, now: Date) {
  const token = newToken();
  const expiresAt = new Date(now.getTime() + length);
  await tx.session.create({ data: { userId, tokenHash: hashOfToken(token), createdAt: now, expiresAt } });
  return { token, expiresAt: expiresAt.toISOString() };
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
