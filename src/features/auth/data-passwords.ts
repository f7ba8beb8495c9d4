import "server-only";
import type { Message } from "@/lib/catalogue";
import { AppError, fieldError } from "@/lib/errors";
import { say as sayLib } from "@/lib/messages";
import { isLongEnough } from "@/lib/password-length";
import type { Principal, Role } from "@/lib/principal";
import { isEasyToGuess } from "@/server/auth/common-passwords";
import { isOfStaff } from "@/server/auth/grants";
import { countedNameOf } from "@/server/auth/login-names";
import { passwordMatches } from "@/server/auth/passwords";
import { hasSecondFactor, takeCode } from "@/server/auth/second-factor";
import { isSessionFresh } from "@/server/auth/sessions";
import { findPerson, type Named } from "@/server/auth/users";
import {
  type Origin,
  rememberLocation,
  resetAttempts,
  type Target,
  verifyWithLimits,
} from "@/server/rate-limits/login-attempts";
import { say } from "./messages";
import { freshness, loginLimits } from "./rules";

/** The counters of attempts at a person (by any login name), or at a name that belongs to nobody. */
export function targetOf(role: Role, identifier: string, person: Named | null, origin: Origin): Target {
  const account = `${role} ${person?.userId ?? countedNameOf(role, identifier)}`;
  return { account, side: role, userId: person?.userId, origin };
}

export function targetOfPerson(person: Named, origin: Origin): Target {
  return targetOf(person.role, "", person, origin);
}

/** Adds an alternative to waiting to the error of a rate limit. The message is the same for accounts that do not exist. */
export function withAlternative(error: unknown, way: Message): unknown {
  if (!(error instanceof AppError) || error.code !== "TOO_MANY_REQUESTS") return error;
  return new AppError(error.code, sayLib("together", error.message, way), error.issues, error.headers);
}

/** The owner of the password; a new person has no id yet. */
type Owner = Omit<Named, "userId"> & Partial<Pick<Named, "userId">>;

/** The role whose minimum length holds for a password: staff need a long one on both sides, because it opens both. */
export async function passwordRoleOf({ role, userId }: Pick<Owner, "role" | "userId">): Promise<Role> {
  return role === "user" && userId !== undefined && (await isOfStaff(userId)) ? "admin" : role;
}

/** Requires a new password that is long enough and not easy to guess (decision 9). @throws AppError BAD_REQUEST */
export async function requireGoodPassword(field: string, password: string, of: Owner): Promise<void> {
  const role = await passwordRoleOf(of);
  if (!isLongEnough(password, role)) throw fieldError(field, sayLib("passwordTooShort", role));
  if (await isEasyToGuess(password, [of.name, of.email, of.username])) throw fieldError(field, say("passwordTooEasy"));
}

/**
 * Requires the caller's current password. A wrong one counts like a failed login, so that an open session cannot be used for
 * guessing.
 * @throws AppError BAD_REQUEST, TOO_MANY_REQUESTS
 */
export async function requireOwnPassword(field: string, password: string, by: Principal, origin: Origin) {
  const person = await findPerson(by.userId);
  const check = async () => ((await passwordMatches(password, person?.passwordHash)) ? "right" : "wrong password");
  const verdict = await verifyWithLimits(loginLimits, targetOfPerson(by, origin), by, check);
  if (verdict !== "right") throw fieldError(field, say("wrongPassword"));
}

/**
 * Requires a code of the authenticator app. A wrong one counts like a failed login.
 * @throws AppError BAD_REQUEST, TOO_MANY_REQUESTS
 */
export async function requireCode(code: string, by: Principal, origin: Origin, now: Date): Promise<void> {
  const check = async () => ((await takeCode(by.userId, code, now)) ? "right" : "wrong code");
  const verdict = await verifyWithLimits(loginLimits, targetOfPerson(by, origin), by, check);
  if (verdict !== "right") throw fieldError("code", say("codeWrong"));
}

type BothSteps = { password: string; code?: string | undefined };

/**
 * Like {@link requireOwnPassword}, with a code of the authenticator app if the account has one. A code is valid once, so it
 * is checked last.
 * @throws AppError BAD_REQUEST, TOO_MANY_REQUESTS
 */
export async function requireBothSteps(given: BothSteps, by: Principal, origin: Origin, now: Date): Promise<void> {
  const person = await findPerson(by.userId);
  const verdict = await verifyWithLimits(loginLimits, targetOfPerson(by, origin), by, async () => {
    if (!(await passwordMatches(given.password, person?.passwordHash))) return "wrong password";
    if (!(await hasSecondFactor(by.userId))) return "right";
    if (given.code === undefined) return "code missing";
    return (await takeCode(by.userId, given.code, now)) ? "right" : "wrong code";
  });
  if (verdict === "code missing") throw fieldError("code", say("codeMissing"));
  if (verdict === "wrong code") throw fieldError("code", say("codeWrong"));
  if (verdict !== "right") throw fieldError("password", say("wrongPassword"));
}

/**
 * Resets the failed attempts at an account after its owner has proved the identity, and recognises this browser from now on.
 */
export async function recognisePerson(person: Named, origin: Origin): Promise<void> {
  const target = targetOfPerson(person, origin);
  await resetAttempts(loginLimits, target);
  await rememberLocation(loginLimits, target);
  await origin.recognise?.(person);
}

/** Requires a recent login or the password. @throws AppError BAD_REQUEST, TOO_MANY_REQUESTS */
export async function requireProof(password: string | undefined, by: Principal, origin: Origin, now: Date) {
  if (password !== undefined) return requireOwnPassword("password", password, by, origin);
  if (!(await isSessionFresh(by.sessionId, new Date(now.getTime() - freshness))))
    throw fieldError("password", say("passwordAgain"));
}
