import "server-only";
import { AppError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit/audit";
import { type Transaction, transaction } from "@/server/db/client";
import type { Submission, SubmissionMessage } from "@/server/generated/prisma/client";
import { isPending } from "./data-desk";
import { requireColleague } from "./data-office";
import { say } from "./messages";
import { hold, tell } from "./mutations-moves";

async function holdOne(tx: Transaction, id: string) {
  const row = (await hold(tx, [id])).get(id);
  if (!row) throw new AppError("NOT_FOUND", say("notFound"));
  if (row.mergedIntoId) throw new AppError("CONFLICT", say("isMerged"));
  return row;
}

/** Keeps a note that the office alone reads. @throws AppError NOT_FOUND, CONFLICT for a merged application */
export async function addNote({ id, note }: { id: string; note: string }, by: Principal, now: Date): Promise<void> {
  await transaction(async (tx) => {
    await holdOne(tx, id);
    await tx.submissionEvent.create({ data: { submissionId: id, at: now, byId: by.userId, kind: "noted", note } });
    await record(tx, { action: "submission-noted", by, subjectId: id });
  });
}

/** Writes to the family; its mail leaves after the pause. @throws AppError NOT_FOUND, CONFLICT for a merged application */
export async function writeToFamily(
  { id, text }: { id: string; text: string },
  by: Principal,
  now: Date,
): Promise<void> {
  await transaction(async (tx) => {
    const row = await holdOne(tx, id);
    await tell(tx, [row], text, by.userId, now);
    await record(tx, { action: "submission-answered", by, subjectId: id });
  });
}

/**
 * Takes a message back whose mail has not left. If it was the first answer, the clock goes on.
 * @throws AppError NOT_FOUND, CONFLICT
 */
export async function takeBack(
  { id, messageId }: { id: string; messageId: string },
  by: Principal,
  now: Date,
): Promise<void> {
  await transaction(async (tx) => {
    const row = await holdOne(tx, id);
    const message = await tx.submissionMessage.findFirst({ where: { id: messageId, submissionId: id } });
    if (!message) throw new AppError("NOT_FOUND", say("noSuchMessage"));
    if (!isPending(message, now)) throw new AppError("CONFLICT", say("tooLate"));
    await tx.submissionMessage.delete({ where: { id: messageId } });
    if (isAnswerOf(row, message)) {
      const next = await tx.submissionMessage.findFirst({
        where: { submissionId: id, fromFamily: false },
        orderBy: { at: "asc" },
      });
      await tx.submission.update({ where: { id }, data: { answeredAt: next?.at ?? null } });
    }
    await record(tx, { action: "submission-taken-back", by, subjectId: id });
  });
}

type Answered = Pick<Submission, "state" | "answeredAt">;

/** Whether a message alone has stopped the clock. */
const isAnswerOf = ({ state, answeredAt }: Answered, { at }: Pick<SubmissionMessage, "at">): boolean =>
  answeredAt?.getTime() === at.getTime() && (state === "received" || state === "in_review");

/**
 * Gives applications to anyone who asks, to a colleague, or to nobody. Returns how many were with somebody else before.
 * @throws AppError NOT_FOUND for who is not of the office
 */
export async function assign(ids: readonly string[], to: string, by: Principal, now: Date): Promise<number> {
  const assignedToId = to === "nobody" ? null : to === "me" ? by.userId : to;
  if (assignedToId !== null && assignedToId !== by.userId) await requireColleague(assignedToId, now);
  return transaction(async (tx) => {
    const held = [...(await hold(tx, [...new Set(ids)])).values()];
    const changed = held.filter((row) => row.assignedToId !== assignedToId).map(({ id }) => id);
    if (changed.length === 0) return 0;
    await tx.submission.updateMany({ where: { id: { in: changed } }, data: { assignedToId } });
    const taken = assignedToId === null ? [] : changed;
    // Under the name of who has it now; the trail says who gave it.
    await tx.submissionEvent.createMany({
      data: taken.map((submissionId) => ({ submissionId, at: now, byId: assignedToId, kind: "assigned" as const })),
    });
    await record(tx, { action: "submissions-assigned", by, detail: { count: changed.length } });
    return changed.length;
  });
}
