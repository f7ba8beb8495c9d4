import "server-only";
import { readCode } from "@/lib/access-code";
import { db, type Transaction } from "@/server/db/client";
import { type AccessCode, Prisma } from "@/server/generated/prisma/client";
import { noteEnded } from "@/server/privacy/ended";
import { hashOfCode } from "./hash";

const withPerson = {
  include: { user: { include: { student: true } }, student: { include: { user: true } } },
} satisfies Prisma.AccessCodeDefaultArgs;

/** A code with the person whom it logs in or the student to whom it links a guardian. */
export type CodeRow = Prisma.AccessCodeGetPayload<typeof withPerson>;

/** An open code, for a query by Prisma. */
export const isOpenCode = (now: Date) => ({ usedAt: null, revokedAt: null, expiresAt: { gt: now } });

const isOpenAt = (now: Date) => Prisma.sql`used_at is null and revoked_at is null and expires_at > ${now}`;

/** The open code for a typed text; null if it is wrong, used, expired, revoked or obsolete. */
export async function findOpenCode(text: string, now: Date): Promise<CodeRow | null> {
  const codeHash = new Uint8Array(hashOfCode(readCode(text) ?? ""));
  const row = await db().accessCode.findFirst({ where: { codeHash, ...isOpenCode(now) }, ...withPerson });
  return row && isOfUse(row) ? row : null;
}

/**
 * A first-login code works only for a person without a password, and a password code only for a person with one. Neither works
 * for a closed login.
 */
function isOfUse({ purpose, user }: CodeRow): boolean {
  if (purpose === "link") return true;
  return user?.loginClosedAt === null && (user.passwordHash === null) === (purpose === "join");
}

/** False for a student's code, which links a guardian but does not prove the guardian's identity (decision 151). */
export const isOfOffice = ({ createdById, studentId }: AccessCode) => createdById === null || createdById !== studentId;

type Ended = Pick<AccessCode, "id" | "userId" | "studentId">;

/** The owner of the code: the person who logs in, or the student to whom a guardian is linked. */
const ownerOf = ({ userId, studentId }: Omit<Ended, "id">) => userId ?? studentId;

/** The owner of a code, open or not; null if there is no such code. */
export async function findOwnerOfCode(id: string): Promise<string | null> {
  const row = await db().accessCode.findUnique({ where: { id }, select: { userId: true, studentId: true } });
  return row && ownerOf(row);
}

/** An open code. Locks its person until the transaction ends, so that only one of two codes of a person is used. */
export async function lockCode(tx: Transaction, text: string, code: AccessCode, now: Date): Promise<CodeRow | null> {
  await tx.$queryRaw`select from users where id = ${ownerOf(code)}::uuid for no key update`;
  return findOpenCode(text, now);
}

/** Uses up a code. Returns false if a concurrent request has used it. */
export async function takeCode(tx: Transaction, { id }: AccessCode, usedById: string, now: Date): Promise<boolean> {
  const taken = await tx.$queryRaw<object[]>`
    update access_codes set used_at = ${now}, used_by_id = ${usedById}::uuid
    where id = ${id}::uuid and ${isOpenAt(now)} returning id`;
  return taken.length > 0;
}

/**
 * Revokes all other codes of the person and purpose, and logs what has ended. Call it last in the transaction. A code that a
 * student made proves less and ends none of the office.
 */
export async function endOthers(tx: Transaction, code: AccessCode, now: Date): Promise<void> {
  const others = await tx.$queryRaw<{ id: string }[]>`
    update access_codes set revoked_at = ${now}
    where purpose = ${code.purpose}::code_purpose and user_id is not distinct from ${code.userId}::uuid
      and student_id is not distinct from ${code.studentId}::uuid
      and lower(label) is not distinct from lower(${code.label}) and (${isOfOffice(code)} or created_by_id = student_id)
      and used_at is null and revoked_at is null returning id`;
  await noteEnded("access_codes", [code, ...others]);
}

/** Ends open codes and logs that they have ended; `declined` means that their holder rejected them. */
async function revoke(tx: Transaction, which: Prisma.Sql, now: Date, declined = false): Promise<Ended[]> {
  const revoked = await tx.$queryRaw<Ended[]>`
    update access_codes set revoked_at = ${now}, declined = ${declined} where ${which} and ${isOpenAt(now)}
    returning id, user_id as "userId", student_id as "studentId"`;
  await noteEnded("access_codes", revoked);
  return revoked;
}

/** Ends an open code, see {@link revoke}. Returns its owner; null if there is no such code. */
export async function revokeCode(tx: Transaction, id: string, now: Date, declined = false): Promise<string | null> {
  const [revoked] = await revoke(tx, Prisma.sql`id = ${id}::uuid`, now, declined);
  return revoked ? ownerOf(revoked) : null;
}

export async function revokeCodesOf(tx: Transaction, userId: string, now: Date): Promise<void> {
  await revoke(tx, Prisma.sql`user_id = ${userId}::uuid`, now);
}

/** Revokes codes that would set another password. */
export async function revokePasswordCodesOf(tx: Transaction, userId: string, now: Date): Promise<void> {
  await revoke(tx, Prisma.sql`user_id = ${userId}::uuid and purpose = 'password'`, now);
}

/** Revokes one or all open codes that a student made for guardians. Returns their number. */
export async function revokeCodesMadeBy(tx: Transaction, studentId: string, now: Date, id?: string): Promise<number> {
  const isAsked = id === undefined ? Prisma.sql`true` : Prisma.sql`id = ${id}::uuid`;
  const isMadeBy = Prisma.sql`student_id = ${studentId}::uuid and created_by_id = ${studentId}::uuid`;
  return (await revoke(tx, Prisma.sql`${isMadeBy} and purpose = 'link' and ${isAsked}`, now)).length;
}

/** Revokes open codes that would link a guardian of one of these names to a student. */
export async function revokeLinksFor(tx: Transaction, studentId: string, names: string[], now: Date): Promise<void> {
  const isFor = Prisma.sql`student_id = ${studentId}::uuid
    and lower(trim(label)) in (select lower(trim(name)) from unnest(${names}::text[]) name)`;
  await revoke(tx, Prisma.sql`purpose = 'link' and ${isFor}`, now);
}

/** Revokes codes that were emailed to addresses which the people no longer have. */
export async function revokeMailedCodes(tx: Transaction, userIds: readonly string[], now: Date): Promise<void> {
  await revoke(tx, Prisma.sql`user_id = any(${userIds}::uuid[]) and mailed_at is not null`, now);
}
