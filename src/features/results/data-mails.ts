import "server-only";
import { db } from "@/server/db/client";
import type { Prisma } from "@/server/generated/prisma/client";
import { isMailConfigured, type NewEmail } from "@/server/mail/outbox";

/** Guardians who currently get emails about a child's results. */
const told = { endedAt: null, seesResults: true, getsMails: true } satisfies Prisma.GuardianshipWhereInput;

const address = { id: true, email: true, emailConfirmedAt: true, loginClosedAt: true } as const;

// A person verified by the office may still have an unconfirmed address.
const isReached = ({ emailConfirmedAt, loginClosedAt }: Record<"emailConfirmedAt" | "loginClosedAt", Date | null>) =>
  loginClosedAt === null && (emailConfirmedAt !== null || !isMailConfigured());

export type ResultMail = "resultAdded" | "resultCorrected" | "resultWithdrawn";

/** The emails about these results: one per result and person, only once (decision 16). */
export async function mailsAbout(untold: readonly { id: string; tellAt: Date }[]): Promise<NewEmail[]> {
  const kind = "resultAdded";
  const dueAt = new Map(untold.map(({ id, tellAt }) => [id, tellAt.toISOString()]));
  const results = await db().result.findMany({
    where: { id: { in: [...dueAt.keys()] } },
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
    const due = dueAt.get(id);
    const mail = { kind, rank: 1, isOptional: true, about: { resultId: id }, ...(due && { dueAt: due }) } as const;
    return [
      ...(student.email === null
        ? []
        : [{ ...mail, event: `${kind}:${id}`, recipient: student.email, userId: student.id }]),
      ...guardians.flatMap((guardian) =>
        guardian.email === null || !isReached(guardian)
          ? []
          : [{ ...mail, event: `${kind}:${id}:${guardian.id}`, recipient: guardian.email, userId: guardian.id }],
      ),
    ];
  });
}

const isWithdrawn = async (resultId: string) => (await db().resultWithdrawal.count({ where: { resultId } })) > 0;

type Letter = { kind: ResultMail; resultId: string; recipient: string; userId: string | null };

/**
 * The facts of a result for an email, and the child for a guardian. Null if it is obsolete, or if the recipient is not a
 * student or guardian whom emails reach.
 */
export async function findResultToNotify({ kind, resultId, recipient, userId }: Letter) {
  const row = await db().result.findUnique({
    where: { id: resultId },
    select: {
      ...{ className: true, subject: true, examName: true, firstId: true, successor: { select: { id: true } } },
      student: { select: { ...address, name: true } },
    },
  });
  if (!row) return null;
  // Of several corrections only the last is reported; of a withdrawn result only the withdrawal.
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
  if (!reader || reader.email !== recipient || !isReached(reader)) return null;
  return {
    ...{ className: String(className), subject, examName, readerName: reader.name },
    child: isGuardians ? { _id: student.id, name: student.name } : null,
  };
}
