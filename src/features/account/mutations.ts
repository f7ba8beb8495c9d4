import "server-only";
import { accountViewOf } from "@/features/auth/data";
import { requireGoodPassword, requireOwnPassword, requireProof } from "@/features/auth/data-passwords";
import { AppError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { type AuditEntry, record, recordNow } from "@/server/audit/audit";
import { closeLogin } from "@/server/auth/closed-logins";
import { isOfStaff } from "@/server/auth/grants";
import { hashPassword } from "@/server/auth/passwords";
import { endSessions } from "@/server/auth/sessions";
import { renamePerson, setPassword } from "@/server/auth/users";
import { transaction } from "@/server/db/client";
import { mailIds, mailsOf } from "@/server/mail/records";
import { erase } from "@/server/privacy/erasure";
import type { Origin } from "@/server/rate-limits/login-attempts";
import { consume } from "@/server/rate-limits/rate-limit";
import { endLinksOfErased } from "@/server/roster/guardians";
import { keepName } from "@/server/roster/names";
import { isStudent } from "@/server/roster/students";
import type { ListOwnData } from "./data";
import { sayAccount } from "./messages";
import { passwordLimit } from "./rules";
import type * as Schema from "./schema";

/** Renames the person, and keeps the former name; only the office renames students. @throws AppError FORBIDDEN */
export async function changeName({ name }: { name: string }, by: Principal) {
  if (await isStudent(by.userId)) throw new AppError("FORBIDDEN", sayAccount("nameOfOffice"));
  return transaction(async (tx) => {
    await record(tx, { action: "name-changed", by });
    await keepName(tx, by, name, by.userId);
    return accountViewOf(await renamePerson(tx, by.userId, name));
  });
}

/** Changes the password and ends all other sessions. @throws AppError */
export async function changePassword(input: Schema.ChangePasswordInput, by: Principal, origin: Origin, now: Date) {
  await requireGoodPassword("next", input.next, by);
  await requireOwnPassword("current", input.current, by, origin);
  await consume(passwordLimit, by.userId);
  const passwordHash = await hashPassword(input.next);
  await transaction(async (tx) => {
    await record(tx, { action: "password-changed", by, address: origin.address });
    await setPassword(tx, by, passwordHash, now, by.sessionId);
  });
  await origin.recognise?.(by);
}

export async function signOutEverywhere(by: Principal, { address }: Origin, now: Date): Promise<void> {
  await transaction(async (tx) => {
    await endSessions(tx, by.userId, now);
    await record(tx, { action: "signed-out-everywhere", by, address });
  });
}

/** Exports all personal data of the caller; audited. @throws AppError */
export async function exportData(
  listOwnData: ListOwnData,
  password: string | undefined,
  by: Principal,
  origin: Origin,
  now: Date,
) {
  await requireProof(password, by, origin, now);
  await recordNow({ action: "data-exported", by, address: origin.address });
  return listOwnData(by, now);
}

/**
 * Deletes an account with its data. For a student on the roster it only closes the login and asks the office to erase the
 * rest: students cannot delete marks (decision 49). Returns whether everything was erased.
 * @throws AppError BAD_REQUEST for a wrong password
 */
export async function removeAccount(password: string, by: Principal, origin: Origin, now: Date): Promise<boolean> {
  await requireOwnPassword("password", password, by, origin);
  if (await isOfStaff(by.userId)) throw new AppError("CONFLICT", sayAccount("worksHere"));
  if (await isStudent(by.userId)) {
    await transaction(async (tx) => {
      await record(tx, { action: "login-closed", by, subjectId: by.userId, address: origin.address });
      await closeLogin(tx, by, now);
    });
    return false;
  }
  const event: AuditEntry = { action: "account-deleted", by, subjectId: by.userId, address: origin.address };
  await erase(async (tx) => {
    await endLinksOfErased(tx, by, by);
    // Some emails are not linked to the account but only have its address.
    return { users: [by.userId], mails: await mailIds(tx, mailsOf(by.userId, by.email)) };
  }, event);
  return true;
}
