import "server-only";
import { institute } from "@/content/institute";
import { env } from "@/env";
import { db, type Transaction } from "./db";
import type { MailState, Prisma } from "./generated/prisma/client";
import { newIds } from "./ids";
import { enqueue } from "./jobs";
import type { Letter } from "./mail-letter";
import { tryNow } from "./mail-outage";
import { requestId } from "./request";

/** A mail that is to leave: `event` names what happened, and happens once; `about` names what the letter is written from. */
export type MailOrder = {
  kind: string;
  event: string;
  recipient: string;
  /** What leaves first: 0 for accounts, 1 for results and tests, 2 for the rest, which is what it is unless told. */
  rank?: 0 | 1 | 2;
  /** Of the person with an account it goes to. */
  userId?: string | undefined;
  about: Prisma.InputJsonObject;
};

/** What a letter is written from, when it leaves. */
export type MailFacts = { about: unknown; recipient: string; userId: string | null };

/** Writes the letters of a kind, or answers null when there is nothing to write any more. */
export type Compose = (facts: MailFacts) => Promise<Letter | null>;

/** Where the institute reads what is written to it. */
export const office: string = institute.email;

/** True when mail leaves this machine; otherwise each one is a file. */
export function isMailConfigured(): boolean {
  return env().SMTP_URL !== undefined;
}

/** Orders a mail when, and only when, the transaction commits. The same event is never ordered twice. */
export async function orderMail(tx: Transaction, order: MailOrder): Promise<void> {
  await orderMails(tx, [order]);
}

/** The same for many at once. */
export async function orderMails(tx: Transaction, orders: MailOrder[]): Promise<void> {
  const ids = newIds(orders.length);
  const ordered = orders.map((order, index) => ({ rank: 2, ...order, id: ids[index] }));
  // As one value, however many there are.
  await tx.$executeRaw`
    insert into mails (id, event, kind, recipient, rank, user_id, about, request_id)
    select id, event, kind, recipient, rank, "userId", about, ${requestId() ?? null}
    from json_to_recordset(${JSON.stringify(ordered)}::json)
      as row (id uuid, event text, kind text, recipient text, rank smallint, "userId" uuid, about jsonb)
    on conflict (event) do nothing`;
  // Each order a job of its own: they would wait for one another's transactions to end, had they one in common.
  await enqueue(tx, "sendMails", {});
}

/** Which mails are ordered again: one, or all of a state. */
export type Again = { id: string } | { state: MailState };

/** Has mails tried at once, whatever became of them before. Answers how many there were. */
export async function orderAgain(tx: Transaction, which: Again): Promise<number> {
  const { count } = await tx.mail.updateMany({
    where: which,
    data: {
      state: "waiting",
      attempts: 0,
      fault: null,
      sentAt: null,
      dueAt: new Date(),
      requestId: requestId() ?? null,
    },
  });
  await tryNow(tx);
  await enqueue(tx, "sendMails", {});
  return count;
}

/** Drops mails that a restore has held back. Answers how many there were. */
export async function dropHeld(tx: Transaction, id?: string): Promise<number> {
  return (await tx.mail.deleteMany({ where: { state: "held", ...(id !== undefined && { id }) } })).count;
}

/** How many mails there are of each state. */
export async function countMails(): Promise<Record<MailState, number>> {
  const counts = await db().mail.groupBy({ by: ["state"], _count: true });
  const of = (state: MailState) => counts.find((one) => one.state === state)?._count ?? 0;
  return { waiting: of("waiting"), sent: of("sent"), failed: of("failed"), kept: of("kept"), held: of("held") };
}

/** Forgets the mails that were ordered before a time and do not wait. Answers how many. */
export async function removeMailsBefore(time: Date): Promise<number> {
  return (await db().mail.deleteMany({ where: { createdAt: { lt: time }, state: { not: "waiting" } } })).count;
}
