import "server-only";
import { AppError } from "@/lib/errors";
import { may } from "@/lib/may";
import type { Principal } from "@/lib/principal";
import { listCodesMadeFor, listCodesOf } from "@/server/access-codes/list";
import { listColleagues } from "@/server/auth/grants";
import { findPerson, namesOfPeople, type Person } from "@/server/auth/users";
import { isMailConfigured } from "@/server/mail/outbox";
import { hasChildren } from "@/server/roster/guardians";
import { listLinks } from "@/server/roster/links";
import { findStudent, isStudent } from "@/server/roster/students";
import { say } from "./messages";
import { stateOf, wayOf } from "./rules";
import type { CodesView, OwnCodesView } from "./schema";

const mostShown = 50;

/** A student, or a guardian of one. @throws AppError NOT_FOUND */
export async function getPersonOfRoster(id: string): Promise<Person> {
  const person = await findPerson(id);
  if (person?.role !== "user" || !((await isStudent(id)) || (await hasChildren(id))))
    throw new AppError("NOT_FOUND", say("notFound"));
  return person;
}

/** The codes of a person and of the guardians, because one letter carries the codes of both; newest first. */
export async function listCodes({ personId }: { personId: string }, by: Principal, now: Date): Promise<CodesView> {
  const [person, links] = await Promise.all([findPerson(personId), listLinks(personId)]);
  const guardians = new Map(links.flatMap((link) => (link.endedAt === null ? [[link.guardianId, link]] : [])));
  // Only an administrator may see the codes of colleagues.
  const ids = [personId, ...guardians.keys()];
  const hidden = new Set(may(by, "administrator") ? [] : await listColleagues(ids));
  const rows = (await listCodesOf(personId, mostShown, [...guardians.keys()])).filter(
    ({ userId }) => userId === null || !hidden.has(userId),
  );
  const nameOf = await namesOfPeople(rows.map(({ createdById }) => createdById));
  const items = rows.map((row) => {
    const link = row.userId === null ? undefined : guardians.get(row.userId);
    return {
      _id: row.id,
      purpose: row.purpose,
      state: stateOf(row, now),
      way: wayOf(row),
      name: link?.guardian.name ?? row.label,
      relation: link?.relation ?? row.relation,
      createdAt: row.createdAt,
      expiresAt: row.expiresAt,
      endedAt: row.usedAt ?? row.revokedAt,
      createdBy: row.createdById && (nameOf.get(row.createdById) ?? null),
    };
  });
  return { items, mailsTo: isMailConfigured() ? (person?.email ?? null) : null };
}

/** The codes that a student made for guardians, and why the student cannot make one. */
export async function listOwnCodes(student: Principal, now: Date): Promise<OwnCodesView> {
  const [row, rows] = await Promise.all([findStudent(student.userId), listCodesMadeFor(student.userId, mostShown)]);
  const items = rows.map((code) => ({
    _id: code.id,
    state: stateOf(code, now),
    name: code.label,
    relation: code.relation,
    createdAt: code.createdAt,
    expiresAt: code.expiresAt,
    endedAt: code.usedAt ?? code.revokedAt,
  }));
  const isProven = student.emailConfirmed || student.vouched;
  // Without a mail server, the student cannot confirm an address.
  if (row === null || row.linksByOfficeOnly || !(isProven || isMailConfigured()))
    return { items, refused: "officeOnly" };
  return { items, refused: isProven ? null : "proveFirst" };
}

export async function exportCodesOf(userId: string | null): Promise<Record<string, unknown>[]> {
  if (userId === null) return [];
  const rows = await listCodesOf(userId, 1000);
  return rows.map((row) => ({
    purpose: row.purpose,
    state: stateOf(row, new Date()),
    name: row.label,
    relation: row.relation,
    createdAt: row.createdAt,
    printedAt: row.printedAt,
    mailedAt: row.mailedAt,
    expiresAt: row.expiresAt,
    usedAt: row.usedAt,
    revokedAt: row.revokedAt,
  }));
}
