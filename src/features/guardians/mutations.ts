import "server-only";
import { dateHere } from "@/content/institute";
import { kept } from "@/content/retention";
import { changesIn } from "@/lib/changes-in";
import { addDays, shownDate } from "@/lib/dates";
import { AppError, fieldError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { revokeCodesMadeBy } from "@/server/access-codes/use";
import { record } from "@/server/audit/audit";
import { createPerson, findPerson } from "@/server/auth/users";
import { endOfDay } from "@/server/clock";
import { type Transaction, transaction } from "@/server/db/client";
import { violatedIndex } from "@/server/db/database-errors";
import { lockPhone } from "@/server/roster/guardian-people";
import { changeLink, createLink, endLink, getLink, type LinkRow, lockLink } from "@/server/roster/links";
import { isStudent, lockStudent, setLinkRule } from "@/server/roster/students";
import { findLink } from "./data";
import { listByPhones } from "./data-people";
import { say } from "./messages";
import { requireFreeAddress } from "./mutations-people";
import { wordsOfChild } from "./rules-people";
import type { AddLinkInput, EditLinkInput, EndLinkInput } from "./schema-links";

/** Links a guardian to a student: a known person, or a new one without a login. @throws AppError */
export async function addLink(input: AddLinkInput, by: Principal): Promise<LinkRow> {
  const { studentId, relation, seesResults, getsMails, contactOrder } = input;
  const choices = { seesResults, getsMails, ...(contactOrder !== undefined && { contactOrder }) };
  return transaction(async (tx) => {
    await lockStudent(tx, studentId);
    const guardianId =
      input.guardianId != null ? await requireLinkable(input.guardianId, studentId) : await addPerson(tx, input);
    const link = { guardianId, studentId, relation, ...choices, origin: "office" as const, createdById: by.userId };
    const id = await createLink(tx, link);
    await record(tx, { action: "guardian-linked", by, subjectId: studentId });
    return getLink(id);
  }).catch((error: unknown) => {
    if (violatedIndex(error) === "guardianships_open_key") throw new AppError("CONFLICT", say("alreadyLinked"));
    if (violatedIndex(error) === "users_email_key") throw fieldError("email", say("addressTaken"), "CONFLICT");
    throw error;
  });
}

/** A person who can be a guardian of the student, possibly a member of staff. @throws AppError */
async function requireLinkable(guardianId: string, studentId: string): Promise<string> {
  if (guardianId === studentId) throw new AppError("CONFLICT", say("oneself"));
  const person = await findPerson(guardianId);
  if (person?.role !== "user" || (await isStudent(guardianId))) throw new AppError("NOT_FOUND", say("notPossible"));
  if (await findLink(guardianId, studentId)) throw new AppError("CONFLICT", say("alreadyLinked"));
  return guardianId;
}

/** If a known person has the phone number, asks whether it is the same person. @throws AppError CONFLICT */
async function requireUnknown(tx: Transaction, phone: string): Promise<void> {
  await lockPhone(tx, phone);
  const [known] = await listByPhones([phone]);
  if (!known) return;
  const message = say("phoneOf", [known.name, ...known.children.map(wordsOfChild)].join(", "));
  throw new AppError("CONFLICT", message, [{ path: ["phone"], message }], {}, known._id);
}

type NewPerson = { name: string; phone: string | null; email: string | null; isAnother: boolean };

async function addPerson(tx: Transaction, { name, phone, email, isAnother }: NewPerson): Promise<string> {
  await requireFreeAddress(email);
  if (phone !== null && !isAnother) await requireUnknown(tx, phone);
  return (await createPerson(tx, { name, phone, email })).userId;
}

/** Edits a link; equal values change nothing. @throws AppError */
export async function editLink({ id, ...given }: EditLinkInput, by: Principal): Promise<LinkRow> {
  const fields = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return transaction(async (tx) => {
    const link = await lockLink(tx, id);
    if (Object.keys(changesIn(fields, link)).length === 0) return link;
    await record(tx, { action: "guardian-edited", by, subjectId: link.studentId });
    await changeLink(tx, link, fields);
    return getLink(id);
  });
}

/** Ends a link, with effect from the next request. @throws AppError */
export async function endGuardian({ id, ...end }: EndLinkInput, by: Principal, now: Date): Promise<LinkRow> {
  const { day, reason, quietly } = end;
  return transaction(async (tx) => {
    const link = await lockLink(tx, id);
    const action = quietly ? "guardian-ended-quietly" : "guardian-ended";
    await record(tx, { action, by, subjectId: link.studentId });
    await endLink(tx, link, { at: endOf(day, link.createdAt, now), byId: by.userId, reason, quietly });
    return getLink(id);
  });
}

// A link is kept for as long as a leave after its end was entered (decision 160).
const mostDaysAgo = kept.endedLinks - kept.undo;

/** The end of a past day in the institute's zone, otherwise now. @throws AppError BAD_REQUEST */
function endOf(day: string | undefined, begun: Date, now: Date): Date {
  const today = dateHere(now);
  if (day === undefined || day === today) return now;
  if (day > today) throw fieldError("day", say("dayToCome"));
  if (day < dateHere(begun)) throw fieldError("day", say("dayBefore"));
  const earliest = addDays(today, -mostDaysAgo);
  if (day < earliest) throw fieldError("day", say("dayLongAgo", shownDate(earliest)));
  return endOfDay(day);
}

/** Ends the caller's own link. @throws AppError NOT_FOUND */
export async function leaveChild(studentId: string, by: Principal, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const found = await findLink(by.userId, studentId);
    if (!found) throw new AppError("NOT_FOUND", say("noChild"));
    const link = await lockLink(tx, found.id);
    await record(tx, { action: "guardian-ended", by, subjectId: studentId });
    await endLink(tx, link, { at: now, byId: by.userId, reason: null, quietly: false });
  });
}

/** Sets whether a student may make codes for guardians; if not, open ones are revoked. @throws AppError NOT_FOUND */
export async function changeLinkRule(studentId: string, byOfficeOnly: boolean, by: Principal, now: Date) {
  await transaction(async (tx) => {
    await lockStudent(tx, studentId);
    await setLinkRule(tx, studentId, byOfficeOnly);
    await record(tx, { action: "link-rule-changed", by, subjectId: studentId, detail: { after: byOfficeOnly } });
    if (byOfficeOnly) await revokeCodesMadeBy(tx, studentId, now);
  });
}
