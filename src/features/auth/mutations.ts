import "server-only";
import { randomUUID } from "node:crypto";
import { env } from "@/env";
import { AppError } from "@/lib/errors";
import { isLongEnough } from "@/lib/limits";
import type { Principal, Role } from "@/lib/principal";
import { dropTokens, findHolder, takeToken } from "@/server/account-tokens";
import { record } from "@/server/audit";
import { noteErased } from "@/server/backup/erased";
import { isEasyToGuess } from "@/server/common-passwords";
import { db, isDuplicate, type Transaction, transaction } from "@/server/db";
import { enqueue } from "@/server/jobs";
import { countTry } from "@/server/limits";
import { isMailConfigured, orderMail } from "@/server/mail";
import { hashPassword, passwordMatches } from "@/server/passwords";
import { endSession, endSessions, openSession } from "@/server/sessions";
import { countTries, notePlace, type Origin, pardon, prove, type Target } from "@/server/tries";
import { accountCopy, copy, linkCopy } from "./copy";
import { accountViewOf, findAdmin, findByIdentifier, findPerson, identifierOf, mailsOf, personOf } from "./data";
import { confirmationLimit, linkLimit, loginLimits, resetLimits, sessionLength, signupLimit } from "./rules";
import type * as Schema from "./schema";

type Named = Pick<Principal, "userId" | "role" | "name" | "email" | "username">;

/** Checks the pair and opens a session. An unknown name takes as long as a wrong password. @throws AppError */
export async function login(input: Schema.LoginInput, origin: Origin, now: Date): Promise<Schema.SessionView> {
  const { identifier, password, role, remember } = input;
  const person = await findByIdentifier(role, identifier);
  const target = targetOf(role, identifier, person, origin);
  const isRight = await prove(loginLimits, target, null, () => passwordMatches(password, person?.passwordHash));
  if (!person || !isRight) throw new AppError("UNAUTHORIZED", role === "admin" ? copy.invalidAdmin : copy.invalidUser);
  const session = await transaction(async (tx) => {
    await record(tx, { action: "login", by: person, address: origin.address });
    return openSession(tx, person.userId, sessionLength(remember), now);
  });
  await notePlace(loginLimits, target);
  return { ...session, user: accountViewOf(person) };
}

function targetOf(role: Role, identifier: string, person: Named | null, origin: Origin): Target {
  return { account: `${role} ${identifierOf(role, identifier)}`, userId: person?.userId, origin };
}

const targetOfPerson = (person: Named, origin: Origin) =>
  targetOf(person.role, person.email ?? person.username ?? "", person, origin);

/** Makes a student's account; the page logs nobody in by it (spec §4). @throws AppError CONFLICT for a taken address */
export async function signup(input: Schema.OpeningSignupInput, { address }: Origin, now: Date) {
  const { openSession: opens, password, ...named } = input;
  await requireGoodPassword("password", password, { ...named, role: "user", username: null });
  if (address !== undefined) await countTry(signupLimit(env().SIGNUPS_PER_HOUR), address);
  const passwordHash = await hashPassword(password);
  try {
    return await transaction(async (tx) => {
      const person = personOf(await tx.user.create({ data: { ...named, role: "user", passwordHash } }));
      await record(tx, { action: "signup", by: person, address });
      if (isMailConfigured()) await orderLetter(tx, "confirmEmail", person);
      const session = opens ? await openSession(tx, person.userId, sessionLength(false), now) : { token: null };
      return { ...accountViewOf(person), token: session.token };
    });
  } catch (error) {
    throw isDuplicate(error) ? faultAt("email", copy.emailTaken, "CONFLICT") : error;
  }
}

async function requireGoodPassword(field: string, password: string, of: Omit<Named, "userId">): Promise<void> {
  const tooShort = of.role === "admin" ? copy.passwordTooShortForAdmin : copy.passwordTooShort;
  if (!isLongEnough(password, of.role)) throw faultAt(field, tooShort);
  if (await isEasyToGuess(password, [of.name, of.email, of.username])) throw faultAt(field, copy.passwordTooEasy);
}

function faultAt(field: string, message: string, code: "BAD_REQUEST" | "CONFLICT" = "BAD_REQUEST"): AppError {
  return new AppError(code, message, [{ path: [field], message }]);
}

async function orderLetter(
  tx: Transaction,
  kind: string,
  { email, userId }: Partial<Named>,
  about = {},
): Promise<void> {
  if (email) await orderMail(tx, { kind, event: `${kind}:${randomUUID()}`, recipient: email, userId, about });
}

/** Ends the session of this call. */
export async function logout(by: Principal, { address }: Origin, now: Date): Promise<void> {
  await transaction(async (tx) => {
    await endSession(tx, by.sessionId, now);
    await record(tx, { action: "logout", by, address });
  });
}

/**
 * Orders the letter with the link to a new password. Whether there is such an account changes nothing of what is done
 * here, and so neither answer nor time. @throws AppError TOO_MANY_REQUESTS
 */
export async function requestReset(email: string, origin: Origin): Promise<void> {
  const person = await findByIdentifier("user", email);
  await countTries(resetLimits, targetOf("user", email, person, origin));
  await transaction((tx) => orderLetter(tx, "resetPassword", { email }));
}

/**
 * Sets a new password for whoever a mailed link names, and ends all sessions. That the letter was read shows that the
 * address is the person's own. @throws AppError BAD_REQUEST for a link or a password that is not good
 */
export async function resetPassword(input: Schema.ResetPasswordInput, origin: Origin, now: Date): Promise<void> {
  const { token, password } = input;
  const given = { token, purpose: "reset", refusal: linkCopy.resetLinkDead } as const;
  const person = personOf(await findHolder(given, linkLimit, origin.address, now));
  await requireGoodPassword("password", password, person);
  const passwordHash = await hashPassword(password);
  await transaction(async (tx) => {
    await takeToken(tx, given, now);
    await setPassword(tx, person, passwordHash, now);
    await confirm(tx, person, now);
    await record(tx, { action: "password-reset", by: person, address: origin.address });
  });
  const target = targetOfPerson(person, origin);
  await pardon(loginLimits, target);
  await notePlace(loginLimits, target);
}

async function setPassword(tx: Transaction, of: Named, passwordHash: string, now: Date, kept?: string): Promise<void> {
  await tx.user.update({ where: { id: of.userId }, data: { passwordHash } });
  await endSessions(tx, of.userId, now, kept);
  await dropTokens(tx, of.userId, "reset");
  await orderLetter(tx, "passwordChanged", of, { at: now.toISOString() });
}

async function confirm(tx: Transaction, { userId: id }: Named, now: Date): Promise<void> {
  await tx.user.updateMany({ where: { id, emailConfirmedAt: null }, data: { emailConfirmedAt: now } });
}

/** Notes that the address is the person's own (decision 7). @throws AppError BAD_REQUEST for a link that is not good */
export async function confirmEmail(token: string, { address }: Origin, now: Date): Promise<void> {
  const given = { token, purpose: "confirm", refusal: linkCopy.confirmLinkDead } as const;
  const person = personOf(await findHolder(given, linkLimit, address, now));
  await transaction(async (tx) => {
    await takeToken(tx, given, now);
    await confirm(tx, person, now);
    await record(tx, { action: "email-confirmed", by: person, address });
  });
}

/** Orders the letter that confirms an address once more, where that is of use. @throws AppError TOO_MANY_REQUESTS */
export async function resendConfirmation(by: Principal): Promise<boolean> {
  if (by.emailConfirmed || !isMailConfigured()) return false;
  await countTry(confirmationLimit, by.userId);
  await transaction((tx) => orderLetter(tx, "confirmEmail", by));
  return true;
}

/** Gives the person another name. */
export async function changeName(name: string, by: Principal) {
  return transaction(async (tx) => {
    await record(tx, { action: "name-changed", by });
    return accountViewOf(personOf(await tx.user.update({ where: { id: by.userId }, data: { name } })));
  });
}

/** Gives the person another password and ends all other sessions. @throws AppError */
export async function changePassword(input: Schema.ChangePasswordInput, by: Principal, origin: Origin, now: Date) {
  await requireGoodPassword("next", input.next, by);
  await requireOwnPassword("current", input.current, by, origin);
  const passwordHash = await hashPassword(input.next);
  await transaction(async (tx) => {
    await setPassword(tx, by, passwordHash, now, by.sessionId);
    await record(tx, { action: "password-changed", by, address: origin.address });
  });
}

// A wrong one counts like a wrong login: a session somebody left open is no way to guess.
async function requireOwnPassword(field: string, password: string, by: Principal, origin: Origin): Promise<void> {
  const person = await findPerson(by.userId);
  const check = () => passwordMatches(password, person?.passwordHash);
  if (!(await prove(loginLimits, targetOfPerson(by, origin), by, check)))
    throw faultAt(field, accountCopy.wrongPassword);
}

/** Ends every session of the person. */
export async function signOutEverywhere(by: Principal, { address }: Origin, now: Date): Promise<void> {
  await transaction(async (tx) => {
    await endSessions(tx, by.userId, now);
    await record(tx, { action: "signed-out-everywhere", by, address });
  });
}

/** Deletes an account and all that is the person's. @throws AppError BAD_REQUEST for a wrong password */
export async function removeAccount(password: string, by: Principal, origin: Origin): Promise<void> {
  await requireOwnPassword("password", password, by, origin);
  await transaction(async (tx) => {
    // Not all go with the account: some were ordered for the address alone.
    await tx.mail.deleteMany({ where: mailsOf(by.userId, by.email) });
    await tx.user.deleteMany({ where: { id: by.userId } });
    await enqueue(tx, "sweepMailFolder", {});
    await record(tx, { action: "account-deleted", by, subjectId: by.userId, address: origin.address });
  });
  await noteErased(by.userId);
}

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
