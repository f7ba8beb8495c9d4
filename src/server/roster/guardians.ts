import "server-only";
import { AppError } from "@/lib/errors";
import { foldedName } from "@/lib/folded";
import type { Principal } from "@/lib/principal";
import { revokeLinksFor } from "@/server/access-codes/use";
import { record } from "@/server/audit/audit";
import { lockPeople, type Person } from "@/server/auth/users";
import { db, type Transaction } from "@/server/db/client";
import { Prisma, type User } from "@/server/generated/prisma/client";
import { createLink, listLinks } from "./links";
import { say } from "./messages";
import { allNamesOf, isNameOf } from "./names";
import { notifyOfErasedLink } from "./notify-links";

/**
 * Deletes links between guardians and students that ended before a time, and the names that these guardians have or had on
 * consents on paper, which the erasure of the person would no longer find. Returns the number of links.
 */
export async function removeLinksEndedBefore(tx: Transaction, before: Date): Promise<number> {
  const isGiver = isNameOf(Prisma.sql`c.given_name`, Prisma.sql`u`);
  await tx.$executeRaw`update consents c set given_name = null from guardianships k join users u on u.id = k.guardian_id
    where k.ended_at < ${before} and k.student_id = c.student_id and ${isGiver}
      and not exists (select from guardianships o join users u on u.id = o.guardian_id
        where o.student_id = c.student_id and (o.ended_at is null or o.ended_at >= ${before}) and ${isGiver})`;
  return (await tx.guardianship.deleteMany({ where: { endedAt: { lt: before } } })).count;
}

/**
 * Guardians whose last link ended before `time`, and people without a password whom nothing connects with the institute
 * any more, without the first `skip`. They have no other role here and no login in use, and their addresses are not
 * `inUse` by people who stay.
 */
export function listFormerGuardians(time: Date, take: number, inUse: string[], skip: number) {
  return db().user.findMany({
    where: {
      role: "user",
      createdAt: { lt: time },
      student: null,
      grants: { none: {} },
      sessions: { none: {} },
      guardianOf: { none: { OR: [{ endedAt: null }, { endedAt: { gte: time } }] } },
      OR: [{ passwordHash: null }, { guardianOf: { some: {} } }],
      AND: { OR: [{ email: null }, { email: { notIn: inUse } }] },
    },
    select: { id: true, email: true },
    orderBy: { id: "asc" },
    take,
    skip,
  });
}

/** A guardian of the student who has no address yet, locked until the transaction ends. @throws AppError */
export async function requireGuardian(tx: Transaction, id: string, studentId: string): Promise<User> {
  await lockPeople(tx, [id]);
  const person = await db().user.findUnique({
    where: { id },
    include: { guardianOf: { where: { studentId, endedAt: null }, take: 1 } },
  });
  if (!person || person.guardianOf.length === 0) throw new AppError("NOT_FOUND", say("noGuardian"));
  if (person.email !== null) throw new AppError("CONFLICT", say("guardianHasAddress"));
  return person;
}

/**
 * Ends the open links of a person who is erased next: their families are told, and codes that would link the same person are
 * revoked.
 */
export async function endLinksOfErased(tx: Transaction, person: Pick<Person, "userId" | "name">, by: Principal) {
  const { userId } = person;
  await tx.$queryRaw`select from guardianships where guardian_id = ${userId}::uuid and ended_at is null order by id for update`;
  const names = await allNamesOf(tx, person);
  const open = { where: { guardianId: userId, endedAt: null }, orderBy: { id: "asc" } } as const;
  for (const link of await tx.guardianship.findMany(open)) {
    await record(tx, { action: "guardian-ended", by, subjectId: link.studentId });
    await notifyOfErasedLink(tx, link);
    await revokeLinksFor(tx, link.studentId, names, new Date());
  }
}

export async function listChildrenOf(guardianId: string): Promise<{ _id: string; name: string }[]> {
  const rows = await db().guardianship.findMany({
    where: { guardianId, endedAt: null },
    select: { studentId: true, student: { select: { user: { select: { name: true } } } } },
    orderBy: { id: "asc" },
    take: 20,
  });
  return rows.map(({ studentId, student }) => ({ _id: studentId, name: student.user.name }));
}

/** The ids of the students among these people and of the guardians' children, with all who are or were linked to them. */
export async function listFamilyOf(tx: Transaction, ids: string[]): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    with linked as (
      select o.student_id, o.guardian_id from guardianships k join guardianships o on o.student_id = k.student_id
      where k.student_id = any(${ids}::uuid[]) or k.guardian_id = any(${ids}::uuid[])
    ) select student_id as id from linked union select guardian_id from linked`;
  return rows.map(({ id }) => id);
}

export async function namesOfChildrenOf(guardianId: string): Promise<string[]> {
  return (await listChildrenOf(guardianId)).map(({ name }) => name);
}

/** True for anyone who is currently a guardian of a student. */
export async function hasChildren(guardianId: string): Promise<boolean> {
  return (await db().guardianship.count({ where: { guardianId, endedAt: null }, take: 1 })) > 0;
}

export async function isGuardianOf(guardianId: string, studentId: string): Promise<boolean> {
  return (await db().guardianship.count({ where: { guardianId, studentId, endedAt: null } })) > 0;
}

/** The one guardian of the student with this name; null for none, and for several. */
export async function findNamed(studentId: string, name: string) {
  const links = (await listLinks(studentId)).filter(({ endedAt }) => endedAt === null);
  const named = links.filter(({ guardian }) => foldedName(guardian.name) === foldedName(name));
  const [id, ...others] = named.map(({ guardianId }) => guardianId);
  if (id === undefined || others.length > 0) return null;
  return db().user.findUnique({ where: { id }, include: { student: true, grants: { select: { id: true }, take: 1 } } });
}

/** See {@link findNamed}; locked until the transaction ends. */
export async function lockNamed(tx: Transaction, studentId: string, name: string) {
  const found = await findNamed(studentId, name);
  if (found === null) return null;
  await lockPeople(tx, [found.id]);
  return findNamed(studentId, name);
}

type CodeLink = { guardianId: string; studentId: string; relation: string; createdById: string | null };

/** Links a guardian who used a code, last in the contact order. */
export async function linkByCode(tx: Transaction, link: CodeLink): Promise<void> {
  await createLink(tx, { ...link, origin: "code" });
}

type Taker = { studentId: string; email: string; by: string } & (
  | { guardianId: string }
  | { name: string; relation: string }
);

/** Gives an address to a linked guardian of a student, or links a new person with this address. */
export async function giveAddress(tx: Transaction, { studentId, email, by, ...taker }: Taker): Promise<void> {
  if ("guardianId" in taker) {
    await tx.user.update({ where: { id: taker.guardianId }, data: { email } });
    return;
  }
  const { name, relation } = taker;
  const person = await tx.user.create({ data: { name, email } });
  await createLink(tx, { guardianId: person.id, studentId, relation, origin: "office", createdById: by });
}
