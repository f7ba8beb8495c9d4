import "server-only";
import { db } from "@/server/db/client";
import type { AccessCode } from "@/server/generated/prisma/client";

/** The codes of a person: those that let the person in, and those that link guardians to the student. The latest first. */
export function listCodesOf(id: string, take: number): Promise<AccessCode[]> {
  return db().accessCode.findMany({
    where: { OR: [{ userId: id }, { studentId: id }] },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take,
  });
}

/** Deletes codes that ended before `time`. Returns their number. */
export async function removeCodesEndedBefore(time: Date): Promise<number> {
  const { count } = await db().accessCode.deleteMany({
    where: { OR: [{ usedAt: { lt: time } }, { revokedAt: { lt: time } }, { expiresAt: { lt: time } }] },
  });
  return count;
}
