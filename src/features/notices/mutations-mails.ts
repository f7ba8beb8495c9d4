import "server-only";
import { AppError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit/audit";
import { type Transaction, transaction } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import { enqueue } from "@/server/jobs/jobs";
import { requestId } from "@/server/observability/request-scope";
import type { NoticeRow } from "./data";
import { peopleOf } from "./data-audience";
import { isBrief, meantBy } from "./data-office";
import { say } from "./messages";
import { lockFor } from "./mutations";
import { tellAtOf } from "./rules";
import type { SeenNoticeInput } from "./schema";

type Letters = { kind: "notice" | "noticeReminder"; row: NoticeRow; dueAt: Date; whom: Prisma.Sql };

/**
 * Enqueues an email to each recipient in one statement, at most once for each version. No recipient has to wait for an email of
 * the day that leaves after the notice has ended.
 */
function order(tx: Transaction, { kind, row, dueAt, whom }: Letters): Promise<number> {
  const { id, askedVersion, mustConfirm } = row;
  const about = JSON.stringify({ noticeId: id, version: askedVersion });
  const event = `${kind}:${id}:${askedVersion}:`;
  // Nobody has a digest of a notice that must be confirmed.
  const cannotWait = Prisma.sql`(w.has_digest and ${isBrief(row.expiresAt, dueAt)})`;
  return tx.$executeRaw(Prisma.sql`
    with ${peopleOf(meantBy(row))},
    told as materialized (select m.user_id from mails m left join mails d on d.id = m.digest_id
      where m.subject_id = ${id}::uuid and m.kind = 'notice' and coalesce(d.state, m.state) in ('sent', 'kept'))
    insert into mails (id, event, kind, recipient, rank, user_id, is_optional, is_brief, about, due_at, request_id, subject_id)
    select gen_random_uuid(), ${event} || w.id, ${kind}, w.email, 2, w.id,
      ${!mustConfirm} and not ${cannotWait}, ${cannotWait},
      ${about}::jsonb || jsonb_build_object('isChanged', w.id in (select user_id from told)), ${dueAt}, ${requestId() ?? null}, ${id}::uuid
    from reached w where w.is_mailed and ${whom}
    on conflict (event) do nothing`);
}

/** Enqueues emails to everyone in the audience who can receive them. People who join later get none. */
export async function tell(tx: Transaction, row: NoticeRow, now: Date): Promise<void> {
  await order(tx, { kind: "notice", row, dueAt: now, whom: Prisma.sql`true` });
  await tx.notice.update({ where: { id: row.id }, data: { toldAt: now } });
  await enqueue(tx, "sendMails", {});
}

/**
 * True for a person `w` who gets emails about a student who has not confirmed the notice or, if no confirmation is required,
 * has not read it.
 */
const isLeft = ({ mustConfirm }: NoticeRow) => {
  const done = mustConfirm ? Prisma.sql`b.is_confirmed` : Prisma.sql`b.is_read`;
  return Prisma.sql`w.id in (select p.user_id from unit b join person p on coalesce(p.student_id, p.user_id) = b.id
    where p.gets_mails and not ${done})`;
};

/** Enqueues reminders about missing answers, after a delay. Returns their number. @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT */
export async function remindRest(seen: SeenNoticeInput, by: Principal, now: Date): Promise<number> {
  return transaction(async (tx) => {
    const row = await lockFor(tx, "withdraw", seen, by);
    if (row.toldAt === null) throw new AppError("CONFLICT", say("notNow"));
    const dueAt = tellAtOf(now);
    if (row.expiresAt !== null && row.expiresAt <= dueAt) throw new AppError("CONFLICT", say("hasEnded"));
    if (row.remindedAt !== null) throw new AppError("CONFLICT", say("remindedAlready"));
    const count = await order(tx, { kind: "noticeReminder", row, dueAt, whom: isLeft(row) });
    if (count === 0) throw new AppError("CONFLICT", say("nobodyLeft"));
    await tx.notice.update({ where: { id: row.id }, data: { remindedAt: now, rowVersion: { increment: 1 } } });
    await record(tx, { action: "notice-reminded", by, subjectId: row.id, detail: { count } });
    return count;
  });
}
