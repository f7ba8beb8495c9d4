import "server-only";
import { AppError } from "@/lib/errors";
import { loginNameOf } from "@/server/auth/login-names";
import { lockPeople } from "@/server/auth/users";
import { db, type Transaction } from "@/server/db/client";
import { newIds } from "@/server/db/ids";
import type { Prisma, StudentOrigin } from "@/server/generated/prisma/client";
import { proofAfter } from "./addresses";
import { say } from "./messages";
import { keepName } from "./names";

/** The data of a student other than class and guardians. */
export type Identity = { name: string; email: string | null; admissionNo: string | null; bornOn: string | null };

/**
 * The login name of a person without an address. A person who `had` one keeps it beside an address, which may be mistyped
 * (decision 130).
 */
export function usernameOf(
  { email, admissionNo }: Pick<Identity, "email" | "admissionNo">,
  had: string | null = null,
): string | null {
  return admissionNo !== null && (email === null || had !== null) ? loginNameOf(admissionNo) : null;
}

const dateOf = (day: string | null) => (day === null ? null : new Date(day));

/** Adds a person to the roster, who cannot log in yet. */
export async function createStudent(tx: Transaction, of: Identity, origin: StudentOrigin): Promise<string> {
  const [userId = ""] = newIds(1);
  const { name, email, admissionNo, bornOn } = of;
  await tx.user.create({ data: { id: userId, name, email, username: usernameOf(of) } });
  await tx.student.create({ data: { userId, admissionNo, bornOn: dateOf(bornOn), origin } });
  return userId;
}

const shown = { include: { user: true } } satisfies Prisma.StudentDefaultArgs;

export type StudentRow = Prisma.StudentGetPayload<typeof shown>;

/** The row of a student, or null. */
export function findStudent(id: string) {
  return db().student.findUnique({ where: { userId: id } });
}

/** A student by id. @throws AppError NOT_FOUND */
export async function getStudent(id: string): Promise<StudentRow> {
  const row = await db().student.findUnique({ where: { userId: id }, ...shown });
  if (!row) throw new AppError("NOT_FOUND", say("notFound"));
  return row;
}

/** A student, locked with the account until the transaction ends. @throws AppError NOT_FOUND */
export async function lockStudent(tx: Transaction, id: string): Promise<StudentRow> {
  await lockPeople(tx, [id]);
  await lockStudents(tx, [id]);
  return getStudent(id);
}

/**
 * Locks students until the transaction ends, in a fixed order. A transaction that changes their accounts locks the accounts
 * first, and only those that change: logins wait for them.
 */
export async function lockStudents(tx: Transaction, ids: string[]): Promise<void> {
  await tx.$queryRaw`select from students where user_id = any(${ids}::uuid[]) order by user_id for update`;
}

/**
 * Locks the people of a list until the transaction ends. Returns those who are still on it, and how many it had: people who get
 * something new in the meantime are kept.
 */
export async function lockSame<Person extends { id: string }>(tx: Transaction, list: () => Promise<Person[]>) {
  const ids = (await list()).map(({ id }) => id);
  // Stronger than the lock of an account: this also waits for a transaction that links one of them to a student.
  await tx.$queryRaw`select from users where id = any(${ids}::uuid[]) order by id for update`;
  await lockStudents(tx, ids);
  const locked = new Set(ids);
  return { people: (await list()).filter(({ id }) => locked.has(id)), listed: ids.length };
}

export async function isStudent(id: string): Promise<boolean> {
  return (await db().student.count({ where: { userId: id } })) > 0;
}

/** True for a student whose last day was before `today`. */
export async function hasLeft(id: string, today: string): Promise<boolean> {
  return (await db().student.count({ where: { userId: id, leftOn: { lt: new Date(today) } } })) > 0;
}

/** Requires that nobody else has the address or admission number. @throws AppError CONFLICT */
export async function requireUnused({ email, admissionNo }: Pick<Identity, "email" | "admissionNo">, id?: string) {
  const [holder, numbered] = [email && (await findHolder(email)), admissionNo && (await findNumbered(admissionNo))];
  if (holder && holder.id !== id) {
    const message = say(kindOf(holder, id === undefined), holder.name);
    throw new AppError("CONFLICT", message, [{ path: ["email"], message }]);
  }
  if (numbered && numbered.id !== id) {
    const message = say("admissionNoTaken", numbered.name);
    throw new AppError("CONFLICT", message, [{ path: ["admissionNo"], message }]);
  }
}

function findHolder(email: string) {
  const held = { student: true, guardianOf: { select: { endedAt: true } }, grants: { take: 1, select: { id: true } } };
  const login = { role: true, passwordHash: true, loginClosedAt: true } as const;
  return db().user.findUnique({ where: { email }, select: { id: true, name: true, ...held, ...login } });
}

type Holder = NonNullable<Awaited<ReturnType<typeof findHolder>>>;

function kindOf({ student, guardianOf, grants, role, passwordHash, loginClosedAt }: Holder, isNew: boolean) {
  if (student) return "emailOfStudent";
  if (guardianOf.some(({ endedAt }) => endedAt === null)) return "emailOfGuardian";
  // Only a self-registered account can be attached, and only to an entry without a login.
  const isSelfMade = role === "user" && passwordHash !== null && guardianOf.length + grants.length === 0;
  return isNew && isSelfMade && loginClosedAt === null ? "emailOfAccount" : "emailOfSomebody";
}

async function findNumbered(admissionNo: string) {
  const [row] = await db().$queryRaw<{ id: string; name: string }[]>`
    select u.id, u.name from students s join users u on u.id = s.user_id where upper(s.admission_no) = upper(${admissionNo})`;
  return row;
}

/** Updates a student; the former name and the author of the change are recorded. */
export async function changeIdentity(tx: Transaction, before: StudentRow, to: Identity, changedById: string) {
  const { userId, user } = before;
  await keepName(tx, { userId, name: user.name }, to.name, changedById);
  await tx.student.update({
    where: { userId },
    data: { admissionNo: to.admissionNo, bornOn: dateOf(to.bornOn) },
  });
  await tx.user.update({
    where: { id: userId },
    data: { name: to.name, email: to.email, username: usernameOf(to, user.username), ...proofAfter(user, to.email) },
  });
}

/** Sets whether only the office may link guardians to a student. */
export async function setLinkRule(tx: Transaction, userId: string, linksByOfficeOnly: boolean): Promise<void> {
  await tx.student.update({ where: { userId }, data: { linksByOfficeOnly } });
}
