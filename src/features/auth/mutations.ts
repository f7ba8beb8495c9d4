import "server-only";
import { AppError } from "@/lib/errors";
import { canonicalEmail } from "@/lib/fields";
import { db, isDuplicate } from "@/server/db";
import { hashOfToken, hashPassword, newToken, passwordMatches } from "@/server/passwords";
import { copy } from "./copy";
import { accountViewOf } from "./data";
import { sessionLength } from "./rules";
import type { LoginInput, SessionView, SignupInput } from "./schema";

/** Checks the pair and opens a session. An unknown name takes as long as a wrong password. @throws AppError UNAUTHORIZED */
export async function login({ identifier, password, role, remember }: LoginInput, now: Date): Promise<SessionView> {
  const user = await db().user.findUnique({
    where: role === "admin" ? { username: identifier.trim(), role } : { email: canonicalEmail(identifier), role },
  });
  const matches = await passwordMatches(password, user?.passwordHash);
  if (!user || !matches) throw new AppError("UNAUTHORIZED", role === "admin" ? copy.invalidAdmin : copy.invalidUser);

  const token = newToken();
  const expiresAt = new Date(now.getTime() + sessionLength(remember));
  await db().session.create({ data: { userId: user.id, tokenHash: hashOfToken(token), createdAt: now, expiresAt } });
  return { token, expiresAt: expiresAt.toISOString(), user: accountViewOf(user) };
}

/** Makes a student's account; it logs nobody in (spec §4). @throws AppError CONFLICT for a taken address */
export async function signup({ name, email, password }: SignupInput) {
  try {
    const passwordHash = await hashPassword(password);
    return accountViewOf(await db().user.create({ data: { role: "user", name, email, passwordHash } }));
  } catch (error) {
    if (isDuplicate(error))
      throw new AppError("CONFLICT", copy.emailTaken, [{ path: ["email"], message: copy.emailTaken }]);
    throw error;
  }
}

/** Ends a session at once, wherever its token is. */
export async function revokeSession(id: string, now: Date): Promise<void> {
  await db().session.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: now } });
}

/**
 * Makes the administrator unless there is one (decision 1). Answers true when it was made now.
 * Several processes may start at once; one of them makes it.
 */
export async function ensureAdmin(username: string, password: string): Promise<boolean> {
  const passwordHash = await hashPassword(password);
  const { count } = await db().user.createMany({
    data: [{ role: "admin", name: "Administrator", username, passwordHash }],
    skipDuplicates: true,
  });
  return count > 0;
}

/** True when an administrator exists. */
export async function hasAdmin(): Promise<boolean> {
  return (await db().user.count({ where: { role: "admin" } })) > 0;
}

/** Gives the administrator a new password and ends all of the administrator's sessions. Answers the username, or null. */
export async function resetAdminPassword(password: string, now: Date): Promise<string | null> {
  const passwordHash = await hashPassword(password);
  return db().$transaction(async (tx) => {
    const [admin] = await tx.user.updateManyAndReturn({ where: { role: "admin" }, data: { passwordHash } });
    if (!admin) return null;
    await tx.session.updateMany({ where: { userId: admin.id, revokedAt: null }, data: { revokedAt: now } });
    return admin.username;
  });
}
