import "server-only";
import { wordsOf } from "@/lib/catalogue";
import { AppError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit/audit";
import { type Transaction, transaction } from "@/server/db/client";
import type { Submission, SubmissionMessage } from "@/server/generated/prisma/client";
import { isPending } from "./data-desk";
import { requireColleague } from "./data-office";
import { say } from "./messages-refusals";
import { hold, tell, whyNot } from "./mutations-moves";
import { isClockRunning } from "./rules-moves";
import type { AssignedView, AssignInput } from "./schema-desk";

async function lockAny(tx: Transaction, id: string) {
  const row = (await hold(tx, [id])).get(id);
  if (!row) throw new AppError("NOT_FOUND", say("notFound"));
  return row;
}

async function lockOne(tx: Transaction, id: string) {
  const row = await lockAny(tx, id);
  if (row.mergedIntoId) throw new AppError("CONFLICT", say("isMerged"));
  return row;
}

/** Adds an internal note. @throws AppError NOT_FOUND, CONFLICT for a merged application */
export async function addNote({ id, note }: { id: string; note: string }, by: Principal, now: Date): Promise<void> {
  await transaction(async (tx) => {
    await lockOne(tx, id);
    await tx.submissionEvent.create({ data: { submissionId: id, at: now, byId: by.userId, kind: "noted", note } });
    await record(tx, { action: "submission-noted", by, subjectId: id });
  });
}

/** Sends a message to the family by a delayed email. @throws AppError NOT_FOUND, CONFLICT for a merged application */
export async function writeToFamily(
  { id, text }: { id: string; text: string },
  by: Principal,
  now: Date,
): Promise<void> {
  await transaction(async (tx) => {
    const row = await lockOne(tx, id);
    await tell(tx, [row], text, by.userId, now);
    await record(tx, { action: "submission-answered", by, subjectId: id });
  });
}

/**
 * Withdraws a message whose email has not been sent, also of an application that was merged since. If it was the first answer,
 * the due date applies again.
 * @throws AppError NOT_FOUND, CONFLICT
 */
export async function takeBack(
  { id, messageId }: { id: string; messageId: string },
  by: Principal,
  now: Date,
): Promise<void> {
  await transaction(async (tx) => {
    const row = await lockAny(tx, id);
    const message = await tx.submissionMessage.findFirst({ where: { id: messageId, submissionId: id } });
    if (!message) throw new AppError("NOT_FOUND", say("noSuchMessage"));
    if (!isPending(message, now)) throw new AppError("CONFLICT", say("tooLate"));
    await tx.submissionMessage.delete({ where: { id: messageId } });
    if (await isAnswerOf(tx, row, message)) {
      const next = await tx.submissionMessage.findFirst({
        where: { submissionId: id, fromFamily: false },
        orderBy: { at: "asc" },
      });
      // Nobody waits for the answer to a withdrawn application.
      const isEnded = row.state === "withdrawn" && !next;
      const data = { answeredAt: next?.at ?? null, ...(isEnded && { answerDue: null }) };
      await tx.submission.update({ where: { id }, data });
    }
    await record(tx, { action: "submission-taken-back", by, subjectId: id });
  });
}

type Answered = Pick<Submission, "id" | "state" | "answeredAt">;

/** True if a message without a step has counted as the answer; for a withdrawn application, the state before counts. */
async function isAnswerOf(tx: Transaction, { id, state, answeredAt }: Answered, { at }: Pick<SubmissionMessage, "at">) {
  if (answeredAt?.getTime() !== at.getTime()) return false;
  if (state !== "withdrawn") return isClockRunning({ state, answeredAt: null });
  const withdrawal = await tx.submissionEvent.findFirst({
    where: { submissionId: id, kind: "moved", toState: "withdrawn" },
    orderBy: [{ at: "desc" }, { id: "desc" }],
    select: { fromState: true },
  });
  return isClockRunning({ state: withdrawal?.fromState ?? state, answeredAt: null });
}

/**
 * Assigns applications to the caller, a colleague or nobody. Returns how many assignments changed, and refuses applications that
 * are gone, merged, or by now assigned to somebody other than `from`.
 * @throws AppError NOT_FOUND if the person does not handle applications
 */
export async function assign({ ids, to, from }: AssignInput, by: Principal, now: Date): Promise<AssignedView> {
  const assignedToId = to === "nobody" ? null : to === "me" ? by.userId : to;
  if (assignedToId !== null && assignedToId !== by.userId) await requireColleague(assignedToId, now);
  const isWithOther = ({ assignedToId: has }: Pick<Submission, "assignedToId">) =>
    from !== undefined && has !== from && has !== assignedToId;
  return transaction(async (tx) => {
    const asked = [...new Set(ids)];
    const held = await hold(tx, asked);
    const refused = asked.flatMap((_id) => {
      const row = held.get(_id);
      const why = whyNot(row, row?.rowVersion ?? 0) ?? (row && isWithOther(row) ? say("changedMeanwhile") : undefined);
      return why ? [{ _id, name: row?.name ?? "", why: wordsOf(why) }] : [];
    });
    const given = [...held.values()].filter((row) => row.mergedIntoId === null && !isWithOther(row));
    const changed = given.filter((row) => row.assignedToId !== assignedToId).map(({ id }) => id);
    if (changed.length === 0) return { changed: 0, refused };
    await tx.submission.updateMany({ where: { id: { in: changed } }, data: { assignedToId } });
    const taken = assignedToId === null ? [] : changed;
    // The step names the new assignee; the audit trail has the caller.
    await tx.submissionEvent.createMany({
      data: taken.map((submissionId) => ({ submissionId, at: now, byId: assignedToId, kind: "assigned" as const })),
    });
    await record(tx, { action: "submissions-assigned", by, detail: { count: changed.length } });
    return { changed: changed.length, refused };
  });
}
