import "server-only";
import { AppError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit/audit";
import { transaction } from "@/server/db/client";
import { stateNames } from "./messages";
import { say as sayMerge } from "./messages-merge";
import { say } from "./messages-refusals";
import { hold } from "./mutations-moves";
import { isOpen, takesBack } from "./rules-moves";
import { canSeparate } from "./rules-similar";

/**
 * Merges two open applications for the same child into the earlier one, which is due earlier. Both references and both
 * parents remain. Returns the id of the remaining application.
 * @throws AppError NOT_FOUND, CONFLICT
 */
export async function mergeSubmissions(ids: readonly [string, string], by: Principal, now: Date): Promise<string> {
  return transaction(async (tx) => {
    const held = [...(await hold(tx, ids)).values()];
    held.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
    const [kept, later] = held;
    if (!kept || !later) throw new AppError("NOT_FOUND", say("notFound"));
    if (kept.mergedIntoId || later.mergedIntoId) throw new AppError("CONFLICT", say("isMerged"));
    if (!isOpen(kept.state) || !isOpen(later.state)) throw new AppError("CONFLICT", sayMerge("mergesOpen"));
    if (takesBack(kept.state, later.state))
      throw new AppError("CONFLICT", sayMerge("mergesFurther", stateNames[later.state]));
    if ((await tx.submission.count({ where: { mergedIntoId: later.id } })) > 0)
      throw new AppError("CONFLICT", sayMerge("hasMerged"));
    const rowVersion = { increment: 1 };
    await tx.submission.update({ where: { id: later.id }, data: { mergedIntoId: kept.id, mergedAt: now, rowVersion } });
    await tx.submission.update({ where: { id: kept.id }, data: { rowVersion } });
    const step = { at: now, byId: by.userId, kind: "merged" as const };
    await tx.submissionEvent.createMany({ data: [kept, later].map(({ id }) => ({ ...step, submissionId: id })) });
    await record(tx, { action: "submissions-merged", by, subjectId: kept.id });
    return kept.id;
  });
}

/**
 * Undoes a merge within a day, unless a parent has taken the last step since, which may be meant for the other application.
 * @throws AppError NOT_FOUND, CONFLICT
 */
export async function separateSubmission({ id }: { id: string }, by: Principal, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const asked = await tx.submission.findUnique({ where: { id }, select: { mergedIntoId: true } });
    const held = await hold(tx, [id, ...(asked?.mergedIntoId ? [asked.mergedIntoId] : [])]);
    const row = held.get(id);
    if (!row?.mergedIntoId || !row.mergedAt) throw new AppError("NOT_FOUND", sayMerge("notMerged"));
    if (!canSeparate(row.mergedAt, now)) throw new AppError("CONFLICT", sayMerge("mergedLongAgo"));
    const kept = row.mergedIntoId;
    const state = held.get(kept)?.state;
    // Merged applications are enrolled as one student.
    if (state === "enrolled") throw new AppError("CONFLICT", sayMerge("wasEnrolled"));
    const last = await tx.submissionEvent.findFirst({
      where: { submissionId: kept, kind: "moved", at: { gte: row.mergedAt } },
      orderBy: [{ at: "desc" }, { id: "desc" }],
    });
    if (state && last?.byFamily) throw new AppError("CONFLICT", sayMerge("familyMoved", stateNames[state]));
    const rowVersion = { increment: 1 };
    await tx.submission.update({ where: { id }, data: { mergedIntoId: null, mergedAt: null, rowVersion } });
    await tx.submission.update({ where: { id: kept }, data: { rowVersion } });
    const step = { at: now, byId: by.userId, kind: "separated" as const };
    await tx.submissionEvent.createMany({ data: [kept, id].map((submissionId) => ({ ...step, submissionId })) });
    await record(tx, { action: "submissions-separated", by, subjectId: kept });
  });
}
