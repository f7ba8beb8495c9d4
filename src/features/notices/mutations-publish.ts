import "server-only";
import { AppError, fieldError } from "@/lib/errors";
import { pause } from "@/lib/pause";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit/audit";
import { momentHere } from "@/server/clock";
import { db, type Transaction, transaction } from "@/server/db/client";
import type { Prisma } from "@/server/generated/prisma/client";
import { enqueue } from "@/server/jobs/jobs";
import { noteEnded } from "@/server/privacy/ended";
import { logUnexpected } from "@/server/trpc/trpc";
import { findNotice, type NoticeRow, noticeViewOf } from "./data";
import { say } from "./messages";
import { bodyOf, endOf, holdFor, holdNotice, toldOf } from "./mutations";
import { tell } from "./mutations-mails";
import { isUntold } from "./rules";
import type { ChangeNoticeInput, PublishInput, SeenNoticeInput, WithdrawNoticeInput } from "./schema";
import type { NoticeView } from "./schema-office";

const year = 366 * 24 * 60 * 60 * 1000;

/** A job can begin so much before its minute. In milliseconds. */
const early = 500;

const tellAtOf = (now: Date) => new Date(now.getTime() + pause);

/** Publishes a notice, now or at a time; its mails leave after the pause. @throws AppError NOT_FOUND, FORBIDDEN, BAD_REQUEST, CONFLICT */
export async function publishNotice({ at, ...seen }: PublishInput, by: Principal, now: Date): Promise<NoticeView> {
  const publishAt = at && momentHere(at.date, at.time);
  if (publishAt && publishAt <= now) throw fieldError("time", say("notFuture"));
  if (publishAt && publishAt.getTime() > now.getTime() + year) throw fieldError("date", say("tooFar"));
  return transaction(async (tx) => {
    const row = await holdFor(tx, "publish", seen, by);
    if (row.expiresAt && row.expiresAt <= (publishAt ?? now)) throw fieldError("until", say("endsBefore"));
    if (publishAt) {
      const data = { state: "scheduled", publishAt, heldAt: null, rowVersion: { increment: 1 } } as const;
      await tx.notice.update({ where: { id: row.id }, data });
      await record(tx, { action: "notice-planned", by, subjectId: row.id, detail: toldOf(row) });
      // A hint: the sweep of each minute finds it, too.
      await enqueue(tx, "publishNotices", {}, { once: row.id, at: publishAt });
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
      ...{ state: "published", publishedAt: now, publishAt: null, heldAt: null, tellAt: tellAtOf(now), toldAt: null },
      rowVersion: { increment: 1 },
    },
  });
  await tx.noticeVersion.create({
    data: { noticeId: id, version, title, body: row.body as Prisma.InputJsonValue, at: now, byId },
  });
  const actor = by ?? (byId === null ? null : ({ userId: byId, role: "admin" } as const));
  await record(tx, { action: "notice-published", by: actor, subjectId: id, detail: toldOf(row) });
}

/** A planned notice is a draft again. @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT */
export async function callOffNotice(seen: SeenNoticeInput, by: Principal): Promise<NoticeView> {
  return transaction(async (tx) => {
    const row = await holdFor(tx, "callOff", seen, by);
    const data = { state: "draft", publishAt: null, heldAt: null, rowVersion: { increment: 1 } } as const;
    await tx.notice.update({ where: { id: row.id }, data });
    await record(tx, { action: "notice-called-off", by, subjectId: row.id, detail: toldOf(row) });
    return noticeViewOf(await findNotice(row.id));
  });
}

/** Publishes what is planned for this minute or an earlier one, and writes to people where the pause is over. */
export async function publishDue(now: Date): Promise<void> {
  const due = new Date(now.getTime() + early);
  const orderBy = [{ publishAt: "asc" }, { id: "asc" }] as const;
  const planned = await db().notice.findMany({
    where: { state: "scheduled", heldAt: null, publishAt: { lte: due } },
    ...{ orderBy: [...orderBy], take: 1000, select: { id: true } },
  });
  await each(planned, (tx, row) => {
    const isDue = row.state === "scheduled" && row.heldAt === null && row.publishAt !== null && row.publishAt <= due;
    return isDue ? publish(tx, row, null, now) : undefined;
  });
  const untold = await db().notice.findMany({
    where: { state: "published", heldAt: null, toldAt: null, tellAt: { lte: due } },
    ...{ orderBy: [{ tellAt: "asc" }, { id: "asc" }], take: 1000, select: { id: true } },
  });
  await each(untold, (tx, row) => {
    const isDue = row.state === "published" && row.heldAt === null && row.toldAt === null && row.tellAt !== null;
    return isDue && row.tellAt !== null && row.tellAt <= due ? tell(tx, row, now) : undefined;
  });
}

async function each(found: { id: string }[], work: (tx: Transaction, row: NoticeRow) => Promise<void> | undefined) {
  let failure: unknown;
  for (const { id } of found) {
    // Another process may have been first, or somebody has moved it.
    await transaction(async (tx) => work(tx, await holdNotice(tx, id))).catch((error: unknown) => {
      logUnexpected(error, "planned notice");
      failure = error;
    });
  }
  if (failure !== undefined) throw failure;
}

/** A new version of a notice that is out; who is asked again and was told is told again after the pause. @throws AppError */
export async function changeNotice(input: ChangeNoticeInput, by: Principal, now: Date): Promise<NoticeView> {
  const { title, text, until, pinned, askAgain, ...seen } = input;
  const expiresAt = endOf(until);
  if (expiresAt && expiresAt <= now) throw fieldError("until", say("endsBefore"));
  return transaction(async (tx) => {
    const row = await holdFor(tx, "change", seen, by);
    const body = bodyOf(text);
    const version = row.version + 1;
    await tx.notice.update({
      where: { id: row.id },
      data: {
        ...{ title, body, expiresAt, pinned, version, rowVersion: { increment: 1 } },
        ...(askAgain && { askedVersion: version }),
        // Mails that still wait say the new text when they leave.
        ...(askAgain && !isUntold(row, now) && { tellAt: tellAtOf(now), toldAt: null, remindedAt: null }),
      },
    });
    await tx.noticeVersion.create({ data: { noticeId: row.id, version, title, body, at: now, byId: by.userId } });
    await record(tx, { action: "notice-changed", by, subjectId: row.id, detail: toldOf(row) });
    return noticeViewOf(await findNotice(row.id));
  });
}

/** Takes back what was published in the last ten minutes, as it stands now: it is a draft again. @throws AppError CONFLICT once mails are on their way */
export async function takeBackNotice(seen: SeenNoticeInput, by: Principal, now: Date): Promise<NoticeView> {
  return transaction(async (tx) => {
    const row = await holdFor(tx, "takeBack", seen, by);
    if (!isUntold(row, now)) throw new AppError("CONFLICT", say("told"));
    await tx.noticeReceipt.deleteMany({ where: { noticeId: row.id } });
    await tx.noticeVersion.deleteMany({ where: { noticeId: row.id } });
    await tx.notice.update({
      where: { id: row.id },
      data: {
        ...{ state: "draft", version: 1, askedVersion: 1, publishedAt: null, tellAt: null, heldAt: null },
        rowVersion: { increment: 1 },
      },
    });
    await record(tx, { action: "notice-taken-back", by, subjectId: row.id, detail: toldOf(row) });
    return noticeViewOf(await findNotice(row.id));
  });
}

/** Withdraws a notice with its files; whoever has opened it reads the reason. @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT */
export async function withdrawNotice(input: WithdrawNoticeInput, by: Principal, now: Date): Promise<NoticeView> {
  const { reason, ...seen } = input;
  return transaction(async (tx) => {
    const row = await holdFor(tx, "withdraw", seen, by);
    await tx.notice.update({
      where: { id: row.id },
      data: { state: "withdrawn", withdrawnAt: now, reason, heldAt: null, rowVersion: { increment: 1 } },
    });
    await record(tx, { action: "notice-withdrawn", by, subjectId: row.id, detail: toldOf(row) });
    const view = noticeViewOf(await findNotice(row.id));
    await noteEnded("notices", [row.id]);
    return view;
  });
}

/** Decides about the mails of a notice that wait since a backup was restored: they leave, or never do. @throws AppError */
export async function settleMails(seen: SeenNoticeInput, isToLeave: boolean, by: Principal, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const row = await holdFor(tx, "withdraw", seen, by);
    if (row.heldAt === null) throw new AppError("CONFLICT", say("notNow"));
    const data = { heldAt: null, rowVersion: { increment: 1 }, ...(!isToLeave && { toldAt: now }) } as const;
    await tx.notice.update({ where: { id: row.id }, data });
    await record(tx, { action: "notice-changed", by, subjectId: row.id, detail: toldOf(row) });
  });
}
