import "server-only";
import { dateHere } from "@/content/institute";
import { AppError } from "@/lib/errors";
import { isOfColleague, isOfStaff } from "@/server/auth/grants";
import { db, type Transaction } from "@/server/db/client";
import { takeLockOf } from "@/server/db/locks";
import type { Prisma, User } from "@/server/generated/prisma/client";
import { say } from "./messages";

function shownOn(today: Date) {
  return {
    include: {
      grants: { where: isOfColleague(today), take: 1, select: { id: true } },
      _count: { select: { grants: true } },
      guardianOf: {
        where: { endedAt: null },
        select: { studentId: true, student: { select: { user: { select: { name: true } } } } },
        orderBy: { id: "asc" },
        take: 20,
      },
    },
  } satisfies Prisma.UserDefaultArgs;
}

/** A guardian with the children, and whether the person is also staff, or was. */
export type GuardianRow = Prisma.UserGetPayload<ReturnType<typeof shownOn>>;

/** A current guardian who is not a student. @throws AppError NOT_FOUND */
export async function getGuardian(id: string): Promise<GuardianRow> {
  const today = new Date(dateHere(new Date()));
  const row = await db().user.findUnique({ where: { id, role: "user", student: null }, ...shownOn(today) });
  if (!row || row.guardianOf.length === 0) throw new AppError("NOT_FOUND", say("noGuardian"));
  return row;
}

/** Locks guardians until the transaction ends, in a fixed order. @throws AppError NOT_FOUND */
export async function lockGuardian(tx: Transaction, id: string, ...others: string[]): Promise<GuardianRow> {
  await tx.$queryRaw`select from users where id = any(${[id, ...others]}::uuid[]) order by id for update`;
  return getGuardian(id);
}

/** If two people enter a guardian with the same number at the same time, the second one waits and finds the guardian of the first. */
export async function lockPhone(tx: Transaction, phone: string): Promise<void> {
  await takeLockOf(tx, "phone", phone);
}

/**
 * Only an administrator may set the address of a staff member, because with it one could take over the account.
 * @throws AppError FORBIDDEN
 */
export async function requireNoColleague({ id }: Pick<User, "id">): Promise<void> {
  if (await isOfStaff(id)) throw new AppError("FORBIDDEN", say("guardianWorksHere"));
}
