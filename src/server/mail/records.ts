import "server-only";
import { db, type Transaction } from "@/server/db/client";
import type { Prisma } from "@/server/generated/prisma/client";

/** The emails to a person. A link for a new password was ordered before anybody looked whose address it was. */
export function mailsOf(userId: string, email: string | null): Prisma.MailWhereInput {
  return { OR: [{ userId }, ...(email === null ? [] : [{ recipient: email, kind: "resetPassword" }])] };
}

export async function mailIds(tx: Transaction, where: Prisma.MailWhereInput): Promise<string[]> {
  return (await tx.mail.findMany({ where, select: { id: true } })).map(({ id }) => id);
}

export async function countMails(where: Prisma.MailWhereInput): Promise<number> {
  return db().mail.count({ where });
}

/** The emails as an export shows them: that they were sent, for their words are stored nowhere. */
export async function listMailFacts(where: Prisma.MailWhereInput) {
  const select = { kind: true, recipient: true, state: true, createdAt: true, sentAt: true } as const;
  return db().mail.findMany({ where, select, orderBy: { id: "asc" } });
}

/** What emails are called, by id; those that are gone are missing. */
export function findMailNames(ids: string[]) {
  return db().mail.findMany({ where: { id: { in: ids } }, select: { id: true, kind: true, recipient: true } });
}

/** A page of emails, the latest first. */
export function listMailRows<Select extends Prisma.MailSelect>(
  where: Prisma.MailWhereInput,
  take: number,
  select: Select,
) {
  return db().mail.findMany({ where, orderBy: [{ createdAt: "desc" }, { id: "desc" }], take, select });
}

export async function lastSentAt(): Promise<Date | null> {
  return (await db().mail.aggregate({ _max: { sentAt: true } }))._max.sentAt;
}
