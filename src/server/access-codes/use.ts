import "server-only";
import { readCode } from "@/lib/access-code";
import { db, type Transaction } from "@/server/db/client";
import type { AccessCode, Prisma } from "@/server/generated/prisma/client";
import { noteEnded } from "@/server/privacy/ended";
import { hashOfCode } from "./hash";

const withPerson = {
  include: { user: { include: { student: true } }, student: { include: { user: true } } },
} satisfies Prisma.AccessCodeDefaultArgs;

/** A code with the person whom it logs in or the student to whom it links a guardian. */
export type CodeRow = Prisma.AccessCodeGetPayload<typeof withPerson>;

const isOpen = (now: Date) => ({ usedAt: null, revokedAt: null, expiresAt: { gt: now } });

/** The open code for a typed text; null if it is wrong, used, expired, revoked or obsolete. */
export async function findOpenCode(text: string, now: Date): Promise<CodeRow | null> {
  const codeHash = new Uint8Array(hashOfCode(readCode(text) ?? ""));
  const row = await db().accessCode.findFirst({ where: { codeHash, ...isOpen(now) }, ...withPerson });
  return row && isOfUse(row) ? row : null;
}

/**
 * A first-login code needs a person without a password, a password code one with a password; neither works for a closed
 * login.
 */
function isOfUse({ purpose, user }: CodeRow): boolean {
  if (purpose === "link") return true;
  return user?.loginClosedAt === null && (user.passwordHash === null) === (purpose === "join");
}

/** The owner of the code: the person who logs in, or the student to whom a guardian is linked. */
const ownerOf = ({ userId, studentId }: Pick<AccessCode, "userId" | "studentId">) => userId ?? studentId;

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
    where id = ${id}::uuid and used_at is null and revoked_at is null and expires_at > ${now} returning id`;
  return taken.length > 0;
}

/** Revokes all other codes of the person and purpose, and logs what has ended. Call it last in the transaction. */
export async function endOthers(tx: Transaction, code: AccessCode, now: Date): Promise<void> {
  const others = await tx.$queryRaw<{ id: string }[]>`
    update access_codes set revoked_at = ${now}
    where purpose = ${code.purpose}::code_purpose and user_id is not distinct from ${code.userId}::uuid
      and student_id is not distinct from ${code.studentId}::uuid
      and lower(label) is not distinct from lower(${code.label}) and used_at is null and revoked_at is null returning id`;
  await noteEnded("access_codes", [code, ...others]);
}

/** Ends an open code; `declined` means that its holder rejected it. Returns its owner; null if there is no such code. */
export async function revokeCode(tx: Transaction, id: string, now: Date, declined = false): Promise<string | null> {
  const revoked = await tx.accessCode.updateManyAndReturn({
    where: { id, ...isOpen(now) },
    data: { revokedAt: now, declined },
    select: { id: true, userId: true, studentId: true },
  });
  await noteEnded("access_codes", revoked);
  return revoked[0] ? ownerOf(revoked[0]) : null;
}

export async function revokeCodesOf(tx: Transaction, userId: string, now: Date): Promise<void> {
  await revokeAll(tx, { userId }, now);
}

/** Revokes codes that would set another password. */
export async function revokePasswordCodesOf(tx: Transaction, userId: string, now: Date): Promise<void> {
  await revokeAll(tx, { userId, purpose: "password" }, now);
}

/** Revokes one or all open codes that a student made for guardians. Returns their number. */
export function revokeCodesMadeBy(tx: Transaction, studentId: string, now: Date, id?: string): Promise<number> {
  return revokeAll(tx, { studentId, createdById: studentId, purpose: "link", ...(id !== undefined && { id }) }, now);
}

/** Revokes open codes that would link a guardian of this name to a student. */
export async function revokeLinksFor(tx: Transaction, studentId: string, name: string, now: Date): Promise<void> {
  const revoked = await tx.$queryRaw<{ id: string }[]>`
    update access_codes set revoked_at = ${now}
    where purpose = 'link' and student_id = ${studentId}::uuid and lower(trim(label)) = lower(trim(${name}))
      and used_at is null and revoked_at is null and expires_at > ${now} returning id`;
  await noteEnded("access_codes", revoked);
}

/** Revokes codes that were mailed to addresses which the people no longer have. */
export async function revokeMailedCodes(tx: Transaction, userIds: readonly string[], now: Date): Promise<void> {
  const revoked = await tx.$queryRaw<{ id: string }[]>`
    update access_codes set revoked_at = ${now} where user_id = any(${userIds}::uuid[]) and mailed_at is not null
      and used_at is null and revoked_at is null and expires_at > ${now} returning id`;
  await noteEnded("access_codes", revoked);
}

async function revokeAll(tx: Transaction, which: Prisma.AccessCodeWhereInput, now: Date): Promise<number> {
  const revoked = await tx.accessCode.updateManyAndReturn({
    where: { ...which, ...isOpen(now) },
    data: { revokedAt: now },
    select: { id: true },
  });
  await noteEnded("access_codes", revoked);
  return revoked.length;
}
