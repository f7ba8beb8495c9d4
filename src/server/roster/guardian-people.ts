import "server-only";
import { AppError } from "@/lib/errors";
import { isOfStaff } from "@/server/auth/grants";
import { db, type Transaction } from "@/server/db/client";
import type { Prisma, User } from "@/server/generated/prisma/client";
import { proofAfter } from "./addresses";
import { say } from "./messages";

const shown = {
  include: {
    grants: { where: { endedAt: null }, take: 1, select: { id: true } },
    guardianOf: {
      where: { endedAt: null },
      include: {
        student: {
          select: {
            user: { select: { name: true } },
            enrolments: {
              where: { toDay: null },
              orderBy: [{ fromDay: "desc" }, { id: "desc" }],
              take: 1,
              select: { className: true, section: true },
            },
          },
        },
      },
      orderBy: { id: "asc" },
      take: 20,
    },
  },
} satisfies Prisma.UserDefaultArgs;

/** A guardian with the children, and whether the person works here. */
export type GuardianRow = Prisma.UserGetPayload<typeof shown>;

/** A guardian of somebody now, who is no student. @throws AppError NOT_FOUND */
export async function getGuardian(id: string): Promise<GuardianRow> {
  const row = await db().user.findUnique({ where: { id, role: "user", student: null }, ...shown });
  if (!row || row.guardianOf.length === 0) throw new AppError("NOT_FOUND", say("noGuardian"));
  return row;
}

/** Guardians, held until the transaction ends in one order. @throws AppError NOT_FOUND */
export async function holdGuardian(tx: Transaction, id: string, ...others: string[]): Promise<GuardianRow> {
  await tx.$queryRaw`select from users where id = any(${[id, ...others]}::uuid[]) order by id for update`;
  return getGuardian(id);
}

/** Whoever sets the address of a colleague has the rights of the colleague. @throws AppError FORBIDDEN */
export async function requireNoColleague({ id }: Pick<User, "id">): Promise<void> {
  if (await isOfStaff(id)) throw new AppError("FORBIDDEN", say("guardianWorksHere"));
}

export type Contact = { name: string; phone: string | null; email: string | null };

export const contactOf = ({ name, phone, email }: Contact): Contact => ({ name, phone, email });

/** Who has no address logs in with the phone number; another number takes the place of the one that somebody logs in with. */
function usernameAfter(user: Pick<User, "username" | "passwordHash" | "phone">, to: Contact): string | null {
  const byPhone = user.username !== null && user.username === user.phone;
  return user.passwordHash !== null && (to.email === null || byPhone) ? to.phone : user.username;
}

/** Writes what changed; the name before is kept, and so is who changed it. */
export async function changeContact(tx: Transaction, before: User, to: Contact, changedById: string): Promise<void> {
  const { id, name } = before;
  if (to.name !== name) await tx.personName.create({ data: { userId: id, name, changedById } });
  await tx.user.update({
    where: { id },
    data: { ...to, username: usernameAfter(before, to), ...proofAfter(before, to.email) },
  });
}
