import "server-only";
import { randomUUID } from "node:crypto";
import { folded } from "@/lib/folded";
import type { Principal } from "@/lib/principal";
import { revokePasswordCodesOf } from "@/server/access-codes/use";
import { dropAllTokens, dropTokens } from "@/server/auth/account-tokens";
import { endSessions } from "@/server/auth/sessions";
import { db, escapeLike, foldedSql, likeName, sql, type Transaction } from "@/server/db/client";
import { Prisma, type User } from "@/server/generated/prisma/client";
import { enqueueEmails, isMailConfigured } from "@/server/mail/outbox";

/** A person with an account. */
export type Person = Omit<User, "id"> & { userId: string };

export function personOf({ id: userId, ...rest }: User): Person {
  return { userId, ...rest };
}

export async function findPerson(id: string): Promise<Person | null> {
  const row = await db().user.findUnique({ where: { id } });
  return row && personOf(row);
}

/** Locks people until the transaction ends, in a fixed order. Read what depends on them afterwards. */
export async function lockPeople(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.$queryRaw`select from users where id = any(${ids}::uuid[]) order by id for no key update`;
}

/** The administrator, once there is one. */
export async function findAdmin(): Promise<Person | null> {
  const row = await db().user.findFirst({ where: { role: "admin" } });
  return row && personOf(row);
}

export type Named = Pick<Principal, "userId" | "role" | "name" | "email" | "username">;

/** True if emails may go to the person's address: an address that a person entered with a code must be confirmed first. */
export function isMailable({ emailConfirmedAt, vouchedAt }: Pick<User, "emailConfirmedAt" | "vouchedAt">): boolean {
  return emailConfirmedAt !== null || vouchedAt === null || !isMailConfigured();
}

/**
 * Sets a new password. Ends all sessions except `kept`, revokes every other way to set a password, and enqueues an email about
 * the change. Call it late in the transaction, because ended codes are logged immediately.
 */
export async function setPassword(tx: Transaction, of: Named, passwordHash: string, now: Date, kept?: string) {
  const user = await tx.user.update({ where: { id: of.userId }, data: { passwordHash } });
  await endSessions(tx, of.userId, now, kept);
  await dropTokens(tx, of.userId, "reset");
  // An unconfirmed address gets only its confirmation (decision 46): it may be somebody else's.
  const isProven = user.emailConfirmedAt !== null || !isMailConfigured();
  if (isProven) await enqueueAccountEmail(tx, "passwordChanged", of, { at: now.toISOString() });
  await revokePasswordCodesOf(tx, of.userId, now);
}

/** Enqueues an email about an account with the highest priority, if the person has an address. */
export async function enqueueAccountEmail(
  tx: Transaction,
  kind: string,
  person: Partial<Named>,
  about = {},
): Promise<void> {
  await enqueueAccountEmails(tx, kind, [person], about);
}

/** Enqueues such an email to each of the people who has an address; `rank` 1 keeps to the limits of the mail server. */
export async function enqueueAccountEmails(
  tx: Transaction,
  kind: string,
  people: readonly Partial<Named>[],
  about = {},
  rank: 0 | 1 = 0,
): Promise<void> {
  const emails = people.flatMap(({ email, userId }) =>
    email ? [{ kind, event: `${kind}:${randomUUID()}`, recipient: email, rank, userId, about }] : [],
  );
  if (emails.length > 0) await enqueueEmails(tx, emails);
}

/** The new login name of a person on the roster, and who issued the code that proves the identity (decision 46). */
export type NewLogin = {
  email: string | null;
  username: string | null;
  passwordHash: string;
  isConfirmed: boolean;
  vouchedById: string | null;
  consentAt?: Date;
  consentVersion?: string;
};

/** Creates the login of a person on the roster. @throws the database's error if the address or name is taken */
export async function giveLogin(tx: Transaction, id: string, login: NewLogin, now: Date): Promise<Person> {
  const { isConfirmed, ...data } = login;
  return personOf(
    await tx.user.update({
      where: { id },
      data: { ...data, emailConfirmedAt: isConfirmed ? now : null, vouchedAt: now },
    }),
  );
}

/** Records that a code from the office proved a person's identity. */
export async function vouchByCode(tx: Transaction, id: string, vouchedById: string | null, now: Date): Promise<void> {
  await tx.user.updateMany({ where: { id, vouchedAt: null }, data: { vouchedAt: now, vouchedById } });
}

export async function renamePerson(tx: Transaction, id: string, name: string): Promise<Person> {
  return personOf(await tx.user.update({ where: { id }, data: { name } }));
}

/** Removes the password: nobody can log in until a new one is set. */
export async function forgetPassword(tx: Transaction, id: string): Promise<void> {
  await tx.user.update({ where: { id }, data: { passwordHash: null } });
  await dropAllTokens(tx, [id]);
}

/** Stores another hash of the same password; sessions stay open. */
export async function renewHash(tx: Transaction, id: string, passwordHash: string): Promise<void> {
  await tx.user.update({ where: { id }, data: { passwordHash } });
}

/** Creates a person with an account. @throws the database's error if the address is taken */
export async function createPerson(tx: Transaction, data: Prisma.UserCreateInput): Promise<Person> {
  return personOf(await tx.user.create({ data }));
}

/** Creates the administrator unless there is one. Returns true if it was created now. */
export async function createAdmin(username: string, passwordHash: string): Promise<boolean> {
  const admin = { role: "admin", name: "Administrator", username, passwordHash } as const;
  return (await db().user.createMany({ data: [admin], skipDuplicates: true })).count > 0;
}

export async function confirmAddress(tx: Transaction, { userId: id }: Pick<Named, "userId">, now: Date): Promise<void> {
  await tx.user.updateMany({ where: { id, emailConfirmedAt: null }, data: { emailConfirmedAt: now } });
}

/** Records who vouches that accounts with unconfirmed addresses belong to the named students. */
export async function vouchForPeople(tx: Transaction, ids: string[], vouchedById: string | null): Promise<void> {
  await tx.user.updateMany({
    where: { id: { in: ids }, emailConfirmedAt: null, vouchedAt: null },
    data: { vouchedAt: new Date(), vouchedById },
  });
}

/** People with this folded text in their name; nobody if the text is blank. */
function isNamed(text: string): Prisma.Sql {
  const part = folded(text);
  return part.trim()
    ? Prisma.sql`${foldedSql(Prisma.sql`u.name`)} like lower(${`%${likeName(part)}%`})`
    : Prisma.sql`false`;
}

/** The ids of at most `most` people with this text in their name, in no particular order. */
export async function idsOfPeople(text: string, most: number): Promise<string[]> {
  const rows = await sql<{ id: string }>(Prisma.sql`select u.id from users u where ${isNamed(text)} limit ${most}`);
  return rows.map(({ id }) => id);
}

/** The same for a part of the address. */
export async function idsByAddress(text: string, most: number): Promise<string[]> {
  const like = `%${escapeLike(text)}%`;
  const rows = await sql<{ id: string }>(
    Prisma.sql`select u.id from users u where u.email ilike ${like} limit ${most}`,
  );
  return rows.map(({ id }) => id);
}

/** People other than administrators who have this text in their name, or this admission number, login or phone number; by name. */
export async function findPeopleNamed(text: string, phone: string | null, most: number) {
  // If case is ignored, `equals` takes a pattern, too.
  const same = { equals: escapeLike(text), mode: "insensitive" } as const;
  const named = await sql<{ id: string }>(Prisma.sql`
    select u.id from users u where u.role = 'user' and ${isNamed(text)} order by u.name, u.id limit ${most}`);
  return db().user.findMany({
    where: {
      role: "user",
      OR: [
        { id: { in: named.map(({ id }) => id) } },
        { username: same },
        { student: { admissionNo: same } },
        ...(phone === null ? [] : [{ phone }]),
      ],
    },
    select: { id: true, name: true, email: true, username: true },
    orderBy: [{ name: "asc" }, { id: "asc" }],
    take: most,
  });
}

/** The names of people by id; erased people are missing. */
export async function namesOfPeople(ids: readonly (string | null)[]): Promise<Map<string, string>> {
  const known = [...new Set(ids.flatMap((id) => id ?? []))];
  const rows = await db().user.findMany({ where: { id: { in: known } }, select: { id: true, name: true } });
  return new Map(rows.map(({ id, name }) => [id, name]));
}
