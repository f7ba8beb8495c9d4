import "server-only";
import { env, isSiteLocal } from "@/env";
import { db, type Transaction } from "@/server/db/client";
import { newIds } from "@/server/db/ids";
import type { Mail, MailState, Prisma } from "@/server/generated/prisma/client";
import { site } from "@/server/institute/published";
import { enqueue } from "@/server/jobs/jobs";
import { requestId } from "@/server/observability/request-scope";
import { probeNow } from "./circuit-breaker";
import type { Email } from "./email";

/**
 * An email to enqueue. `event` prevents duplicates; `about` holds the ids that the composer needs. With `toOffice` in it, the
 * email goes to the address that the office has when it is sent.
 */
export type NewEmail = {
  kind: string;
  event: string;
  recipient: string;
  /** 0 for accounts (sent first), 1 for results, tests and invitations in bulk, 2 for the rest (default). */
  rank?: 0 | 1 | 2;
  userId?: string | undefined;
  /** Whether and when it is sent depends on the person's choice (see `choices.ts`); other emails are always sent. */
  isOptional?: boolean;
  /** When to send it, as ISO 8601; now by default. */
  dueAt?: string;
  about: Prisma.InputJsonObject;
};

/** Data that a composer receives at delivery. */
export type EmailFacts = Pick<Mail, "id" | "about" | "recipient" | "userId" | "requestId">;

/** Renders emails of one kind; null if the email is obsolete. */
export type Composer = (facts: EmailFacts) => Promise<Email | null>;

/** Address that receives the public forms. */
export const officeAddress = (): string => site().facts.email;

/** True if a mail server is configured; otherwise emails are stored as files. */
export function isMailConfigured(): boolean {
  return env().SMTP_URL !== undefined;
}

/** True if links in emails lead to this computer, which nobody else can reach. */
export const hasLocalLinks = (): boolean => isMailConfigured() && isSiteLocal();

/** Enqueues an email with the transaction. An event is enqueued only once. */
export async function enqueueEmail(tx: Transaction, email: NewEmail): Promise<void> {
  await enqueueEmails(tx, [email]);
}

/** Enqueues many emails, see {@link enqueueEmail}. */
export async function enqueueEmails(tx: Transaction, emails: NewEmail[]): Promise<void> {
  const ids = newIds(emails.length);
  const rows = emails.map((order, index) => ({ rank: 2, isOptional: false, ...order, id: ids[index] }));
  // One JSON value, because the number of parameters is limited.
  await tx.$executeRaw`
    insert into mails (id, event, kind, recipient, rank, user_id, is_optional, about, due_at, request_id)
    select id, event, kind, recipient, rank, "userId", "isOptional", about, coalesce("dueAt", now()), ${requestId() ?? null}
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as row (id uuid, event text, kind text, recipient text, rank smallint, "userId" uuid, "isOptional" boolean, about jsonb, "dueAt" timestamptz)
    on conflict (event) do nothing`;
  // One job per call: a shared job row would make transactions wait for each other.
  await enqueue(tx, "sendMails", {});
}

/** Makes emails due now, whatever their state. Returns their number. */
export async function retryEmails(tx: Transaction, where: Prisma.MailWhereInput): Promise<number> {
  const { count } = await tx.mail.updateMany({
    where,
    data: {
      state: "waiting",
      attempts: 0,
      fault: null,
      sentAt: null,
      dueAt: new Date(),
      digestId: null,
      requestId: requestId() ?? null,
    },
  });
  await probeNow(tx);
  await enqueue(tx, "sendMails", {});
  return count;
}

/** Deletes emails that were held back after a restore. Returns their number. */
export async function discardHeldEmails(tx: Transaction, where: Prisma.MailWhereInput): Promise<number> {
  return (await tx.mail.deleteMany({ where: { AND: [where, { state: "held" }] } })).count;
}

/** Emails that still wait for something: few, compared with those that have left. */
export const pressing = { state: { in: ["waiting", "failed", "kept", "held"] } } satisfies Prisma.MailWhereInput;

export async function countEmailsByState(where: Prisma.MailWhereInput = {}): Promise<Record<MailState, number>> {
  const counts = await db().mail.groupBy({ by: ["state"], where, _count: true });
  const of = (state: MailState) => counts.find((one) => one.state === state)?._count ?? 0;
  return {
    waiting: of("waiting"),
    sent: of("sent"),
    failed: of("failed"),
    kept: of("kept"),
    held: of("held"),
    gathered: of("gathered"),
  };
}

/** Deletes emails created before `time` that are not waiting. Returns their number. */
export async function purgeEmails(time: Date): Promise<number> {
  return (await db().mail.deleteMany({ where: { createdAt: { lt: time }, state: { not: "waiting" } } })).count;
}
