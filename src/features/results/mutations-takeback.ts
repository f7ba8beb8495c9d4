import "server-only";
import { AppError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit/audit";
import { type Transaction, transaction } from "@/server/db/client";
import { laterNow } from "@/server/db/clock";
import type { Result } from "@/server/generated/prisma/client";
import { noteEnded } from "@/server/privacy/ended";
import { say } from "./messages-refusals";
import { detailOf, lockResult } from "./mutations-corrections";
import { takeBackUntil } from "./rules";
import type { TakeBackResultsInput } from "./schema";

/**
 * Undoes additions or corrections made moments ago, all of them or none: the delayed email leaves them out, and a family that
 * opened one reads that it was premature. After an undone correction, the version before it counts again (decision 364).
 * @throws AppError NOT_FOUND, GONE, CONFLICT after the delay, for a version that was corrected since, and for a result of an
 * exam, which is taken back with its release
 */
export async function takeBackResults({ ids }: TakeBackResultsInput, by: Principal, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const [added, corrected]: [string[], string[]] = [[], []];
    // In one order, so that two calls do not wait for each other.
    for (const id of [...new Set(ids)].sort()) {
      const seen = await lockInPause(tx, id, now).catch((error) => {
        throw named(error, ids.indexOf(id));
      });
      const isCorrection = seen.firstId !== null;
      const action = isCorrection ? "correction-taken-back" : "result-taken-back";
      if (isCorrection) await restoreBefore(tx, seen, now);
      else await tx.resultWithdrawal.create({ data: { resultId: id, kind: "taken_back", at: now } });
      await record(tx, { action, by, subjectId: seen.studentId, detail: detailOf(seen) });
      (isCorrection ? corrected : added).push(id);
    }
    await noteEnded("results", added);
    await noteEnded("corrections", corrected);
  });
}

async function lockInPause(tx: Transaction, id: string, now: Date): Promise<Result> {
  const seen = await lockResult(tx, id);
  const until = takeBackUntil(seen);
  if (until === null) throw new AppError("CONFLICT", say("takeBackExam"));
  if (until >= (await laterNow(tx, now))) return seen;
  throw new AppError("CONFLICT", say(seen.firstId === null ? "takeBackTooLate" : "takeBackCorrectionTooLate"));
}

/** The same refusal with the place of its result in the list. */
function named(error: unknown, index: number): unknown {
  if (!(error instanceof AppError)) return error;
  const { code, message, headers, existingId } = error;
  return new AppError(code, message, [{ path: ["ids", index], message }], headers, existingId);
}

/** Deletes a correction, so that the version before it counts again. If the family opened the correction, that version says so. */
async function restoreBefore(tx: Transaction, { id, supersedesId, readAt }: Result, now: Date): Promise<void> {
  const isSeen = readAt !== null || (await tx.resultRead.count({ where: { resultId: id } })) > 0;
  await tx.result.delete({ where: { id } });
  if (isSeen && supersedesId)
    await tx.result.update({ where: { id: supersedesId }, data: { correctionTakenBackAt: now } });
}
