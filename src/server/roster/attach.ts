import "server-only";
import { AppError } from "@/lib/errors";
import { db, sql, type Transaction } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import { type Clash, clashesOf } from "./attach-clashes";
import { attachAccounts, type Brought } from "./attach-many";
import { say } from "./messages";
import { notifyOfLink } from "./notify-links";
import type { StudentRow } from "./students";

const parts = {
  include: {
    student: {
      select: {
        origin: true,
        admissionNo: true,
        guardianships: {
          where: { endedAt: null },
          orderBy: { contactOrder: "asc" },
          select: { guardianId: true, relation: true, guardian: { select: { name: true } } },
        },
      },
    },
    guardianOf: { where: { endedAt: null }, take: 1, select: { id: true } },
    grants: { take: 1, select: { id: true } },
    _count: { select: { results: true, mails: true } },
  },
} satisfies Prisma.UserDefaultArgs;

/** A self-registered account, with the data that would move. */
export type SelfMade = Prisma.UserGetPayload<typeof parts>;

/** The account with this address, if it is self-registered and the office has not changed it. @throws AppError */
export async function getSelfMade(email: string): Promise<SelfMade> {
  const account = await db().user.findUnique({ where: { email }, ...parts });
  if (account?.role !== "user" || account.passwordHash === null) throw refusal("noAccount", "NOT_FOUND");
  if (account.loginClosedAt !== null) throw refusal("accountClosed");
  if (account.guardianOf.length > 0) throw refusal("accountOfGuardian");
  if (account.grants.length > 0) throw refusal("accountOfStaff");
  if (account.student && (account.student.origin !== "self" || account.student.admissionNo !== null))
    throw refusal("accountOnRoster");
  return account;
}

/**
 * Like {@link getSelfMade}, locked until the transaction ends, so that a concurrent password change is not lost.
 * @throws AppError
 */
export async function lockSelfMade(tx: Transaction, email: string): Promise<SelfMade> {
  await tx.$queryRaw`select from users where email = ${email} for update`;
  return getSelfMade(email);
}

/** Passes if nobody has logged in to the student's entry. @throws AppError CONFLICT */
export function requireUnusedEntry({ userId, user }: StudentRow, account: SelfMade): void {
  if (userId === account.id) throw refusal("sameEntry");
  if (user.passwordHash !== null || user.loginClosedAt !== null) throw refusal("entryUsed");
}

/** Passes if no exam or set of report cards prevents the attachment. @throws AppError CONFLICT */
export async function requireNoClash(studentId: string, accountId: string): Promise<void> {
  const [clash] = await sql<Clash>(
    Prisma.sql`select * from ${clashesOf(Prisma.sql`${accountId}::uuid`, [studentId])} c limit 1`,
  );
  if (clash) throw new AppError("CONFLICT", say(clash.kind === "mark" ? "bothHaveMark" : "bothHaveCard", clash.of));
}

const refusal = (
  key:
    | "noAccount"
    | "accountClosed"
    | "accountOfGuardian"
    | "accountOfStaff"
    | "accountOnRoster"
    | "sameEntry"
    | "entryUsed",
  code = "CONFLICT" as "CONFLICT" | "NOT_FOUND",
) => new AppError(code, say(key));

/**
 * Attaches an account to an entry, and tells each side of the family of the guardians of the other one. Call `noteBrought`
 * last in the transaction.
 */
export async function attachAccount(
  tx: Transaction,
  to: StudentRow,
  account: SelfMade,
  by: string,
  now: Date,
): Promise<Brought> {
  const { userId: studentId, admissionNo } = to;
  const known = (account.student?.guardianships ?? []).map(({ guardianId }) => guardianId);
  const had = await tx.guardianship.findMany({
    where: { studentId, endedAt: null, guardianId: { notIn: known } },
    select: { id: true, studentId: true, guardianId: true },
  });
  const brought = await attachAccounts(tx, [{ to: studentId, admissionNo, account }], by, now);
  const came = brought.links;
  const idOf = ({ guardianId }: { guardianId: string }) => guardianId;
  for (const link of came) await notifyOfLink(tx, "guardianLinked", link, had.map(idOf));
  for (const link of had) await notifyOfLink(tx, "guardianLinked", link, [studentId, ...came.map(idOf)]);
  return brought;
}
