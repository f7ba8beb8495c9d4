import "server-only";
import type { Role } from "@/lib/principal";
import { db, type Transaction } from "@/server/db/client";
import { hashOfToken, newToken } from "./passwords";

type Opening = { userId: string; side: Role; secondStep?: boolean };

/** Creates a session valid for `length` milliseconds and returns its token. Only a hash is stored. */
export async function openSession(tx: Transaction, opening: Opening, length: number, now: Date) {
  const token = newToken();
  const expiresAt = new Date(now.getTime() + length);
  await tx.session.create({
    data: { ...opening, tokenHash: hashOfToken(token), createdAt: now, usedAt: now, expiresAt },
  });
  return { token, expiresAt };
}

const minute = 60 * 1000;

/** Records that a session was used, at most once a minute. */
export async function markSessionUsed({ id, usedAt }: { id: string; usedAt: Date }, now: Date): Promise<void> {
  const before = new Date(now.getTime() - minute);
  if (usedAt > before) return;
  // Ignore failed writes: the request itself must still succeed.
  await db()
    .session.updateMany({ where: { id, usedAt: { lte: before } }, data: { usedAt: now } })
    .catch(() => {});
}

/** Records that a session has passed the second step of the login. */
export async function markSecondStep(tx: Transaction, id: string): Promise<void> {
  await tx.session.update({ where: { id }, data: { secondStep: true } });
}

/** Makes all sessions of a user pass the second step again, if one is required. */
export async function forgetSecondSteps(tx: Transaction, userId: string): Promise<void> {
  await tx.session.updateMany({ where: { userId, secondStep: true }, data: { secondStep: false } });
}

/** True if the session was created after a time. */
export async function isSessionFresh(id: string, after: Date): Promise<boolean> {
  return (await db().session.count({ where: { id, createdAt: { gt: after } } })) > 0;
}

export async function endSession(tx: Transaction, id: string, now: Date): Promise<void> {
  await tx.session.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: now } });
}

/** Ends all sessions of a user except `exceptId`. */
export async function endSessions(tx: Transaction, userId: string, now: Date, exceptId?: string): Promise<void> {
  const others = exceptId === undefined ? {} : { id: { not: exceptId } };
  await tx.session.updateMany({ where: { userId, revokedAt: null, ...others }, data: { revokedAt: now } });
}

export async function endAdminSessions(tx: Transaction, userId: string, now: Date): Promise<void> {
  await tx.session.updateMany({ where: { userId, side: "admin", revokedAt: null }, data: { revokedAt: now } });
}

/** Deletes sessions that ended before `time`. Returns their number. */
export async function purgeSessions(time: Date): Promise<number> {
  const { count } = await db().session.deleteMany({
    where: { OR: [{ expiresAt: { lt: time } }, { revokedAt: { lt: time } }] },
  });
  return count;
}

export async function countOpenSessions(userId: string, now: Date): Promise<number> {
  return db().session.count({ where: { userId, revokedAt: null, expiresAt: { gt: now } } });
}

export async function listSessionFacts(userId: string | null) {
  if (userId === null) return [];
  const select = { createdAt: true, usedAt: true, expiresAt: true, revokedAt: true };
  return db().session.findMany({ where: { userId }, select, orderBy: { id: "asc" } });
}
