import "server-only";
import { record } from "@/server/audit/audit";
import { hashPassword } from "@/server/auth/passwords";
import { removeSecondFactor } from "@/server/auth/second-factor";
import { createAdmin, findAdmin, setPassword } from "@/server/auth/users";
import { transaction } from "@/server/db/client";
import { resetAttempts } from "@/server/rate-limits/login-attempts";
import { requireGoodPassword, targetOfPerson } from "./data-passwords";
import { loginLimits } from "./rules";

/**
 * Creates the administrator unless there is one (decision 1). Returns true if it was created now. If several processes start at
 * the same time, only one creates it.
 */
export async function ensureAdmin(username: string, password: string): Promise<boolean> {
  return createAdmin(username, await hashPassword(password));
}

export async function hasAdmin(): Promise<boolean> {
  return (await findAdmin()) !== null;
}

/** Sets a new password for the administrator and ends all sessions. Returns the username, or null. */
export async function resetAdminPassword(password: string, now: Date): Promise<string | null> {
  const admin = await findAdmin();
  if (!admin) return null;
  await requireGoodPassword("password", password, admin);
  const passwordHash = await hashPassword(password);
  await transaction(async (tx) => {
    await setPassword(tx, admin, passwordHash, now);
    await record(tx, { action: "password-reset", by: null, subjectId: admin.userId });
  });
  await resetAttempts(loginLimits, targetOfPerson(admin, {}));
  return admin.username;
}

/** Removes the administrator's second factor. Returns whether there was one. */
export async function endAdminCodes(): Promise<boolean> {
  const admin = await findAdmin();
  if (!admin) return false;
  return transaction(async (tx) => {
    const wereOn = await removeSecondFactor(tx, admin.userId);
    if (wereOn) await record(tx, { action: "codes-off", by: null, subjectId: admin.userId });
    return wereOn;
  });
}
