import "server-only";
import { AppError, fieldError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit/audit";
import { transaction } from "@/server/db/client";
import { sendBefore } from "@/server/mail/choices";
import { noteEnded } from "@/server/privacy/ended";
import { endOf, findNotice, noticeViewOf } from "./data";
import { say } from "./messages";
import { auditDetailOf, bodyOf, lockFor, requireEndAfter } from "./mutations";
import { isNotificationPending, tellAtOf } from "./rules";
import type { ChangeNoticeInput, SeenNoticeInput, WithdrawNoticeInput } from "./schema";
import type { NoticeView } from "./schema-office";

/** Publishes a new version of a notice; if it asks again, people are notified again after a delay. @throws AppError */
export async function changeNotice(input: ChangeNoticeInput, by: Principal, now: Date): Promise<NoticeView> {
  const { title, text, until, pinned, askAgain, ...seen } = input;
  const expiresAt = endOf(until);
  if (expiresAt && expiresAt <= now) throw fieldError("until", say("isOver"));
  return transaction(async (tx) => {
    const row = await lockFor(tx, "change", seen, by);
    const body = bodyOf(text);
    const version = row.version + 1;
    // Emails that are still waiting will contain the new text.
    const isAnew = askAgain && !isNotificationPending(row, now);
    const tellAt = isAnew ? tellAtOf(now) : row.tellAt;
    if (tellAt) requireEndAfter(tellAt, expiresAt);
    await tx.notice.update({
      where: { id: row.id },
      data: {
        title,
        body,
        expiresAt,
        pinned,
        version,
        rowVersion: { increment: 1 },
        ...(askAgain && { askedVersion: version }),
        ...(isAnew && { tellAt, toldAt: null, remindedAt: null, heldAt: null }),
      },
    });
    await tx.noticeVersion.create({ data: { noticeId: row.id, version, title, body, at: now, byId: by.userId } });
    if (expiresAt) await sendBefore(tx, expiresAt, { kind: "notice", subjectId: row.id }, now);
    await record(tx, { action: "notice-changed", by, subjectId: row.id, detail: auditDetailOf(row) });
    return noticeViewOf(await findNotice(row.id));
  });
}

/**
 * Returns a notice published in the last ten minutes to draft, with later changes. Until it is published again or deleted,
 * people who opened it read that it came too early, under the title of its last version.
 * @throws AppError CONFLICT once emails were sent
 */
export async function takeBackNotice(seen: SeenNoticeInput, by: Principal, now: Date): Promise<NoticeView> {
  return transaction(async (tx) => {
    const row = await lockFor(tx, "takeBack", seen, by);
    if (!isNotificationPending(row, now)) throw new AppError("CONFLICT", say("told"));
    await tx.noticeVersion.deleteMany({ where: { noticeId: row.id, version: { not: row.version } } });
    await tx.noticeVersion.updateMany({ where: { noticeId: row.id }, data: { body: [] } });
    // A page that is still open must not confirm what is published next.
    const next = row.version + 1;
    await tx.notice.update({
      where: { id: row.id },
      data: {
        state: "draft",
        version: next,
        askedVersion: next,
        publishedAt: null,
        tellAt: null,
        heldAt: null,
        rowVersion: { increment: 1 },
      },
    });
    await record(tx, { action: "notice-taken-back", by, subjectId: row.id, detail: auditDetailOf(row) });
    const view = noticeViewOf(await findNotice(row.id));
    await noteEnded("notices_taken_back", [`${row.id}:${next}`]);
    return view;
  });
}

/**
 * Withdraws a notice with its files; everyone who opened it can read the reason.
 * @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT
 */
export async function withdrawNotice(input: WithdrawNoticeInput, by: Principal, now: Date): Promise<NoticeView> {
  const { reason, ...seen } = input;
  return transaction(async (tx) => {
    const row = await lockFor(tx, "withdraw", seen, by);
    await tx.notice.update({
      where: { id: row.id },
      data: { state: "withdrawn", withdrawnAt: now, reason, heldAt: null, rowVersion: { increment: 1 } },
    });
    await record(tx, { action: "notice-withdrawn", by, subjectId: row.id, detail: auditDetailOf(row) });
    const view = noticeViewOf(await findNotice(row.id));
    await noteEnded("notices", [row.id]);
    return view;
  });
}
