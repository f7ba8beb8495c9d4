import "server-only";
import { isDeepStrictEqual } from "node:util";
import { AppError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit/audit";
import { type Transaction, transaction } from "@/server/db/client";
import type { Result } from "@/server/generated/prisma/client";
import { enqueueNews } from "@/server/mail/news";
import { noteEnded } from "@/server/privacy/ended";
import { raiseVersion } from "@/server/roster/planned-releases";
import { newsOf } from "./data-news";
import { resultViewOf } from "./data-view";
import { say } from "./messages-refusals";
import type { CorrectResultInput, ResultView, WithdrawResultInput } from "./schema";

/**
 * Replaces the version of a result that the caller has seen with a new one (decision 51). Everyone who may see it is notified
 * once, after a delay. If the answer was lost, a repeated request gets it again and changes nothing.
 * @throws AppError NOT_FOUND, GONE for a withdrawn one, CONFLICT if somebody else has corrected it, BAD_REQUEST for equal
 * marks or a score above the total
 */
export async function correctResult(input: CorrectResultInput, by: Principal, now: Date): Promise<ResultView> {
  return transaction(async (tx) => {
    const { seen, current } = await lockVersions(tx, input.id);
    if (isDone(input, by, seen, current)) return resultViewOf(current);
    requireCurrent(seen, current);
    const before = { score: Number(seen.score), gpa: seen.gpa === null ? null : Number(seen.gpa) };
    const { score, gpa = before.gpa, reason } = input;
    const refuse = (key: "sameMarks" | "scoreAboveTotal") =>
      new AppError("BAD_REQUEST", say(key), [{ path: ["score"], message: say(key) }]);
    if (score === before.score && gpa === before.gpa) throw refuse("sameMarks");
    if (score > Number(seen.totalMarks)) throw refuse("scoreAboveTotal");
    const row = await tx.result.create({
      data: {
        ...seen,
        id: undefined,
        firstId: seen.firstId ?? seen.id,
        supersedesId: seen.id,
        score,
        gpa,
        correctedAt: now,
        correctedById: by.userId,
        correctionReason: reason,
        // A correction is announced separately and never counts as new; reading it is noted while it can be taken back.
        tellAt: null,
        readAt: null,
        correctionTakenBackAt: null,
      },
    });
    await record(tx, { action: "result-corrected", by, subjectId: seen.studentId, detail: detailOf(seen) });
    await enqueueNews(tx, await newsOf([row.id], "corrected"), now);
    return resultViewOf(row);
  });
}

/**
 * Withdraws a result permanently with all versions. Everyone who may see it is notified once, after a delay. Its exam gets a
 * new version: the release that a page offers to take back may be another one now.
 * @throws AppError as above
 */
export async function withdrawResult({ id, reason }: WithdrawResultInput, by: Principal, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const { examId } = (await tx.result.findUnique({ where: { id }, select: { examId: true } })) ?? {};
    // The exam is locked before the result, as when its release is taken back.
    if (examId) await raiseVersion(tx, examId);
    const seen = await lockResult(tx, id);
    const resultId = seen.firstId ?? seen.id;
    await tx.resultWithdrawal.create({ data: { resultId, reason, at: now, byId: by.userId } });
    await record(tx, { action: "result-withdrawn", by, subjectId: seen.studentId, detail: detailOf(seen) });
    await enqueueNews(tx, await newsOf([resultId], "withdrawn"), now);
    await noteEnded("result_withdrawals", [resultId]);
  });
}

/** The version that was seen and the current one, locked until the transaction ends. */
async function lockVersions(tx: Transaction, id: string): Promise<{ seen: Result; current: Result }> {
  // All versions use the lock of the same row.
  await tx.$queryRaw`select from results where id = (select coalesce(first_id, id) from results where id = ${id}::uuid) for update`;
  const seen = await tx.result.findUnique({ where: { id } });
  if (!seen) throw new AppError("NOT_FOUND", say("noResult"));
  const firstId = seen.firstId ?? id;
  const withdrawal = await tx.resultWithdrawal.findUnique({ where: { resultId: firstId } });
  if (withdrawal) throw new AppError("GONE", say("withdrawnAlready"));
  const ofAll = { OR: [{ id: firstId }, { firstId }], successor: null };
  return { seen, current: await tx.result.findFirstOrThrow({ where: ofAll }) };
}

function requireCurrent(seen: Result, current: Result): void {
  if (current.id === seen.id) return;
  const { score, gpa, correctionReason } = current;
  const message = say("correctedAlready", Number(score), gpa === null ? null : Number(gpa), correctionReason ?? "");
  throw new AppError("CONFLICT", message, undefined, {}, current.id);
}

/** The version that was seen, if it is the current one; locked until the transaction ends. */
export async function lockResult(tx: Transaction, id: string): Promise<Result> {
  const { seen, current } = await lockVersions(tx, id);
  requireCurrent(seen, current);
  return seen;
}

/** True if the caller has already made this correction of the version that was seen. */
function isDone({ score, gpa, reason }: CorrectResultInput, by: Principal, seen: Result, current: Result): boolean {
  const marks = [Number(current.score), current.gpa && Number(current.gpa), current.correctionReason];
  const asked = [score, gpa === undefined ? seen.gpa && Number(seen.gpa) : gpa, reason];
  const isOwn = current.supersedesId === seen.id && current.correctedById === by.userId;
  return isOwn && isDeepStrictEqual(marks, asked);
}

/** The result of an event in the audit trail, without marks. */
export const detailOf = (row: { className: number; examName: string | null; subject: string | null }) => ({
  class: row.className,
  exam: row.examName ?? undefined,
  subject: row.subject ?? undefined,
});
