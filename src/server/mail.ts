import "server-only";
import { institute } from "@/content/institute";
import { env } from "@/env";
import { db, type Transaction } from "./db";
import type { Mail, MailState, Prisma } from "./generated/prisma/client";
import { isStopping } from "./health";
import { newIds } from "./ids";
import { enqueue } from "./jobs";
import { log } from "./log";
import { listKeptMails, removeKeptMail } from "./mail-folder";
import type { Letter } from "./mail-letter";
import { mostPatience, openPost, type Post } from "./mail-post";
import { requestId, within } from "./request";
import { logUnforeseen } from "./trpc";

/** A mail that is to leave: `event` names what happened, and happens once; `about` names what the letter is written from. */
export type MailOrder = {
  kind: string;
  event: string;
  recipient: string;
  /** Of the person with an account it goes to. */
  userId?: string | undefined;
  about: Prisma.InputJsonObject;
};

/** What a letter is written from, when it leaves. */
export type MailFacts = { about: unknown; recipient: string; userId: string | null };

/** Writes the letters of a kind, or answers null when there is nothing to write any more. */
export type Compose = (facts: MailFacts) => Promise<Letter | null>;

/** How often a mail is tried, from its first minute to most of a day later. */
const mostAttempts = 12;
const longestPause = 6 * 60;

/** A mail that is under way is left alone for so long; if its process died, it is tried again after that. */
const lease = mostPatience + 15_000;

/** Where the institute reads what is written to it. */
export const office: string = institute.email;

/** True when mail leaves this machine; otherwise each one is a file (decisions, the contract). */
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
  const ordered = orders.map((order, index) => ({ ...order, id: ids[index] }));
  // As one value, however many there are.
  await tx.$executeRaw`
    insert into mails (id, event, kind, recipient, user_id, about, request_id)
    select id, event, kind, recipient, "userId", about, ${requestId() ?? null}
    from json_to_recordset(${JSON.stringify(ordered)}::json)
      as row (id uuid, event text, kind text, recipient text, "userId" uuid, about jsonb)
    on conflict (event) do nothing`;
  // Each order a job of its own: they would wait for one another's transactions to end, had they one in common.
  await enqueue(tx, "sendMails", {});
}

/** Has a mail that failed, or one that was sent, tried again. Answers false when there is none. */
export async function orderAgain(tx: Transaction, id: string): Promise<boolean> {
  const { count } = await tx.mail.updateMany({
    where: { id },
    data: {
      state: "waiting",
      attempts: 0,
      fault: null,
      sentAt: null,
      dueAt: new Date(),
      requestId: requestId() ?? null,
    },
  });
  await enqueue(tx, "sendMails", {});
  return count > 0;
}

/**
 * Sends the mails that are due, one after the other. No two processes send the same one. What a mail fails of is noted with
 * it; when no mail can leave at all, the others wait for the next time.
 */
export async function sendDueMails(composers: Record<string, Compose>): Promise<void> {
  const post = openPost();
  try {
    // What is left is sent by the next start.
    while (!isStopping() && (await sendNext(composers, post)));
  } finally {
    post.close();
  }
}

/** Answers whether there may be another one. */
async function sendNext(composers: Record<string, Compose>, post: Post): Promise<boolean> {
  const mail = await takeNext();
  if (!mail) return false;
  const work = () => send(mail, composers, post);
  // Whichever job sends it, the log names the request that ordered it.
  return mail.requestId === null ? work() : within({ id: mail.requestId }, work);
}

async function send(mail: Mail, composers: Record<string, Compose>, post: Post): Promise<boolean> {
  const { id, kind, attempts, dueAt } = mail;
  // Unless it was ordered again meanwhile, or taken over by another process.
  const mine = { id, state: "waiting", dueAt } as const;
  const letter = await written(mail, composers);
  if (letter === null) {
    await db().mail.deleteMany({ where: mine });
    return true;
  }
  const fault = letter === undefined ? unwritten : await post.deliver(id, kind, letter);
  const data = fault
    ? {
        fault: fault.words,
        ...(fault.isFinal || attempts >= mostAttempts ? { state: "failed" as const } : later(attempts)),
      }
    : { state: "sent" as const, sentAt: new Date(), fault: null };
  await db().mail.updateMany({ where: mine, data });
  log().info({ mail: id, kind, state: data.state ?? "waiting", attempts }, "mail");
  return !fault?.isGeneral;
}

const unwritten = { words: "It could not be written.", isFinal: false, isGeneral: false };

/** Counts the attempt before it is made, so that one that ends the process counts as well. */
async function takeNext(): Promise<Mail | undefined> {
  const [taken] = await db().$queryRaw<Mail[]>`
    update mails set attempts = attempts + 1, due_at = now() + make_interval(secs => ${lease / 1000})
    where id = (
      select id from mails where state = 'waiting' and due_at <= now()
      order by due_at, id limit 1 for update skip locked
    )
    returning id, event, kind, recipient, user_id as "userId", about, state, attempts, fault,
      created_at as "createdAt", due_at as "dueAt", sent_at as "sentAt", request_id as "requestId"`;
  return taken;
}

/** The letter; null when there is nothing to write any more, undefined when that failed. */
async function written(mail: Mail, composers: Record<string, Compose>): Promise<Letter | null | undefined> {
  try {
    const compose = composers[mail.kind];
    if (!compose) throw new Error("Nobody writes letters of this kind.");
    return await compose(mail);
  } catch (error) {
    logUnforeseen(error, `mail ${mail.kind}`);
    return undefined;
  }
}

function later(attempts: number): { dueAt: Date } {
  const minutes = Math.min(2 ** (attempts - 1), longestPause);
  return { dueAt: new Date(Date.now() + minutes * 60_000) };
}

/** How many mails there are of each state. */
export async function countMails(): Promise<Record<MailState, number>> {
  const counts = await db().mail.groupBy({ by: ["state"], _count: true });
  const of = (state: MailState) => counts.find((one) => one.state === state)?._count ?? 0;
  return { waiting: of("waiting"), sent: of("sent"), failed: of("failed") };
}

/** Forgets the mails that were ordered before a time and do not wait. Answers how many. */
export async function removeMailsBefore(time: Date): Promise<number> {
  return (await db().mail.deleteMany({ where: { createdAt: { lt: time }, state: { not: "waiting" } } })).count;
}

/** Deletes the files of mails whose orders are gone, with the account they were for or with the years. */
export async function sweepMailFolder(): Promise<void> {
  const { DATA_DIR } = env();
  const kept = await listKeptMails(DATA_DIR);
  for (let from = 0; from < kept.length; from += 1000) {
    const some = kept.slice(from, from + 1000);
    const found = await db().mail.findMany({ where: { id: { in: some.map(({ id }) => id) } }, select: { id: true } });
    const known = new Set(found.map(({ id }) => id));
    for (const { id, name } of some) if (!known.has(id)) await removeKeptMail(DATA_DIR, name);
  }
}
