import "server-only";
import { encode } from "uqr";
import { requireCode, requireOwnPassword } from "@/features/auth/data-passwords";
import { AppError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit/audit";
import {
  beginSecondFactor,
  confirmSecondFactor,
  hasSecondFactor,
  removeSecondFactor,
} from "@/server/auth/second-factor";
import { endSessions, forgetSecondSteps, markSecondStep } from "@/server/auth/sessions";
import { transaction } from "@/server/db/client";
import type { Origin } from "@/server/rate-limits/login-attempts";
import { say } from "./messages";

/** Creates a secret for an authenticator app; logins require codes once one was confirmed. @throws AppError */
export async function beginCodes(password: string, by: Principal, origin: Origin) {
  await requireOwnPassword("password", password, by, origin);
  if (await hasSecondFactor(by.userId)) throw new AppError("CONFLICT", say("alreadyOn"));
  const begun = await transaction((tx) => beginSecondFactor(tx, by.userId, by.username ?? by.name));
  return { ...begun, qr: qrOf(begun.uri) };
}

/** Requires codes at login, once the app has shown a valid one. Returns the recovery codes. @throws AppError */
export async function confirmCodes(code: string, by: Principal, origin: Origin, now: Date): Promise<string[]> {
  if (await hasSecondFactor(by.userId)) throw new AppError("CONFLICT", say("alreadyOn"));
  await requireCode(code, by, origin, now);
  const made = await transaction(async (tx) => {
    const recoveryCodes = await confirmSecondFactor(tx, by.userId, now);
    // Other sessions have not passed the second step.
    await endSessions(tx, by.userId, now, by.sessionId);
    await markSecondStep(tx, by.sessionId);
    await record(tx, { action: "codes-on", by, address: origin.address });
    return recoveryCodes;
  });
  await origin.recognise?.(by);
  return made;
}

/** Stops requiring codes at login. @throws AppError BAD_REQUEST for a wrong password */
export async function endCodes(password: string, by: Principal, origin: Origin): Promise<void> {
  await requireOwnPassword("password", password, by, origin);
  await transaction(async (tx) => {
    if (!(await removeSecondFactor(tx, by.userId))) return;
    await forgetSecondSteps(tx, by.userId);
    await record(tx, { action: "codes-off", by, address: origin.address });
  });
  await origin.recognise?.(by);
}

/** The dark modules of a QR code, as an SVG path in a square of side `size`. */
function qrOf(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { border: 4 });
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { size, path: squares.join("") };
}
