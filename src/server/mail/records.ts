import "server-only";
import { db, sql, type Transaction } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";

/**
 * The emails to a person. A password link is matched by its address, because it was enqueued before the account was looked
 * up.
 */
export function mailsOf(userId: string, email: string | null): Prisma.MailWhereInput {
  return { OR: [{ userId }, ...(email === null ? [] : [{ recipient: email, kind: "resetPassword" }])] };
}

/** Emails that are only about an account: they reveal nothing that the institute knows about the person. */
export const areOfAccounts: Prisma.MailWhereInput = {
  kind: { in: ["confirmEmail", "passwordChanged", "resetPassword"] },
};

/** The ids of all emails to these people, in one pass whatever their number. */
export async function mailIdsOf(tx: Transaction, people: { id: string; email: string | null }[]): Promise<string[]> {
  const emails = people.flatMap(({ email }) => email ?? []);
  const rows = await tx.$queryRaw<{ id: string }[]>`
    select id from mails where user_id = any(${people.map(({ id }) => id)}::uuid[])
    union select id from mails where kind = 'resetPassword' and recipient = any(${emails}::text[])`;
  return rows.map(({ id }) => id);
}

export async function mailIds(tx: Transaction, where: Prisma.MailWhereInput): Promise<string[]> {
  return (await tx.mail.findMany({ where, select: { id: true } })).map(({ id }) => id);
}

export async function countEmails(where: Prisma.MailWhereInput): Promise<number> {
  return db().mail.count({ where });
}

/** The emails as an export shows them: only that they were sent, since their text is not stored. */
export async function listMailFacts(where: Prisma.MailWhereInput) {
  const select = { kind: true, recipient: true, state: true, createdAt: true, sentAt: true } as const;
  return db().mail.findMany({ where, select, orderBy: { id: "asc" } });
}

/** The people among these with an email of this kind at this address, and whether one waits or has left in the last 24 hours. */
export async function listMailed(
  kind: string,
  people: { userId: string; email: string }[],
): Promise<Map<string, boolean>> {
  const rows = await sql<{ id: string; lately: boolean }>(Prisma.sql`
    select m.user_id as id,
      bool_or(m.state = 'waiting' or (m.state in ('sent', 'kept')
        and coalesce(m.sent_at, m.created_at) > now() - interval '24 hours')) as lately
    from json_to_recordset(${JSON.stringify(people)}::json) as row ("userId" uuid, email text)
    join mails m on m.user_id = row."userId" and m.recipient = row.email
    where m.kind = ${kind} group by m.user_id`);
  return new Map(rows.map(({ id, lately }) => [id, lately]));
}

/** The state of the newest email about these events; undefined for none. */
export async function newestMailState(events: string[]) {
  const orderBy = [{ createdAt: "desc" as const }, { id: "desc" as const }];
  const row = await db().mail.findFirst({ where: { event: { in: events } }, orderBy, select: { state: true } });
  return row?.state;
}

/** The events among these whose email has not left yet or came back. */
export async function undeliveredOf(tx: Transaction, events: string[]): Promise<Set<string>> {
  const rows = await tx.mail.findMany({
    where: { event: { in: events }, state: { in: ["waiting", "failed", "held"] } },
    select: { event: true },
  });
  return new Set(rows.map(({ event }) => event));
}

/** The names of emails by id; deleted ones are missing. */
export function findMailNames(ids: string[]) {
  return db().mail.findMany({ where: { id: { in: ids } }, select: { id: true, kind: true, recipient: true } });
}

/** A page of emails, newest first. */
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
