import "server-only";
import { AppError } from "@/lib/errors";
import { pause } from "@/lib/pause";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit/audit";
import { type Transaction, transaction } from "@/server/db/client";
import { enqueueNews } from "@/server/mail/news";
import { noteEnded } from "@/server/privacy/ended";
import { newsOf } from "./data-news";
import { resultViewOf } from "./data-view";
import { say } from "./messages";
import type { CorrectResultInput, ResultView, TakeBackResultInput, WithdrawResultInput } from "./schema";

/**
 * Writes a new version of a result in place of the one that the caller has seen (decision 51). Who may see it is told once,
 * after the pause.
 * @throws AppError NOT_FOUND, GONE for a withdrawn one, CONFLICT if somebody else has corrected it, BAD_REQUEST for the same
 * marks or a score above the total
 */
export async function correctResult(input: CorrectResultInput, by: Principal, now: Date): Promise<ResultView> {
  return transaction(async (tx) => {
    const seen = await holdResult(tx, input.id);
    const before = { score: Number(seen.score), gpa: seen.gpa === null ? null : Number(seen.gpa) };
    const { score, gpa = before.gpa, reason } = input;
    const refuse = (key: "sameMarks" | "scoreAboveTotal") =>
      new AppError("BAD_REQUEST", say(key), [{ path: ["score"], message: say(key) }]);
    if (score === before.score && gpa === before.gpa) throw refuse("sameMarks");
    if (score > Number(seen.totalMarks)) throw refuse("scoreAboveTotal");
    const { successor: _, ...facts } = seen;
    const row = await tx.result.create({
      data: {
        ...facts,
        ...{ id: undefined, firstId: seen.firstId ?? seen.id, supersedesId: seen.id },
        ...{ score, gpa, correctedAt: now, correctedById: by.userId, correctionReason: reason },
        // A correction is new to nobody.
        readAt: seen.readAt ?? now,
      },
    });
    await record(tx, { action: "result-corrected", by, subjectId: seen.studentId, detail: detailOf(seen) });
    await enqueueNews(tx, await newsOf([row.id], "corrected"), now);
    return resultViewOf(row);
  });
}

/** Takes a result back for good, all its versions. Who may see it is told once, after the pause. @throws AppError as above */
export async function withdrawResult({ id, reason }: WithdrawResultInput, by: Principal, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const seen = await holdResult(tx, id);
    const resultId = seen.firstId ?? seen.id;
    await tx.resultWithdrawal.create({ data: { resultId, reason, at: now, byId: by.userId } });
    await record(tx, { action: "result-withdrawn", by, subjectId: seen.studentId, detail: detailOf(seen) });
    await enqueueNews(tx, await newsOf([resultId], "withdrawn"), now);
    await noteEnded("result_withdrawals", [resultId]);
  });
}

/**
 * Takes back a result that was added by itself a moment ago: nobody is told, and whoever has opened it reads that it came too early.
 * @throws AppError NOT_FOUND, GONE, CONFLICT after the pause, and for a result of an exam or one that was corrected
 */
export async function takeBackResult({ id }: TakeBackResultInput, by: Principal, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const seen = await holdResult(tx, id);
    const isOver = now.getTime() - seen.createdAt.getTime() > pause;
    if (isOver || seen.examId !== null || seen.firstId !== null) throw new AppError("CONFLICT", say("takeBackTooLate"));
    await tx.resultWithdrawal.create({ data: { resultId: id, kind: "taken_back", at: now } });
    await record(tx, { action: "result-taken-back", by, subjectId: seen.studentId, detail: detailOf(seen) });
    await noteEnded("results", [id]);
  });
}

/** The version that counts now, held until the transaction ends. */
async function holdResult(tx: Transaction, id: string) {
  // All versions wait for the same row.
  await tx.$queryRaw`select from results where id = (select coalesce(first_id, id) from results where id = ${id}::uuid) for update`;
  const found = await tx.result.findUnique({
    where: { id },
    include: { successor: { select: { id: true } } },
  });
  if (!found) throw new AppError("NOT_FOUND", say("noResult"));
  const firstId = found.firstId ?? id;
  const withdrawal = await tx.resultWithdrawal.findUnique({ where: { resultId: firstId } });
  if (withdrawal) throw new AppError("GONE", say("withdrawnAlready"));
  if (!found.successor) return found;
  const current = await tx.result.findFirstOrThrow({ where: { firstId, successor: null } });
  const message = say("correctedAlready", Number(current.score), current.correctionReason ?? "");
  throw new AppError("CONFLICT", message, undefined, {}, current.id);
}

const detailOf = (row: { className: number; examName: string | null; subject: string | null }) => ({
  class: row.className,
  exam: row.examName ?? undefined,
  subject: row.subject ?? undefined,
});
