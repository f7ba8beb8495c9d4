import "server-only";
import { AppError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { type Transaction, transaction } from "@/server/db/client";
import { getOwn } from "./data-own";
import { say } from "./messages";
import type { ConfirmInput, OwnNoticeView } from "./schema";

/** Records that the caller has opened a notice, for each person it is read for. @throws AppError NOT_FOUND */
export async function openNotice(id: string, principal: Principal, now: Date): Promise<OwnNoticeView> {
  return transaction(async (tx) => {
    const notice = await getOwn(id, principal, now);
    if (notice.state === "published") {
      const ids = notice.of.map(({ studentId }) => studentId);
      const { version } = notice;
      await write(tx, { id, version, userId: principal.userId, ids, now, isConfirmed: false });
    }
    return notice;
  });
}

/**
 * Confirms the version of a notice that was read, for oneself or a child.
 * @throws AppError NOT_FOUND, CONFLICT if no confirmation is required or a newer version asks again
 */
export async function confirmNotice({ id, version, studentId }: ConfirmInput, principal: Principal, now: Date) {
  return transaction(async (tx) => {
    const { of, state, mustConfirm } = await getOwn(id, principal, now);
    const self = of.find((one) => one.name === null);
    const meant = studentId === undefined ? self : of.find((one) => one.studentId === studentId);
    if (!meant) throw new AppError("NOT_FOUND", say("notForYou"));
    if (state !== "published" || !mustConfirm) throw new AppError("CONFLICT", say("nothingToConfirm"));
    const ids = [meant.studentId];
    const count = await write(tx, { id, version, userId: principal.userId, ids, now, isConfirmed: true });
    if (count === 0) throw new AppError("CONFLICT", say("changedSince"));
    return getOwn(id, principal, now);
  });
}

type Receipt = { id: string; version: number; userId: string; ids: (string | null)[]; now: Date; isConfirmed: boolean };

/** Writes receipts for a version, unless a newer one asks again. Existing ones keep their time. Returns their number. */
async function write(tx: Transaction, { id, version, userId, ids, now, isConfirmed }: Receipt): Promise<number> {
  const confirmedAt = isConfirmed ? now : null;
  return tx.$executeRaw`
    insert into notice_receipts (id, notice_id, user_id, student_id, version, seen_at, confirmed_at)
    select gen_random_uuid(), n.id, ${userId}::uuid, s.id, ${version}, ${now}, ${confirmedAt}
    from notices n cross join unnest(${ids}::uuid[]) as s (id)
    where n.id = ${id}::uuid and ${version} between n.asked_version and n.version
    on conflict (notice_id, user_id, student_id, version) do update
      set confirmed_at = coalesce(notice_receipts.confirmed_at, excluded.confirmed_at)`;
}
