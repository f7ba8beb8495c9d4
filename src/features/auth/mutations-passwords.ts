import "server-only";
import { randomUUID } from "node:crypto";
import { AppError } from "@/lib/errors";
import { isLongEnough } from "@/lib/limits";
import type { Principal, Role } from "@/lib/principal";
import { dropTokens } from "@/server/account-tokens";
import { isEasyToGuess } from "@/server/common-passwords";
import type { Transaction } from "@/server/db";
import { orderMail } from "@/server/mail";
import { passwordMatches } from "@/server/passwords";
import { endSessions, isSessionFresh } from "@/server/sessions";
import { type Origin, prove, type Target } from "@/server/tries";
import { accountCopy, copy } from "./copy";
import { findPerson, identifierOf } from "./data";
import { freshness, loginLimits } from "./rules";

/** Whoever has an account. */
export type Named = Pick<Principal, "userId" | "role" | "name" | "email" | "username">;

/** Whose tries are counted: those at an account, whether there is one or not. */
export function targetOf(role: Role, identifier: string, person: Named | null, origin: Origin): Target {
  return { account: `${role} ${identifierOf(role, identifier)}`, userId: person?.userId, origin };
}

/** The same for a person who is known. */
export function targetOfPerson(person: Named, origin: Origin): Target {
  return targetOf(person.role, person.email ?? person.username ?? "", person, origin);
}

/** The refusal of one field of a form. */
export function faultAt(
  field: string,
  message: string,
  code: "BAD_REQUEST" | "UNAUTHORIZED" | "CONFLICT" = "BAD_REQUEST",
): AppError {
  return new AppError(code, message, [{ path: [field], message }]);
}

/** The refusal of a try, with what its person can do instead of waiting. It says the same of accounts that do not exist. */
export function withWayIn(error: unknown, way: string): unknown {
  if (!(error instanceof AppError) || error.code !== "TOO_MANY_REQUESTS") return error;
  return new AppError(error.code, `${error.message} ${way}`, error.issues, error.headers);
}

/** Lets pass a new password that is long enough and not easy to guess (decision 9). @throws AppError BAD_REQUEST */
export async function requireGoodPassword(field: string, password: string, of: Omit<Named, "userId">): Promise<void> {
  const tooShort = of.role === "admin" ? copy.passwordTooShortForAdmin : copy.passwordTooShort;
  if (!isLongEnough(password, of.role)) throw faultAt(field, tooShort);
  if (await isEasyToGuess(password, [of.name, of.email, of.username])) throw faultAt(field, copy.passwordTooEasy);
}

/**
 * Lets pass who knows the password of the account. A wrong one counts like a wrong login: a session somebody left open is
 * no way to guess. @throws AppError BAD_REQUEST, TOO_MANY_REQUESTS
 */
export async function requireOwnPassword(field: string, password: string, by: Principal, origin: Origin) {
  const person = await findPerson(by.userId);
  const check = async () => ((await passwordMatches(password, person?.passwordHash)) ? "right" : "wrong password");
  const verdict = await prove(loginLimits, targetOfPerson(by, origin), by, check);
  if (verdict !== "right") throw faultAt(field, accountCopy.wrongPassword);
}

/** Lets pass who has just logged in, or knows the password. @throws AppError BAD_REQUEST, TOO_MANY_REQUESTS */
export async function requireProof(password: string | undefined, by: Principal, origin: Origin, now: Date) {
  if (password !== undefined) return requireOwnPassword("password", password, by, origin);
  if (!(await isSessionFresh(by.sessionId, new Date(now.getTime() - freshness))))
    throw faultAt("password", accountCopy.passwordAgain);
}

/** Gives a person another password: all sessions end but the one with the id `kept`, and a letter tells of it. */
export async function setPassword(tx: Transaction, of: Named, passwordHash: string, now: Date, kept?: string) {
  await tx.user.update({ where: { id: of.userId }, data: { passwordHash } });
  await endSessions(tx, of.userId, now, kept);
  await dropTokens(tx, of.userId, "reset");
  await orderLetter(tx, "passwordChanged", of, { at: now.toISOString() });
}

/** Orders a letter to a person who has an address. */
export async function orderLetter(tx: Transaction, kind: string, { email, userId }: Partial<Named>, about = {}) {
  if (email) await orderMail(tx, { kind, event: `${kind}:${randomUUID()}`, recipient: email, rank: 0, userId, about });
}
