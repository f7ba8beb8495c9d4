import "server-only";
import { dateHere } from "@/content/institute";
import { requireOwnPassword } from "@/features/auth/data-passwords";
import { AppError, fieldError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { makeCodes } from "@/server/access-codes/make";
import { revokeCodesOf } from "@/server/access-codes/use";
import { record } from "@/server/audit/audit";
import { isOfStaff } from "@/server/auth/grants";
import { findUserByIdentifier, isAdminName } from "@/server/auth/login-names";
import { removeSecondFactor } from "@/server/auth/second-factor";
import { endAdminSessions, endSessions } from "@/server/auth/sessions";
import {
  addGrant,
  endGrants,
  type GrantFields,
  isStillAdministrator,
  listEndedGrants,
  lockHolder,
} from "@/server/auth/staff";
import { createPerson, enqueueAccountEmail, forgetPassword, isMailable, lockPeople } from "@/server/auth/users";
import { isDuplicate, isInUse, type Transaction, transaction } from "@/server/db/client";
import { noteEnded } from "@/server/privacy/ended";
import type { Origin } from "@/server/rate-limits/login-attempts";
import { changeContact, contactAfter } from "@/server/roster/contacts";
import { hasChildren } from "@/server/roster/guardians";
import { isStudent } from "@/server/roster/students";
import { type EndedGrants, endedBefore, getStaffRow } from "./data";
import { say } from "./messages";
import type { AddStaffInput, EditStaffInput, GrantInput, ResetSecondStepInput } from "./schema";

/** @throws AppError BAD_REQUEST for a last day in the past, if no first day was entered */
function fieldsOf(input: Omit<GrantInput, "userId">, now: Date): GrantFields {
  const { role, className = null, section = null, subjectId = null, fromDay = dateHere(now), toDay } = input;
  if (toDay && toDay < fromDay) throw fieldError("toDay", say("endsBefore"));
  return { role, className, section, subjectId, fromDay: new Date(fromDay), toDay: toDay ? new Date(toDay) : null };
}

/** Returns whether the person is new to the staff. @throws AppError CONFLICT */
async function grantTo(tx: Transaction, userId: string, fields: GrantFields, by: Principal, now: Date) {
  const isNew = !(await isOfStaff(userId));
  const isAdded = await addGrant(tx, userId, fields, by.userId).catch((error: unknown) => {
    // The subject was merged into another one after the form was opened.
    throw isInUse(error) && fields.subjectId ? fieldError("subjectId", say("subjectGone"), "CONFLICT") : error;
  });
  if (!isAdded) throw new AppError("CONFLICT", say("twice"));
  const detail = { role: fields.role, ...(fields.className && { class: fields.className }) };
  await record(tx, { action: "staff-granted", by, subjectId: userId, detail });
  // An earlier code may lie open in a kitchen, and would now open the admin side (decision 130).
  if (isNew) await revokeCodesOf(tx, userId, now);
  return isNew;
}

/**
 * Adds a member of staff: the account with the address, or a new one. Returns the id, and a code if there is no login.
 * @throws AppError CONFLICT
 */
export async function addStaff({ name, email, ...grant }: AddStaffInput, by: Principal, now: Date) {
  const fields = fieldsOf(grant, now);
  return transaction(async (tx) => {
    await requireAdministrator(tx, by);
    await requireOtherName(email);
    const found = await lockByAddress(tx, email);
    const person = found ?? (await createPerson(tx, { name, email }));
    if (person.loginClosedAt !== null) throw fieldError("email", say("loginClosed"), "CONFLICT");
    if (await isStudent(person.userId)) throw fieldError("email", say("ofStudent"), "CONFLICT");
    const isNew = await grantTo(tx, person.userId, fields, by, now);
    const isKnown = !isNew || person.emailConfirmedAt !== null;
    const code = isKnown && person.passwordHash !== null ? null : await codeFor(tx, person.userId, by, now);
    return { userId: person.userId, code };
  }).catch((error: unknown) => {
    // Two colleagues invited the same new person at the same time.
    throw isDuplicate(error) ? new AppError("CONFLICT", say("twice")) : error;
  });
}

/** @throws AppError CONFLICT for an address that is the administrator's username */
async function requireOtherName(email: string): Promise<void> {
  if (await isAdminName(email)) throw fieldError("email", say("nameOfAdministrator"), "CONFLICT");
}

/** Locks the account with an address: it could become a student's, or lose the address, in the meantime (decision 44). */
async function lockByAddress(tx: Transaction, email: string) {
  const found = await findUserByIdentifier(email);
  if (found) await lockPeople(tx, [found.userId]);
  return found && findUserByIdentifier(email);
}

/** Anyone can sign up with any address: an unconfirmed one requires a code from the office. */
async function codeFor(tx: Transaction, userId: string, by: Principal, now: Date) {
  await forgetPassword(tx, userId);
  await endSessions(tx, userId, now);
  const [code = null] = await makeCodes(tx, [{ purpose: "join", userId }], by, now);
  return code;
}

/** Changes name or address of a colleague; the former address is notified. @throws AppError */
export async function editStaff(input: EditStaffInput, by: Principal, origin: Origin, now: Date): Promise<void> {
  const { userId, password, ...given } = input;
  await requireOwnPassword("password", password, by, origin);
  if (userId === by.userId) throw new AppError("CONFLICT", say("ownDetails"));
  await transaction(async (tx) => {
    await requireAdministrator(tx, by);
    await lockPeople(tx, [userId]);
    const person = await getStaffRow(userId, now);
    if (person.role === "admin") throw new AppError("NOT_FOUND", say("notFound"));
    const change = contactAfter(person, given);
    if (change.after.email === null) throw fieldError("email", say("addressNeeded"));
    if (change.fields.includes("email")) await requireOtherName(change.after.email);
    if (change.fields.length > 0) await changeContact(tx, person, change, { action: "staff-changed", by });
  }).catch((error: unknown) => {
    throw isDuplicate(error) ? fieldError("email", say("addressTaken"), "CONFLICT") : error;
  });
}

/** Adds a grant. @throws AppError NOT_FOUND, CONFLICT */
export async function grantMore({ userId, ...grant }: GrantInput, by: Principal, now: Date): Promise<void> {
  await transaction(async (tx) => {
    await requireAdministrator(tx, by);
    await lockPeople(tx, [userId]);
    const row = await getStaffRow(userId, now);
    if (row.role === "admin") throw new AppError("NOT_FOUND", say("notFound"));
    // The office may remove the address of a former colleague who is a guardian.
    if (row.email === null) throw new AppError("CONFLICT", say("noAddress"));
    await grantTo(tx, userId, fieldsOf(grant, now), by, now);
  });
}

/** Ends a grant, with effect from the next request; the last one ends all that {@link endAccess} ends. @throws AppError */
export async function endGrant(id: string, by: Principal, now: Date): Promise<EndedGrants> {
  return transaction(async (tx) => {
    await requireAdministrator(tx, by);
    // If two colleagues end the last two grants at the same time, the second one sees that none is left.
    const userId = await lockHolder(tx, id);
    if (userId === by.userId) throw new AppError("CONFLICT", say("ownAccess"));
    const ended = await endGrants(tx, { id }, by.userId, now);
    if (userId === undefined || ended.length === 0) return endedBefore({ id }, by.userId, now, "grantNotFound");
    await record(tx, { action: "staff-grant-ended", by, subjectId: userId });
    return closeAfter(tx, userId, ended, now);
  });
}

/**
 * Ends the sessions on the admin side and the open codes of a person whose last grant has ended. Call it last in the transaction.
 */
async function closeAfter(tx: Transaction, userId: string, ended: { id: string }[], now: Date): Promise<EndedGrants> {
  const isAll = !(await isOfStaff(userId));
  if (isAll) await endAdminSessions(tx, userId, now);
  // A code that the person has as a parent stays valid.
  if (isAll && !(await hasChildren(userId))) await revokeCodesOf(tx, userId, now);
  await noteEnded("staff_grants", await listEndedGrants(userId));
  return { userId, ids: ended.map(({ id }) => id), isAll };
}

/** Checks again, because a colleague may have just ended the caller's access. @throws AppError FORBIDDEN */
async function requireAdministrator(tx: Transaction, by: Principal): Promise<void> {
  if (!(await isStillAdministrator(tx, by.userId))) throw new AppError("FORBIDDEN", say("accessOver"));
}

/** Ends all grants of a person, all sessions on the admin side, and open codes. @throws AppError */
export async function endAccess(userId: string, by: Principal, now: Date): Promise<EndedGrants> {
  if (userId === by.userId) throw new AppError("CONFLICT", say("ownAccess"));
  return transaction(async (tx) => {
    await requireAdministrator(tx, by);
    await lockPeople(tx, [userId]);
    const ended = await endGrants(tx, { userId }, by.userId, now);
    if (ended.length === 0) return endedBefore({ userId }, by.userId, now, "notFound");
    await record(tx, { action: "staff-access-ended", by, subjectId: userId, detail: { count: ended.length } });
    return closeAfter(tx, userId, ended, now);
  });
}

/** A code for a colleague's first login, or for a new password if there is a login. @throws AppError NOT_FOUND, CONFLICT */
export async function makeStaffCode(userId: string, by: Principal, now: Date): Promise<string | null> {
  const row = await getStaffRow(userId, now);
  if (row.role === "admin") throw new AppError("NOT_FOUND", say("notFound"));
  if (userId === by.userId) throw new AppError("CONFLICT", say("ownPasswordCode"));
  const purpose = row.passwordHash === null ? "join" : "password";
  return transaction(async (tx) => {
    await requireAdministrator(tx, by);
    const [code = null] = await makeCodes(tx, [{ purpose, userId }], by, now);
    if (purpose === "password") await endSessions(tx, userId, now);
    await record(tx, { action: "code-made", by, subjectId: userId, detail: { purpose } });
    return code;
  });
}

/**
 * Turns off the second factor of a colleague, for example after the loss of a phone, and notifies the colleague.
 * @throws AppError
 */
export async function resetSecondStep(input: ResetSecondStepInput, by: Principal, origin: Origin, now: Date) {
  const { userId, password } = input;
  await requireOwnPassword("password", password, by, origin);
  if (userId === by.userId) throw new AppError("CONFLICT", say("ownSecondStep"));
  const row = await getStaffRow(userId, now);
  await transaction(async (tx) => {
    await requireAdministrator(tx, by);
    if (!(await removeSecondFactor(tx, userId))) throw new AppError("CONFLICT", say("noSecondStep"));
    await endAdminSessions(tx, userId, now);
    const about = { at: now.toISOString() };
    if (isMailable(row)) await enqueueAccountEmail(tx, "secondStepReset", { userId, email: row.email }, about);
    await record(tx, { action: "second-step-reset", by, subjectId: userId, address: origin.address });
  });
}
