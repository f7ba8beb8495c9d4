import "server-only";
import { listHindrances } from "@/features/codes/data-many";
import { findLink } from "@/features/guardians/data";
import { listByContact } from "@/features/guardians/data-people";
import type { Message } from "@/lib/catalogue";
import { AppError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { findUserByIdentifier } from "@/server/auth/login-names";
import { createPerson, enqueueAccountEmail, findPerson, type Person } from "@/server/auth/users";
import type { Transaction } from "@/server/db/client";
import { takeLock } from "@/server/db/locks";
import { isMailConfigured } from "@/server/mail/outbox";
import { lockPhone } from "@/server/roster/guardian-people";
import { createLink, hasOfficeEnded } from "@/server/roster/links";
import { isStudent } from "@/server/roster/students";
import { say } from "./messages-refusals";
import type { EnrolledView, GuardianInput } from "./schema-enrol";

const faultOf = (index: number, field: string, message: Message, existingId?: string) =>
  new AppError("CONFLICT", message, [{ path: ["guardians", index, field], message }], {}, existingId);

/** The selected person, if the person can be a guardian of the student. @throws AppError */
async function chosenPerson(id: string, studentId: string, index: number): Promise<Person> {
  const person = await findPerson(id);
  const isPossible = person?.role === "user" && person.loginClosedAt === null && id !== studentId;
  if (!isPossible || (await isStudent(id))) throw faultOf(index, "guardianId", say("noGuardian"));
  return person;
}

type NewGuardian = Exclude<GuardianInput, { guardianId: string }>;

/**
 * Adds a guardian. If a known person has the address or phone number, the office is asked first; the address of a student is
 * refused. Parents who are entered together may share a phone number, but not an address.
 * @throws AppError
 */
async function newPerson(
  tx: Transaction,
  given: NewGuardian,
  index: number,
  together: ReadonlySet<string>,
): Promise<Person> {
  const { name, phone, email, isAnother } = given;
  const holder = email === null ? null : await findUserByIdentifier(email);
  // The holder was entered in the same form and is not saved yet: the office could not choose this person.
  if (holder && together.has(holder.userId)) throw faultOf(index, "email", say("addressTwice"));
  if (holder && (await isStudent(holder.userId))) throw faultOf(index, "email", say("loginOf", holder.name));
  if (holder) throw faultOf(index, "email", say("addressOf", holder.name), holder.userId);
  const asked = isAnother ? null : phone;
  if (asked !== null) await lockPhone(tx, asked);
  const holders = asked === null ? [] : await listByContact([asked], null);
  const known = holders.find(({ _id }) => !together.has(_id));
  if (known) throw faultOf(index, "phone", say("phoneOf", known.name), known._id);
  return createPerson(tx, { name, phone, email });
}

/** Creates or finds each guardian and links them to the student in order. Returns each person once. @throws AppError */
export async function linkGuardians(
  tx: Transaction,
  studentId: string,
  guardians: readonly GuardianInput[],
  by: Principal,
): Promise<Person[]> {
  const people: Person[] = [];
  const created = new Set<string>();
  // At most four, one at a time: two of them may be the same person.
  for (const [index, given] of guardians.entries()) {
    const person =
      "guardianId" in given
        ? await chosenPerson(given.guardianId, studentId, index)
        : await newPerson(tx, given, index, created);
    if (!("guardianId" in given)) created.add(person.userId);
    if (people.some(({ userId }) => userId === person.userId)) continue;
    people.push(person);
    if (await findLink(person.userId, studentId)) continue;
    if (await hasOfficeEnded(person.userId, studentId)) throw faultOf(index, "guardianId", say("linkEnded"));
    const link = { guardianId: person.userId, studentId, relation: given.relation, createdById: by.userId };
    await createLink(tx, { ...link, origin: "admission" });
  }
  return people;
}

/**
 * Emails a first-login code to guardians who have an address and no login. Like the invitation of many, it sends no second code
 * within a day, and none to an address where the last one came to somebody else (decision 135).
 */
export async function inviteGuardians(
  tx: Transaction,
  people: readonly Person[],
  by: Principal,
): Promise<Omit<EnrolledView, "studentId">> {
  const none = { mailed: 0, misaddressed: [], invitedLately: [] };
  if (!isMailConfigured()) return none;
  const needing = people.flatMap(({ userId, name, email, passwordHash }) =>
    email !== null && passwordHash === null ? [{ userId, name, email }] : [],
  );
  if (needing.length === 0) return none;
  await takeLock(tx, "invitations");
  const hindrances = await listHindrances(needing);
  const invited = needing.filter(({ userId }) => !hindrances.has(userId));
  for (const person of invited) await enqueueAccountEmail(tx, "invitation", person, { by: by.userId });
  const hinderedBy = (what: "misaddressed" | "lately") =>
    needing.flatMap(({ userId, name }) => (hindrances.get(userId) === what ? [name] : []));
  return { mailed: invited.length, misaddressed: hinderedBy("misaddressed"), invitedLately: hinderedBy("lately") };
}
