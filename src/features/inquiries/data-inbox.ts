import "server-only";
import { newestAfter, pageOf } from "@/lib/cursor";
import { emailDelay } from "@/lib/email-delay";
import { db } from "@/server/db/client";
import type { ContactMessage, Prisma } from "@/server/generated/prisma/client";
import { inView, messageViewOf } from "./data";
import type { InboxCounts, InboxInput, InboxMessageView } from "./schema-inbox";

const names = { answeredBy: { select: { name: true } }, doneBy: { select: { name: true } } } as const;

type Row = Prisma.ContactMessageGetPayload<{ include: typeof names }>;

/** True while the email with the answer has not been sent. */
export const isPending = ({ answeredAt }: Pick<ContactMessage, "answeredAt">, now: Date): boolean =>
  answeredAt !== null && now.getTime() < answeredAt.getTime() + emailDelay;

function inboxViewOf(row: Row, now: Date): InboxMessageView {
  const { answer, answeredBy, doneBy } = row;
  return {
    ...messageViewOf(row),
    answer,
    answeredBy: answeredBy?.name ?? null,
    doneBy: doneBy?.name ?? null,
    canTakeBack: isPending(row, now),
  };
}

/** A page of messages, open or done, newest first. */
export async function listInbox({ view, limit, cursor }: InboxInput, now: Date) {
  const rows = await db().contactMessage.findMany({
    where: { AND: [inView(view), cursor ? newestAfter(cursor) : {}] },
    include: names,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit + 1,
  });
  const views = rows.map((row) => inboxViewOf(row, now));
  return pageOf(views, limit, (item) => ({ at: item.createdAt, id: item._id }));
}

export async function countInbox(): Promise<InboxCounts> {
  const [open, all] = await Promise.all([
    db().contactMessage.count({ where: { doneAt: null } }),
    db().contactMessage.count(),
  ]);
  return { open, done: all - open };
}

/** The number of open messages, and when the oldest one came. */
export async function findOpen(): Promise<{ count: number; since: Date | null }> {
  const { _count, _min } = await db().contactMessage.aggregate({
    where: { doneAt: null },
    _count: true,
    _min: { createdAt: true },
  });
  return { count: _count, since: _min.createdAt };
}

/** An answer for its email; null if it was withdrawn or replaced. */
export async function findAnswer(id: string, answeredAt: Date) {
  const row = await db().contactMessage.findUnique({
    where: { id },
    select: { answer: true, answeredAt: true, message: true, createdAt: true },
  });
  return row?.answer && row.answeredAt?.getTime() === answeredAt.getTime() ? { ...row, answer: row.answer } : null;
}

/** The messages from an address for an export, without answers that can still be withdrawn. */
export async function exportMessages(email: string | null) {
  if (email === null) return [];
  const now = new Date();
  const rows = await db().contactMessage.findMany({ where: { email }, orderBy: { id: "asc" } });
  return rows.map((row) => ({
    ...messageViewOf(row),
    consentAt: row.consentAt,
    consentVersion: row.consentVersion,
    answer: row.answer,
    ...(isPending(row, now) && { answer: null, answeredAt: null, doneAt: null }),
  }));
}
