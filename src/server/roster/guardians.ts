import "server-only";
import { AppError } from "@/lib/errors";
import { db, type Transaction } from "@/server/db/client";
import { createLink } from "./links";
import { say } from "./messages";

/** Deletes links between guardians and students that ended before a time. Returns their number. */
export async function removeLinksEndedBefore(before: Date): Promise<number> {
  return (await db().guardianship.deleteMany({ where: { endedAt: { lt: before } } })).count;
}

/** A person without an address who can take one as a guardian. @throws AppError */
export async function requireGuardian(id: string, studentId: string): Promise<string> {
  const person = await db().user.findUnique({
    where: { id },
    select: { email: true, role: true, student: true, guardianOf: { where: { endedAt: null }, take: 1 } },
  });
  if (person?.role !== "user" || person.guardianOf.length === 0 || id === studentId)
    throw new AppError("NOT_FOUND", say("noGuardian"));
  if (person.email !== null) throw new AppError("CONFLICT", say("guardianHasAddress"));
  return id;
}

/** The students whose guardian somebody is. */
export async function listWards(guardianId: string): Promise<{ _id: string; name: string }[]> {
  const rows = await db().guardianship.findMany({
    where: { guardianId, endedAt: null },
    select: { studentId: true, student: { select: { user: { select: { name: true } } } } },
    orderBy: { id: "asc" },
    take: 20,
  });
  return rows.map(({ studentId, student }) => ({ _id: studentId, name: student.user.name }));
}

/** The names of the students whose guardian somebody is. */
export async function namesOfWards(guardianId: string): Promise<string[]> {
  return (await listWards(guardianId)).map(({ name }) => name);
}

/** True for whoever is a guardian of a student now. */
export async function hasOpenWards(guardianId: string): Promise<boolean> {
  return (await db().guardianship.count({ where: { guardianId, endedAt: null }, take: 1 })) > 0;
}

/** Whether somebody is a guardian of this student now. */
export async function isGuardianOf(guardianId: string, studentId: string): Promise<boolean> {
  return (await db().guardianship.count({ where: { guardianId, studentId, endedAt: null } })) > 0;
}

type CodeLink = { guardianId: string; studentId: string; relation: string; createdById: string | null };

/** Links a guardian who used a code, after those who are there. */
export async function linkByCode(tx: Transaction, link: CodeLink): Promise<void> {
  await createLink(tx, { ...link, origin: "code" });
}

type Link = {
  guardianId: string | null;
  studentId: string;
  name: string;
  relation: string;
  email: string;
  by: string;
};

/** Gives an address to a guardian, a new person where none is named, and links the person to the student. */
export async function linkGuardian(tx: Transaction, { guardianId, studentId, name, relation, email, by }: Link) {
  const person = guardianId
    ? await tx.user.update({ where: { id: guardianId }, data: { email } })
    : await tx.user.create({ data: { name, email } });
  const link = { guardianId: person.id, studentId };
  const known = await tx.guardianship.findFirst({ where: { ...link, endedAt: null } });
  if (!known) await createLink(tx, { ...link, relation, origin: "office", createdById: by });
}
