import "server-only";
import { db, sql } from "@/server/db/client";
import { type AccessCode, Prisma } from "@/server/generated/prisma/client";

/**
 * The codes of a person, newest first: for the person's own login, for guardians to link to the student, and for the logins of
 * these guardians.
 */
export function listCodesOf(id: string, take: number, guardianIds: string[] = []): Promise<AccessCode[]> {
  return db().accessCode.findMany({
    where: { OR: [{ userId: { in: [id, ...guardianIds] } }, { studentId: id }] },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take,
  });
}

/** The codes that a student made for guardians, newest first. */
export function listCodesMadeFor(studentId: string, take: number): Promise<AccessCode[]> {
  return db().accessCode.findMany({
    where: { studentId, createdById: studentId, purpose: "link" },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take,
  });
}

/** The people among these whose last emailed login code was declined because it reached somebody else (decision 359). */
export async function listDeclined(userIds: string[]): Promise<Set<string>> {
  const rows = await sql<{ id: string; declined: boolean }>(Prisma.sql`
    select distinct on (user_id) user_id as id, declined from access_codes
    where user_id = any(${userIds}::uuid[]) and purpose = 'join' and mailed_at is not null
    order by user_id, created_at desc, id desc`);
  return new Set(rows.flatMap(({ id, declined }) => (declined ? [id] : [])));
}

/** Deletes codes that ended before `time`. Returns their number. */
export async function removeCodesEndedBefore(time: Date): Promise<number> {
  const { count } = await db().accessCode.deleteMany({
    where: { OR: [{ usedAt: { lt: time } }, { revokedAt: { lt: time } }, { expiresAt: { lt: time } }] },
  });
  return count;
}
