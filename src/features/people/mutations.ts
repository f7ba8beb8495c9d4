import "server-only";
import { requireOwnPassword } from "@/features/auth/data-passwords";
import { AppError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { record, recordNow } from "@/server/audit/audit";
import { reopenLogin } from "@/server/auth/closed-logins";
import { isOfStaff } from "@/server/auth/grants";
import { findPerson } from "@/server/auth/users";
import { transaction } from "@/server/db/client";
import { mailIds, mailsOf } from "@/server/mail/records";
import { erase } from "@/server/privacy/erasure";
import type { Origin } from "@/server/rate-limits/login-attempts";
import { endLinksOfErased, listChildrenOf } from "@/server/roster/guardians";
import { countErased, type PeopleData, type Places, tickedOf } from "./data";
import { say } from "./messages";
import type { PersonByIdInput, PersonInput } from "./schema";

/** Exports all personal data under an address, or the selected rows; audited. @throws AppError */
export async function exportPerson(
  { listDataOf }: PeopleData,
  { email, password, rows }: PersonInput,
  by: Principal,
  origin: Origin,
) {
  await requireOwnPassword("password", password, by, origin);
  const data = await listDataOf(email, rows, new Date());
  await recordNow({ action: "person-exported", by, subjectId: data.account?._id, address: origin.address });
  return data;
}

/**
 * Erases all data under an address, or the selected rows. The audit trail keeps the account's id, which then identifies
 * nobody.
 * @throws AppError BAD_REQUEST for a wrong password, NOT_FOUND for no data
 */
export async function erasePerson({ placesOf }: PeopleData, input: PersonInput, by: Principal, origin: Origin) {
  const { email, password, rows: ticked } = input;
  await requireOwnPassword("password", password, by, origin);
  const places = await placesOf(email);
  if (ticked === undefined) await requireAlone(places.person);
  if (places.person && (ticked?.includes(places.person.userId) ?? true)) await requireNoAccess(places.person.userId);
  const { person, erasable, mails } = ticked === undefined ? places : tickedOf(places, email, ticked);
  const detail = Object.fromEntries(erasable.map(({ name, rows }) => [name, countErased(rows)]));
  const event = { action: "person-erased", by, subjectId: person?.userId, detail, address: origin.address } as const;
  const rows = Object.fromEntries(erasable.map(({ table, rows }) => [table, rows.map(({ id }) => id)]));
  const count = await erase(async (tx) => {
    if (person) await endLinksOfErased(tx, person, by);
    return { ...rows, users: person ? [person.userId] : [], mails: await mailIds(tx, mails) };
  }, event);
  if (count === 0) throw new AppError("NOT_FOUND", say("nothingHeld"));
}

/** Rejects current staff: end their access first. @throws AppError CONFLICT */
async function requireNoAccess(userId: string): Promise<void> {
  if (await isOfStaff(userId)) throw new AppError("CONFLICT", say("worksHere"));
}

/** Rejects an address shared by several people. @throws AppError CONFLICT */
async function requireAlone(person: Places["person"]): Promise<void> {
  const wards = person ? await listChildrenOf(person.userId) : [];
  const names = wards.map(({ name }) => name).join(", ");
  if (person && wards.length > 0) throw new AppError("CONFLICT", say("shared", person.name, names));
}

/** Exports all personal data of a person by id; audited. @throws AppError */
export async function exportPersonById(
  { listDataOfPerson }: PeopleData,
  { id, password }: PersonByIdInput,
  by: Principal,
  origin: Origin,
) {
  await requireOwnPassword("password", password, by, origin);
  const data = await listDataOfPerson(id, new Date());
  if (!data) throw new AppError("NOT_FOUND", say("nobody"));
  await recordNow({ action: "person-exported", by, subjectId: id, address: origin.address });
  return data;
}

/** Erases a person by id, without rows that only have the same address. @throws AppError */
export async function erasePersonById({ id, password }: PersonByIdInput, by: Principal, origin: Origin) {
  await requireOwnPassword("password", password, by, origin);
  const person = await findPerson(id);
  if (person?.role !== "user") throw new AppError("NOT_FOUND", say("nobody"));
  await requireNoAccess(id);
  const event = { action: "person-erased", by, subjectId: id, address: origin.address } as const;
  await erase(async (tx) => {
    await endLinksOfErased(tx, person, by);
    return { users: [id], mails: await mailIds(tx, mailsOf(id, person.email)) };
  }, event);
}

/**
 * Opens a closed login again, for a person who wants to stay. This settles the request for erasure; a code from the office then
 * sets a new password.
 * @throws AppError BAD_REQUEST for a wrong password, NOT_FOUND, CONFLICT for an open login
 */
export async function openLoginAgain({ id, password }: PersonByIdInput, by: Principal, origin: Origin) {
  await requireOwnPassword("password", password, by, origin);
  if ((await findPerson(id))?.role !== "user") throw new AppError("NOT_FOUND", say("nobody"));
  await transaction(async (tx) => {
    if (!(await reopenLogin(tx, id))) throw new AppError("CONFLICT", say("notClosed"));
    await record(tx, { action: "login-reopened", by, subjectId: id, address: origin.address });
  });
}
