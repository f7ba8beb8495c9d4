import "server-only";
import { findPerson } from "@/server/auth/users";
import { db, type Transaction } from "@/server/db/client";
import { enqueueEmails, isMailConfigured } from "@/server/mail/outbox";

type Notified = { id: string; studentId: string; guardianId: string };

/**
 * Enqueues the emails that tell a student and all other guardians about a link, or only those of them who are `told`. The
 * recipients are determined when the emails are sent.
 */
export async function notifyOfLink(
  tx: Transaction,
  kind: "guardianLinked" | "guardianEnded",
  link: Notified,
  told?: string[],
): Promise<void> {
  await notifyFamily(tx, kind, link, { linkId: link.id }, told);
}

/** Enqueues the emails about the end of a link that is erased with its guardian: they have no data of that person. */
export async function notifyOfErasedLink(tx: Transaction, link: Notified & { relation: string }): Promise<void> {
  await notifyFamily(tx, "guardianEnded", link, { studentId: link.studentId, relation: link.relation });
}

async function notifyFamily(
  tx: Transaction,
  kind: "guardianLinked" | "guardianEnded",
  { id, studentId, guardianId }: Notified,
  about: { linkId: string } | { studentId: string; relation: string },
  told?: string[],
): Promise<void> {
  const family = await tx.user.findMany({
    where: {
      OR: [{ id: studentId }, { guardianOf: { some: { studentId, endedAt: null } } }],
      id: { not: guardianId, ...(told && { in: told }) },
      email: { not: null },
    },
    select: { id: true, email: true },
    take: 50,
  });
  await enqueueEmails(
    tx,
    family.map((person) => ({
      kind,
      event: `${kind}:${id}:${person.id}`,
      rank: 0 as const,
      recipient: person.email ?? "",
      userId: person.id,
      about,
    })),
  );
}

/** The facts of a link for an email; null if they are obsolete or not for this recipient. */
export async function findLinkToNotify(id: string, userId: string | null, recipient: string) {
  const link = await db().guardianship.findUnique({
    where: { id },
    select: {
      relation: true,
      seesResults: true,
      endedAt: true,
      endedQuietly: true,
      guardianId: true,
      studentId: true,
      guardian: { select: { name: true } },
      student: { select: { user: { select: { name: true } } } },
    },
  });
  if (!link || link.endedQuietly || userId === link.guardianId) return null;
  const reader = await findReader(link.studentId, userId, recipient);
  if (reader === null) return null;
  const { guardianId, studentId, relation, seesResults, endedAt, guardian, student } = link;
  return {
    guardianId,
    studentId,
    reader,
    guardian: guardian.name,
    relation,
    seesResults,
    hasEnded: endedAt !== null,
    student: student.user.name,
  };
}

/** The names for an email about an erased link; null if it is not for this recipient any more. */
export async function findStudentToNotify(studentId: string, userId: string | null, recipient: string) {
  const [reader, student] = [await findReader(studentId, userId, recipient), await findPerson(studentId)];
  return reader !== null && student ? { reader, student: student.name } : null;
}

/** The name of the reader, who is the student or a guardian with a confirmed address and an open login; otherwise null. */
async function findReader(studentId: string, userId: string | null, recipient: string): Promise<string | null> {
  if (userId === null) return null;
  const reader = await db().user.findUnique({
    where: { id: userId, loginClosedAt: null },
    select: {
      name: true,
      email: true,
      emailConfirmedAt: true,
      guardianOf: { where: { studentId, endedAt: null }, take: 1, select: { id: true } },
    },
  });
  const isOfFamily = userId === studentId || (reader?.guardianOf.length ?? 0) > 0;
  const isProven = !isMailConfigured() || (reader?.emailConfirmedAt ?? null) !== null;
  return reader && reader.email === recipient && isOfFamily && isProven ? reader.name : null;
}
