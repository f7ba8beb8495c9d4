import "server-only";
import { AppError, fieldError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit/audit";
import { momentHere } from "@/server/clock";
import { db, type Transaction, transaction } from "@/server/db/client";
import type { Prisma } from "@/server/generated/prisma/client";
import { enqueue } from "@/server/jobs/jobs";
import { dueUntil, eachDue } from "@/server/jobs/planned";
import { findNotice, type NoticeRow, noticeViewOf } from "./data";
import { say } from "./messages";
import { auditDetailOf, lockFor, lockNotice, requireEndAfter } from "./mutations";
import { tell } from "./mutations-mails";
import { tellAtOf } from "./rules";
import type { PublishInput, SeenNoticeInput } from "./schema";
import type { NoticeView } from "./schema-office";

const year = 366 * 24 * 60 * 60 * 1000;

/**
 * Publishes a notice, now or at a time; its emails are sent after a delay.
 * @throws AppError NOT_FOUND, FORBIDDEN, BAD_REQUEST, CONFLICT
 */
export async function publishNotice({ at, ...seen }: PublishInput, by: Principal, now: Date): Promise<NoticeView> {
  const publishAt = at && momentHere(at.date, at.time);
  if (publishAt && publishAt <= now) throw fieldError("time", say("notFuture"));
  if (publishAt && publishAt.getTime() > now.getTime() + year) throw fieldError("date", say("tooFar"));
  return transaction(async (tx) => {
    const row = await lockFor(tx, "publish", seen, by);
    if (row.expiresAt && row.expiresAt <= now) throw fieldError("until", say("isOver"));
    requireEndAfter(tellAtOf(publishAt ?? now), row.expiresAt);
    if (publishAt) {
      const data = { state: "scheduled", publishAt, heldAt: null, rowVersion: { increment: 1 } } as const;
      await tx.notice.update({ where: { id: row.id }, data });
      await record(tx, { action: "notice-planned", by, subjectId: row.id, detail: auditDetailOf(row) });
      // Only for punctuality: the sweep that runs every minute finds it as well.
      await enqueue(tx, "publishNotices", {}, { once: publishAt.toISOString(), at: publishAt });
    } else await publish(tx, row, by, now);
    return noticeViewOf(await findNotice(row.id));
  });
}

async function publish(tx: Transaction, row: NoticeRow, by: Principal | null, now: Date): Promise<void> {
  const { id, title, version, createdById } = row;
  const byId = by?.userId ?? createdById;
  await tx.notice.update({
    where: { id },
    data: {
      state: "published",
      publishedAt: now,
      publishAt: null,
      heldAt: null,
      tellAt: tellAtOf(now),
      toldAt: null,
      rowVersion: { increment: 1 },
    },
  });
  // Receipts may remain from a publication that was taken back.
  await tx.noticeReceipt.deleteMany({ where: { noticeId: id } });
  await tx.noticeVersion.deleteMany({ where: { noticeId: id } });
  await tx.noticeVersion.create({
    data: { noticeId: id, version, title, body: row.body as Prisma.InputJsonValue, at: now, byId },
  });
  const actor = by ?? (byId === null ? null : ({ userId: byId, role: "admin" } as const));
  await record(tx, { action: "notice-published", by: actor, subjectId: id, detail: auditDetailOf(row) });
}

/** Returns a planned notice to draft. @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT */
export async function callOffNotice(seen: SeenNoticeInput, by: Principal): Promise<NoticeView> {
  return transaction(async (tx) => {
    const row = await lockFor(tx, "callOff", seen, by);
    const data = { state: "draft", publishAt: null, heldAt: null, rowVersion: { increment: 1 } } as const;
    await tx.notice.update({ where: { id: row.id }, data });
    await record(tx, { action: "notice-called-off", by, subjectId: row.id, detail: auditDetailOf(row) });
    return noticeViewOf(await findNotice(row.id));
  });
}

/**
 * Publishes scheduled notices that are due, holds those that would end before their emails are due, and sends emails whose delay
 * is over.
 * @throws the last failure
 */
export async function publishDue(now: Date): Promise<void> {
  const due = dueUntil(now);
  try {
    await publishPlanned(due, now);
  } finally {
    // A notice that cannot be published must not hold up emails.
    await tellPublished(due, now);
  }
}

async function publishPlanned(due: Date, now: Date): Promise<void> {
  const found = await db().notice.findMany({
    where: { state: "scheduled", heldAt: null, publishAt: { lte: due } },
    orderBy: [{ publishAt: "asc" }, { id: "asc" }],
    take: 1000,
    select: { id: true },
  });
  await eachDue(found, "planned notice", async (tx, id) => {
    const row = await lockNotice(tx, id, null);
    const isDue = row.state === "scheduled" && row.heldAt === null && row.publishAt !== null && row.publishAt <= due;
    if (!isDue) return;
    // The server was down until the notice's last day was over, or nearly over: its emails would come too late.
    if (row.expiresAt && row.expiresAt <= tellAtOf(now))
      await tx.notice.update({ where: { id }, data: { heldAt: now, rowVersion: { increment: 1 } } });
    else await publish(tx, row, null, now);
  });
}

async function tellPublished(due: Date, now: Date): Promise<void> {
  const found = await db().notice.findMany({
    where: { state: "published", heldAt: null, toldAt: null, tellAt: { lte: due } },
    orderBy: [{ tellAt: "asc" }, { id: "asc" }],
    take: 1000,
    select: { id: true },
  });
  await eachDue(found, "emails of a notice", async (tx, id) => {
    const row = await lockNotice(tx, id, null);
    const isDue = row.state === "published" && row.heldAt === null && row.toldAt === null && row.tellAt !== null;
    if (isDue && row.tellAt !== null && row.tellAt <= due) await tell(tx, row, now);
  });
}

/** Decides whether emails that were held back after a restore are sent or dropped. @throws AppError */
export async function settleMails(seen: SeenNoticeInput, isToLeave: boolean, by: Principal, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const row = await lockFor(tx, "withdraw", seen, by);
    if (row.heldAt === null) throw new AppError("CONFLICT", say("notNow"));
    // No time at which they leave, because none were queued.
    const dropped = isToLeave ? {} : { tellAt: null, toldAt: now };
    const data = { heldAt: null, rowVersion: { increment: 1 }, ...dropped } as const;
    await tx.notice.update({ where: { id: row.id }, data });
    const action = isToLeave ? "notice-mails-released" : "notice-mails-dropped";
    await record(tx, { action, by, subjectId: row.id, detail: auditDetailOf(row) });
  });
}
