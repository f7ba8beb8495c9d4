import "server-only";
import { db, type Transaction } from "@/server/db/client";
import { enqueueEmails, isMailConfigured } from "@/server/mail/outbox";

type Notified = { id: string; studentId: string; guardianId: string };

/**
 * Enqueues the emails that tell a student and all other guardians about a link. The recipients are determined when the
 * emails are sent.
 */
export async function notifyOfLink(
  tx: Transaction,
  kind: "guardianLinked" | "guardianEnded",
  link: Notified,
): Promise<void> {
  const { id, studentId, guardianId } = link;
  const family = await tx.user.findMany({
    where: {
      OR: [{ id: studentId }, { guardianOf: { some: { studentId, endedAt: null } } }],
      id: { not: guardianId },
      email: { not: null },
    },
    select: { id: true, email: true },
    take: 50,
  });
  await enqueueEmails(
    tx,
    family.map((person) => ({
      ...{ kind, event: `${kind}:${id}:${person.id}`, rank: 0 as const },
      ...{ recipient: person.email ?? "", userId: person.id, about: { linkId: id } },
    })),
  );
}

/** The facts of a link for an email; null if they are obsolete or not for this recipient. */
export async function findLinkToNotify(id: string, userId: string | null, recipient: string) {
  const link = await db().guardianship.findUnique({
    where: { id },
    select: {
      ...{ relation: true, seesResults: true, endedAt: true, endedQuietly: true, guardianId: true, studentId: true },
      guardian: { select: { name: true } },
      student: { select: { user: { select: { name: true } } } },
    },
  });
  if (!link || link.endedQuietly || userId === null || userId === link.guardianId) return null;
  const reader = await db().user.findUnique({
    where: { id: userId },
    select: {
      ...{ name: true, email: true, emailConfirmedAt: true },
      guardianOf: { where: { studentId: link.studentId, endedAt: null }, take: 1, select: { id: true } },
    },
  });
  const isOfFamily = userId === link.studentId || (reader?.guardianOf.length ?? 0) > 0;
  const isProven = !isMailConfigured() || (reader?.emailConfirmedAt ?? null) !== null;
  if (!reader || reader.email !== recipient || !isOfFamily || !isProven) return null;
  const { relation, seesResults, endedAt, guardian, student } = link;
  return {
    ...{ reader: reader.name, guardian: guardian.name, relation, seesResults, hasEnded: endedAt !== null },
    student: student.user.name,
  };
}
