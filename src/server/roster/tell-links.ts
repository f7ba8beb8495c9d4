import "server-only";
import { db, type Transaction } from "@/server/db/client";
import { enqueueEmails, isMailConfigured } from "@/server/mail/outbox";

type Told = { id: string; studentId: string; guardianId: string };

/** Orders the mails that tell a student and all other guardians of a link. Where they may go is looked at when they leave. */
export async function tellOfLink(tx: Transaction, kind: "guardianLinked" | "guardianEnded", link: Told): Promise<void> {
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

/** What a mail may say of a link; null when it does not concern its reader any more, or may not be told. */
export async function findLinkToTell(id: string, userId: string | null, recipient: string) {
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
