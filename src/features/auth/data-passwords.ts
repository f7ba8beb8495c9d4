import "server-only";
import type { Message } from "@/lib/catalogue";
import { AppError, fieldError } from "@/lib/errors";
import { say as sayLib } from "@/lib/messages";
import { isLongEnough } from "@/lib/password-length";
import type { Principal, Role } from "@/lib/principal";
import { isEasyToGuess } from "@/server/auth/common-passwords";
import { isOfStaff } from "@/server/auth/grants";
import { identifierOf } from "@/server/auth/login-names";
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

/** Whose tries are counted: those at an account, whether there is one or not. */
export function targetOf(role: Role, identifier: string, person: Named | null, origin: Origin): Target {
  return { account: `${role} ${identifierOf(role, identifier)}`, userId: person?.userId, origin };
}

export function targetOfPerson(person: Named, origin: Origin): Target {
  return targetOf(person.role, person.email ?? person.username ?? "", person, origin);
}

/** The refusal of a try, with what its person can do instead of waiting. It says the same of accounts that do not exist. */
export function withWayIn(error: unknown, way: Message): unknown {
  if (!(error instanceof AppError) || error.code !== "TOO_MANY_REQUESTS") return error;
  return new AppError(error.code, sayLib("together", error.message, way), error.issues, error.headers);
}

/** Whose password it will be; somebody new has no id yet. */
type Owner = Omit<Named, "userId"> & Partial<Pick<Named, "userId">>;

/**
 * Accepts a new password that is long enough and not easy to guess (decision 9). That of staff opens both sides, so it is
 * long on both. @throws AppError BAD_REQUEST
 */
export async function requireGoodPassword(field: string, password: string, of: Owner): Promise<void> {
  const role = of.role === "user" && of.userId !== undefined && (await isOfStaff(of.userId)) ? "admin" : of.role;
  if (!isLongEnough(password, role)) throw fieldError(field, sayLib("passwordTooShort", role));
  if (await isEasyToGuess(password, [of.name, of.email, of.username])) throw fieldError(field, say("passwordTooEasy"));
}

/**
 * Passes if the caller knows the password of the account. A wrong one counts like a wrong login: a session somebody left open is
 * no way to guess. @throws AppError BAD_REQUEST, TOO_MANY_REQUESTS
 */
export async function requireOwnPassword(field: string, password: string, by: Principal, origin: Origin) {
  const person = await findPerson(by.userId);
  const check = async () => ((await passwordMatches(password, person?.passwordHash)) ? "right" : "wrong password");
  const verdict = await verifyWithLimits(loginLimits, targetOfPerson(by, origin), by, check);
  if (verdict !== "right") throw fieldError(field, say("wrongPassword"));
}

type BothSteps = { password: string; code?: string | undefined };

/**
 * The same with a code of the authenticator app, where the account has one. A code works once, so everything else is looked at
 * before. @throws AppError BAD_REQUEST, TOO_MANY_REQUESTS
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

/** Forgets wrong tries of others at an account whose person is here, and keeps nobody out of this browser from now on. */
export async function recognisePerson(person: Named, origin: Origin): Promise<void> {
  const target = targetOfPerson(person, origin);
  await resetAttempts(loginLimits, target);
  await rememberLocation(loginLimits, target);
  origin.recognise?.(person.userId);
}

/** Passes if the person has just logged in or knows the password. @throws AppError BAD_REQUEST, TOO_MANY_REQUESTS */
export async function requireProof(password: string | undefined, by: Principal, origin: Origin, now: Date) {
  if (password !== undefined) return requireOwnPassword("password", password, by, origin);
  if (!(await isSessionFresh(by.sessionId, new Date(now.getTime() - freshness))))
    throw fieldError("password", say("passwordAgain"));
}
