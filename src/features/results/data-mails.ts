import "server-only";
import { db } from "@/server/db/client";
import type { Prisma } from "@/server/generated/prisma/client";
import { isMailConfigured, type NewEmail } from "@/server/mail/outbox";

/** Guardians who are told of a child's results now. */
const told = {
  endedAt: null,
  seesResults: true,
  getsMails: true,
  guardian: { loginClosedAt: null },
} satisfies Prisma.GuardianshipWhereInput;

const address = { id: true, email: true, emailConfirmedAt: true } as const;

// That the office vouches for a person says nothing of where a mail would arrive.
const isConfirmed = ({ emailConfirmedAt }: { emailConfirmedAt: Date | null }) =>
  emailConfirmedAt !== null || !isMailConfigured();

export type ResultMail = "resultAdded" | "resultCorrected" | "resultWithdrawn";

/** The mails that tell of these results: one for each result and person, once for ever (decision 16). */
export async function mailsAbout(ids: string[]): Promise<NewEmail[]> {
  const kind = "resultAdded";
  const results = await db().result.findMany({
    where: { id: { in: ids } },
    select: {
      id: true,
      student: {
        select: {
          ...address,
          student: { select: { guardianships: { where: told, select: { guardian: { select: address } } } } },
        },
      },
    },
  });
  return results.flatMap(({ id, student: { student: entry, ...student } }) => {
    const guardians = entry?.guardianships.map(({ guardian }) => guardian) ?? [];
    const mail = { kind, rank: 1, isOptional: true, about: { resultId: id } } as const;
    return [
      ...(student.email === null
        ? []
        : [{ ...mail, event: `${kind}:${id}`, recipient: student.email, userId: student.id }]),
      ...guardians.flatMap((guardian) =>
        guardian.email === null || !isConfirmed(guardian)
          ? []
          : [{ ...mail, event: `${kind}:${id}:${guardian.id}`, recipient: guardian.email, userId: guardian.id }],
      ),
    ];
  });
}

const isWithdrawn = async (resultId: string) => (await db().resultWithdrawal.count({ where: { resultId } })) > 0;

type Letter = { kind: ResultMail; resultId: string; recipient: string; userId: string | null };

/**
 * What a mail may say of a result, and whose child the student is where it goes to a guardian. Null when there is nothing to tell, or
 * when the address is not known to be that of the student, or of somebody who is to be told now.
 */
export async function findResultToTell({ kind, resultId, recipient, userId }: Letter) {
  const row = await db().result.findUnique({
    where: { id: resultId },
    select: {
      ...{ className: true, subject: true, examName: true, firstId: true, successor: { select: { id: true } } },
      student: { select: { ...address, name: true } },
    },
  });
  if (!row) return null;
  // Of several corrections the last one is told, and nothing but the withdrawal of what was withdrawn.
  if (kind === "resultCorrected" && row.successor) return null;
  if (kind !== "resultWithdrawn" && (await isWithdrawn(row.firstId ?? resultId))) return null;
  const { className, subject, examName, student } = row;
  const isGuardians = userId !== null && userId !== student.id;
  const link = isGuardians
    ? await db().guardianship.findFirst({
        where: { ...told, guardianId: userId, studentId: student.id },
        select: { guardian: { select: { ...address, name: true } } },
      })
    : null;
  const reader = isGuardians ? link?.guardian : student;
  if (!reader || reader.email !== recipient || !isConfirmed(reader)) return null;
  return {
    ...{ className: String(className), subject, examName, readerName: reader.name },
    child: isGuardians ? { _id: student.id, name: student.name } : null,
  };
}
