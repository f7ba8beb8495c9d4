import "server-only";
import { env } from "@/env";
import { AppError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { type AuditEntry, record } from "@/server/audit";
import { orderMissedConfirmation } from "@/server/confirmation";
import { consentAt } from "@/server/consent";
import { db, isDuplicate, transaction } from "@/server/db";
import { eraseRows, writeErasedLog } from "@/server/erasure";
import type { Prisma } from "@/server/generated/prisma/client";
import { enqueue } from "@/server/jobs";
import { countTry } from "@/server/limits";
import { isMailConfigured } from "@/server/mail";
import { hashPassword, isHashOutdated, passwordMatches } from "@/server/passwords";
import { hasSecondFactor, takeCode } from "@/server/second-factor";
import { endSession, endSessions, openSession } from "@/server/sessions";
import { notePlace, type Origin, prove, type Verdict } from "@/server/tries";
import { copy, peopleCopy } from "./copy";
import { accountViewOf, findByIdentifier, mailsOf, type Person, personOf } from "./data";
import { placesOf } from "./data-people";
import {
  faultAt,
  orderLetter,
  requireGoodPassword,
  requireOwnPassword,
  setPassword,
  targetOf,
  withWayIn,
} from "./mutations-passwords";
import { loginLimits, sessionLength, signupLimit } from "./rules";
import type * as Schema from "./schema";

/** Checks the pair and opens a session. An unknown name takes as long as a wrong password. @throws AppError */
export async function login(input: Schema.LoginInput, origin: Origin, now: Date): Promise<Schema.SessionView> {
  const { identifier, password, role, remember } = input;
  const refusal = role === "admin" ? copy.invalidAdmin : copy.invalidUser;
  const person = await findByIdentifier(role, identifier);
  const target = targetOf(role, identifier, person, origin);
  const verdict = await prove(loginLimits, target, null, () => verdictOn(person, input, now)).catch(
    (error: unknown) => {
      // The administrator's password is reset on the server itself.
      throw role === "admin" ? error : withWayIn(error, isMailConfigured() ? copy.lockedMailed : copy.lockedUnmailed);
    },
  );
  if (verdict === "code missing") throw faultAt("code", copy.codeMissing, "UNAUTHORIZED");
  if (verdict === "wrong code") throw faultAt("code", copy.codeWrong, "UNAUTHORIZED");
  if (!person || verdict !== "right") throw new AppError("UNAUTHORIZED", refusal);
  await renewHash(person, password);
  const session = await transaction(async (tx) => {
    await record(tx, { action: "login", by: person, address: origin.address });
    if (person.emailConfirmedAt === null) await orderMissedConfirmation(tx, person);
    return openSession(tx, person.userId, sessionLength(role, remember), now);
  });
  await notePlace(loginLimits, target);
  return { ...session, user: accountViewOf(person) };
}

// Whoever does not know the password learns nothing of codes.
async function verdictOn(person: Person | null, given: Schema.LoginInput, now: Date): Promise<Verdict> {
  if (!(await passwordMatches(given.password, person?.passwordHash)) || !person) return "wrong password";
  if (person.role !== "admin" || !(await hasSecondFactor(person.userId))) return "right";
  if (given.code === undefined) return "code missing";
  return (await takeCode(person.userId, given.code, now)) ? "right" : "wrong code";
}

// The hash of an older release is made anew when its password is known for a moment.
async function renewHash({ userId: id, passwordHash: outdated }: Person, password: string): Promise<void> {
  if (!isHashOutdated(outdated)) return;
  const passwordHash = await hashPassword(password);
  // Unless the password was changed meanwhile.
  await db().user.updateMany({ where: { id, passwordHash: outdated }, data: { passwordHash } });
}

const noSession = { token: null, expiresAt: null };

/** Makes a student's account; the page logs nobody in by it (spec §4). @throws AppError CONFLICT for a taken address */
export async function signup(input: Schema.OpeningSignupInput, { address }: Origin, now: Date) {
  const { openSession: opens, password, ...named } = input;
  await requireGoodPassword("password", password, { ...named, role: "user", username: null });
  if (address !== undefined) await countTry(signupLimit(env().SIGNUPS_PER_HOUR), address);
  const passwordHash = await hashPassword(password);
  try {
    return await transaction(async (tx) => {
      const person = personOf(
        await tx.user.create({ data: { ...named, role: "user", passwordHash, ...consentAt(now) } }),
      );
      await record(tx, { action: "signup", by: person, address });
      if (isMailConfigured()) await orderLetter(tx, "confirmEmail", person);
      const session = opens ? await openSession(tx, person.userId, sessionLength("user", false), now) : noSession;
      return { ...accountViewOf(person), ...session };
    });
  } catch (error) {
    throw isDuplicate(error) ? faultAt("email", copy.emailTaken, "CONFLICT") : error;
  }
}

/** Ends the session of this call. */
export async function logout(by: Principal, { address }: Origin, now: Date): Promise<void> {
  await transaction(async (tx) => {
    await endSession(tx, by.sessionId, now);
    await record(tx, { action: "logout", by, address });
  });
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
  const event: AuditEntry = { action: "account-deleted", by, subjectId: by.userId, address: origin.address };
  // Not all go with the account: some were ordered for the address alone.
  await erase({ userId: by.userId, mails: mailsOf(by.userId, by.email), applications: [], messages: [] }, event);
}

/**
 * Erases all that is kept about the person of an address, with an account or without one. The trail keeps the account's
 * id, which names nobody any more. @throws AppError BAD_REQUEST for a wrong password, NOT_FOUND where nothing is kept
 */
export async function erasePerson({ email, password }: Schema.PersonInput, by: Principal, origin: Origin) {
  await requireOwnPassword("password", password, by, origin);
  const { person, applications, messages, mails } = await placesOf(email);
  const detail = { applications: applications.length, messages: messages.length };
  const event = { action: "person-erased", by, subjectId: person?.userId, detail, address: origin.address } as const;
  const count = await erase({ userId: person?.userId, mails, applications, messages }, event);
  if (count === 0) throw new AppError("NOT_FOUND", peopleCopy.nothingHeld);
}

type Form = { id: string };
type Traces = { userId: string | undefined; mails: Prisma.MailWhereInput; applications: Form[]; messages: Form[] };

/** Erases rows, and in a moment the files of mails. Answers how many rows; nothing is recorded for none. */
async function erase({ userId, mails, applications, messages }: Traces, event: AuditEntry): Promise<number> {
  return transaction(async (tx) => {
    const ids = (rows: Form[]) => rows.map(({ id }) => id);
    const erased = await eraseRows(tx, {
      mails: ids(await tx.mail.findMany({ where: mails, select: { id: true } })),
      submissions: ids(applications),
      contact_messages: ids(messages),
      users: userId === undefined ? [] : [userId],
    });
    if (erased === 0) return 0;
    await enqueue(tx, "sweepMailFolder", {});
    await record(tx, event);
    await writeErasedLog(tx);
    return erased;
  });
}
