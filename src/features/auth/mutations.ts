import "server-only";
import { env } from "@/env";
import { AppError, fieldError } from "@/lib/errors";
import { isLongEnough } from "@/lib/password-length";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit/audit";
import { findAllByIdentifier, findFormerStaff } from "@/server/auth/login-names";
import { enqueueMissedConfirmation } from "@/server/auth/missed-confirmation";
import { hashPassword, isHashOutdated, passwordMatches } from "@/server/auth/passwords";
import { hasSecondFactor, takeCode } from "@/server/auth/second-factor";
import { endSession, openSession } from "@/server/auth/sessions";
import {
  createPerson,
  enqueueAccountEmail,
  findPerson,
  lockPeople,
  type Person,
  renewHash,
  setPassword,
} from "@/server/auth/users";
import { isDuplicate, type Transaction, transaction } from "@/server/db/client";
import { isMailConfigured } from "@/server/mail/outbox";
import { consentAt } from "@/server/privacy/consent";
import { type Origin, rememberLocation, type Verdict, verifyWithLimits } from "@/server/rate-limits/login-attempts";
import { consume } from "@/server/rate-limits/rate-limit";
import { accountViewOf } from "./data";
import { requireGoodPassword, targetOf, withAlternative } from "./data-passwords";
import { say } from "./messages";
import { hasMailedReset, loginLimits, sessionLength, signupLimit } from "./rules";
import type * as Schema from "./schema";

/** Checks name and password and opens a session. An unknown name takes as long as a wrong password. @throws AppError */
export async function login(input: Schema.LoginInput, origin: Origin, now: Date): Promise<Schema.SessionView> {
  const { identifier, password, role, remember } = input;
  const refusal = say(role === "admin" ? "invalidAdmin" : "invalidUser");
  const found = await findAllByIdentifier(role, identifier);
  const former = found.length === 0 && role === "admin" ? await findFormerStaff(identifier) : null;
  const shown: Shown = { person: found[0] ?? former, code: false };
  const target = { ...targetOf(role, identifier, shown.person, origin), isShared: found.length > 1 };
  const check = former ? () => verdictOnFormer(former, input) : () => verdictOnEach(found, input, shown, now);
  const verdict = await verifyWithLimits(loginLimits, target, null, check).catch((error: unknown) => {
    throw hasMailedReset(role)
      ? withAlternative(error, say(isMailConfigured() ? "lockedMailed" : "lockedUnmailed"))
      : error;
  });
  const { person } = shown;
  if (verdict === "new password missing") throw fieldError("newPassword", say("staffPasswordTooShort"), "UNAUTHORIZED");
  if (verdict === "no access") throw new AppError("UNAUTHORIZED", say("accessEnded"));
  if (verdict === "code missing") throw fieldError("code", say("codeMissing"), "UNAUTHORIZED");
  if (verdict === "wrong code") throw fieldError("code", say("codeWrong"), "UNAUTHORIZED");
  if (!person || verdict !== "right") throw new AppError("UNAUTHORIZED", refusal);
  const newHash = isTooShort(person, input) ? await hashPassword(input.newPassword ?? "") : undefined;
  // Upgrade the hash of an older release while the password is known.
  const isOutdated = person.passwordHash !== null && isHashOutdated(person.passwordHash);
  const renewed = isOutdated && newHash === undefined ? await hashPassword(password) : undefined;
  const session = await transaction(async (tx) => {
    if (!(await isStillRight(tx, person, password))) throw new AppError("UNAUTHORIZED", refusal);
    const by = { ...person, role };
    if (renewed !== undefined) await renewHash(tx, person.userId, renewed);
    if (newHash !== undefined) await record(tx, { action: "password-changed", by, address: origin.address });
    await record(tx, { action: "login", by, address: origin.address });
    if (person.emailConfirmedAt === null) await enqueueMissedConfirmation(tx, person);
    if (newHash !== undefined) await setPassword(tx, by, newHash, now);
    const opening = { userId: person.userId, side: role, secondStep: shown.code };
    return openSession(tx, opening, sessionLength(role, remember), now);
  });
  await rememberLocation(loginLimits, targetOf(role, identifier, person, origin));
  return { ...session, user: accountViewOf({ ...person, role }) };
}

/** The person whose password was right, and whether a code was right. */
type Shown = { person: Person | null; code: boolean };

// The address of a colleague may equal the administrator's username: the password decides which of them logs in.
async function verdictOnEach(
  [first = null, ...others]: (Person | null)[],
  given: Schema.LoginInput,
  shown: Shown,
  now: Date,
): Promise<Verdict> {
  shown.person = first;
  const verdict = await verdictOn(first, given, shown, now);
  return verdict === "wrong password" && others.length > 0 ? verdictOnEach(others, given, shown, now) : verdict;
}

// Only reveal the second factor after a right password. A code is valid once, so it is checked last.
async function verdictOn(person: Person | null, given: Schema.LoginInput, shown: Shown, now: Date): Promise<Verdict> {
  const matches = await passwordMatches(given.password, person?.passwordHash);
  if (!matches || !person || person.loginClosedAt !== null) return "wrong password";
  if (isTooShort(person, given)) {
    if (given.newPassword === undefined) return "new password missing";
    await requireGoodPassword("newPassword", given.newPassword, { ...person, role: "admin" });
  }
  if (given.role !== "admin" || !(await hasSecondFactor(person.userId))) return "right";
  if (given.code === undefined) return "code missing";
  shown.code = await takeCode(person.userId, given.code, now);
  return shown.code ? "right" : "wrong code";
}

// Reveal the reason only to a person who knows the password; to others, the account does not exist.
async function verdictOnFormer(person: Person, { password }: Schema.LoginInput): Promise<Verdict> {
  const matches = await passwordMatches(password, person.passwordHash);
  return matches && person.loginClosedAt === null ? "no access" : "wrong password";
}

// Staff may have chosen their password as a student or guardian.
function isTooShort(person: Person, { role, password }: Schema.LoginInput): boolean {
  return role === "admin" && person.role === "user" && !isLongEnough(password, role);
}

/** Locks the person and checks again: since the comparison, the password may have changed or the login been closed. */
async function isStillRight(tx: Transaction, { userId, passwordHash }: Person, password: string): Promise<boolean> {
  await lockPeople(tx, [userId]);
  const person = await findPerson(userId);
  if (!person || person.loginClosedAt !== null) return false;
  // Another login may have renewed the hash.
  return person.passwordHash === passwordHash || passwordMatches(password, person.passwordHash);
}

const noSession = { token: null, expiresAt: null };

/** Creates a student's account; the page does not log in with it (spec §4). @throws AppError CONFLICT for a taken address */
export async function signup(input: Schema.OpeningSignupInput, { address }: Origin, now: Date) {
  const { openSession: opens, password, ...named } = input;
  await requireGoodPassword("password", password, { ...named, role: "user", username: null });
  if (address !== undefined) await consume(signupLimit(env().SIGNUPS_PER_HOUR), address);
  const passwordHash = await hashPassword(password);
  try {
    return await transaction(async (tx) => {
      const person = await createPerson(tx, { ...named, role: "user", passwordHash, ...consentAt(now) });
      await record(tx, { action: "signup", by: person, address });
      if (isMailConfigured()) await enqueueAccountEmail(tx, "confirmEmail", person);
      const opening = { userId: person.userId, side: "user" } as const;
      const session = opens ? await openSession(tx, opening, sessionLength("user", false), now) : noSession;
      return { ...accountViewOf(person), ...session };
    });
  } catch (error) {
    throw isDuplicate(error) ? fieldError("email", say("emailTaken"), "CONFLICT") : error;
  }
}

export async function logout(by: Principal, { address }: Origin, now: Date): Promise<void> {
  await transaction(async (tx) => {
    await endSession(tx, by.sessionId, now);
    await record(tx, { action: "logout", by, address });
  });
}
