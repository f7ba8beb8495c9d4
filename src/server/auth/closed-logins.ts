import "server-only";
import type { Principal } from "@/lib/principal";
import { revokeCodesMadeBy, revokeCodesOf } from "@/server/access-codes/use";
import { dropAllTokens } from "@/server/auth/account-tokens";
import { endSessions } from "@/server/auth/sessions";
import { db, type Transaction } from "@/server/db/client";
import { noteEnded } from "@/server/privacy/ended";

/** Closes a login and ends its sessions and codes; the data of the person stay. Call it last in the transaction. */
export async function closeLogin(tx: Transaction, { userId: id }: Pick<Principal, "userId">, now: Date): Promise<void> {
  const { loginClosings } = await tx.user.update({
    where: { id },
    data: { loginClosedAt: now, loginClosings: { increment: 1 } },
  });
  await endSessions(tx, id, now);
  await dropAllTokens(tx, [id]);
  await revokeCodesOf(tx, id, now);
  await revokeCodesMadeBy(tx, id, now);
  await noteEnded("logins", [`${id}:${loginClosings}`]);
}

/**
 * Opens the closed login of a person who wants to stay. It has no password: the first login needs a code. Returns whether it
 * was closed.
 */
export async function reopenLogin(tx: Transaction, id: string): Promise<boolean> {
  const opened = await tx.$executeRaw`
    update users set login_closed_at = null, password_hash = null, login_closings = greatest(login_closings, 1)
    where id = ${id}::uuid and role = 'user' and login_closed_at is not null`;
  return opened > 0;
}

/** People who closed their login and thereby asked for erasure, oldest request first. */
export async function listClosedLogins(): Promise<{ _id: string; name: string; closedAt: Date }[]> {
  const rows = await db().user.findMany({
    where: { loginClosedAt: { not: null } },
    select: { id: true, name: true, loginClosedAt: true },
    orderBy: [{ loginClosedAt: "asc" }, { id: "asc" }],
    take: 1000,
  });
  return rows.flatMap(({ id, name, loginClosedAt }) =>
    loginClosedAt ? [{ _id: id, name, closedAt: loginClosedAt }] : [],
  );
}
