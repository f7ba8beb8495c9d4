import "server-only";
import { encode } from "uqr";
import { AppError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit";
import { db, transaction } from "@/server/db";
import { hashPassword } from "@/server/passwords";
import {
  beginSecondFactor,
  confirmSecondFactor,
  hasSecondFactor,
  removeSecondFactor,
  takeCode,
} from "@/server/second-factor";
import { endSessions } from "@/server/sessions";
import { type Origin, pardon } from "@/server/tries";
import { codesCopy, copy } from "./copy";
import { findAdmin } from "./data";
import { faultAt, requireGoodPassword, requireOwnPassword, setPassword, targetOfPerson } from "./mutations-passwords";
import { loginLimits } from "./rules";

/**
 * Makes the administrator unless there is one (decision 1). Answers true when it was made now.
 * Several processes may start at once; one of them makes it.
 */
export async function ensureAdmin(username: string, password: string): Promise<boolean> {
  const admin = { role: "admin", name: "Administrator", username, passwordHash: await hashPassword(password) } as const;
  return (await db().user.createMany({ data: [admin], skipDuplicates: true })).count > 0;
}

/** True when an administrator exists. */
export async function hasAdmin(): Promise<boolean> {
  return (await findAdmin()) !== null;
}

/** Gives the administrator a new password and ends all of the administrator's sessions. Answers the username, or null. */
export async function resetAdminPassword(password: string, now: Date): Promise<string | null> {
  const admin = await findAdmin();
  if (!admin) return null;
  await requireGoodPassword("password", password, admin);
  const passwordHash = await hashPassword(password);
  await transaction(async (tx) => {
    await setPassword(tx, admin, passwordHash, now);
    await record(tx, { action: "password-reset", by: null, subjectId: admin.userId });
  });
  await pardon(loginLimits, targetOfPerson(admin, {}));
  return admin.username;
}

/** Begins to share a secret with an authenticator app; no login asks for codes before one was right. @throws AppError */
export async function beginCodes(password: string, by: Principal, origin: Origin) {
  await requireOwnPassword("password", password, by, origin);
  if (await hasSecondFactor(by.userId)) throw new AppError("CONFLICT", codesCopy.alreadyOn);
  const begun = await transaction((tx) => beginSecondFactor(tx, by.userId, by.username ?? by.name));
  return { ...begun, qr: qrOf(begun.uri) };
}

/** Has logins ask for codes, once the app has shown a right one. Answers the recovery codes. @throws AppError */
export async function confirmCodes(code: string, by: Principal, { address }: Origin, now: Date): Promise<string[]> {
  if (await hasSecondFactor(by.userId)) throw new AppError("CONFLICT", codesCopy.alreadyOn);
  if (!(await takeCode(by.userId, code, now))) throw faultAt("code", copy.codeWrong);
  return transaction(async (tx) => {
    const recoveryCodes = await confirmSecondFactor(tx, by.userId, now);
    // Whoever is logged in elsewhere has shown none.
    await endSessions(tx, by.userId, now, by.sessionId);
    await record(tx, { action: "codes-on", by, address });
    return recoveryCodes;
  });
}

/** Has logins ask for codes no more. @throws AppError BAD_REQUEST for a wrong password */
export async function endCodes(password: string, by: Principal, origin: Origin): Promise<void> {
  await requireOwnPassword("password", password, by, origin);
  await transaction(async (tx) => {
    if (await removeSecondFactor(tx, by.userId)) await record(tx, { action: "codes-off", by, address: origin.address });
  });
}

/** The same for a command of whoever runs the server. Answers whether codes were asked for. */
export async function endAdminCodes(): Promise<boolean> {
  const admin = await findAdmin();
  if (!admin) return false;
  return transaction(async (tx) => {
    const wereOn = await removeSecondFactor(tx, admin.userId);
    if (wereOn) await record(tx, { action: "codes-off", by: null, subjectId: admin.userId });
    return wereOn;
  });
}

/** The dark squares of a QR code, as the path of an SVG whose side is `size`. */
function qrOf(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { border: 4 });
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { size, path: squares.join("") };
}
