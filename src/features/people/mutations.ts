import "server-only";
import { requireOwnPassword } from "@/features/auth/data-passwords";
import { AppError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { recordNow } from "@/server/audit/audit";
import { findPerson } from "@/server/auth/users";
import { mailIds, mailsOf } from "@/server/mail/records";
import { erase } from "@/server/privacy/erasure";
import type { Origin } from "@/server/rate-limits/login-attempts";
import { namesOfWards } from "@/server/roster/guardians";
import type { PeopleData } from "./data";
import { say } from "./messages";
import type { PersonByIdInput, PersonInput } from "./schema";

/** Everything the product holds of the person of an address; the audit trail says who took it. @throws AppError */
export async function exportPerson(
  { listDataOf }: PeopleData,
  { email, password }: PersonInput,
  by: Principal,
  origin: Origin,
) {
  await requireOwnPassword("password", password, by, origin);
  const data = await listDataOf(email, new Date());
  await recordNow({ action: "person-exported", by, subjectId: data.account?._id, address: origin.address });
  return data;
}

/**
 * Erases all that is kept about the person of an address, with an account or without one. The trail keeps the account's
 * id, which names nobody any more. @throws AppError BAD_REQUEST for a wrong password, NOT_FOUND where nothing is kept
 */
export async function erasePerson({ placesOf }: PeopleData, input: PersonInput, by: Principal, origin: Origin) {
  const { email, password } = input;
  await requireOwnPassword("password", password, by, origin);
  const { person, erasable, mails } = await placesOf(email);
  const others = person ? await namesOfWards(person.userId) : [];
  if (person && others.length > 0) throw new AppError("CONFLICT", say("shared", person.name, others.join(", ")));
  const detail = Object.fromEntries(erasable.map(({ name, ids }) => [name, ids.length]));
  const event = { action: "person-erased", by, subjectId: person?.userId, detail, address: origin.address } as const;
  const rows = Object.fromEntries(erasable.map(({ table, ids }) => [table, ids]));
  const count = await erase(
    async (tx) => ({ ...rows, users: person ? [person.userId] : [], mails: await mailIds(tx, mails) }),
    event,
  );
  if (count === 0) throw new AppError("NOT_FOUND", say("nothingHeld"));
}

/** Everything the product holds of a person by id; the audit trail says who took it. @throws AppError */
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

/** Erases a person by id, and nothing that belongs to somebody with the same address. @throws AppError */
export async function erasePersonById({ id, password }: PersonByIdInput, by: Principal, origin: Origin) {
  await requireOwnPassword("password", password, by, origin);
  const person = await findPerson(id);
  if (person?.role !== "user") throw new AppError("NOT_FOUND", say("nobody"));
  const event = { action: "person-erased", by, subjectId: id, address: origin.address } as const;
  await erase(async (tx) => ({ users: [id], mails: await mailIds(tx, mailsOf(id, person.email)) }), event);
}
