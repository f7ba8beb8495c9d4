import "server-only";
import { emailDelay } from "@/lib/email-delay";
import { AppError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit/audit";
import { type Transaction, transaction } from "@/server/db/client";
import { enqueueEmail } from "@/server/mail/outbox";
import { isPending } from "./data-inbox";
import { say } from "./messages";

/** A message, locked until the transaction ends. @throws AppError NOT_FOUND */
async function hold(tx: Transaction, id: string) {
  await tx.$queryRaw`select from contact_messages where id = ${id}::uuid for update`;
  const row = await tx.contactMessage.findUnique({ where: { id } });
  if (!row) throw new AppError("NOT_FOUND", say("notFound"));
  return row;
}

/**
 * Answers a message by a delayed email and marks it as done. Repeating the same answer by the same person changes nothing.
 * @throws AppError NOT_FOUND, CONFLICT if it has another answer
 */
export async function answerMessage(
  { id, text }: { id: string; text: string },
  by: Principal,
  now: Date,
): Promise<void> {
  await transaction(async (tx) => {
    const { answer, answeredById, email } = await hold(tx, id);
    if (answer === text && answeredById === by.userId) return;
    if (answer !== null) throw new AppError("CONFLICT", say("isAnswered"));
    const done = { doneAt: now, doneById: by.userId };
    await tx.contactMessage.update({
      where: { id },
      data: { answer: text, answeredAt: now, answeredById: by.userId, ...done },
    });
    const at = now.toISOString();
    await enqueueEmail(tx, {
      kind: "contactAnswer",
      event: `contactAnswer:${id}:${at}`,
      recipient: email,
      about: { messageId: id, at },
      dueAt: new Date(now.getTime() + emailDelay).toISOString(),
    });
    await record(tx, { action: "message-answered", by, subjectId: id });
  });
}

/** Withdraws an answer whose email has not been sent; the message is open again. @throws AppError NOT_FOUND, CONFLICT */
export async function takeAnswerBack({ id }: { id: string }, by: Principal, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const row = await hold(tx, id);
    if (!isPending(row, now)) throw new AppError("CONFLICT", say("tooLate"));
    const none = { answer: null, answeredAt: null, answeredById: null, doneAt: null, doneById: null };
    await tx.contactMessage.update({ where: { id }, data: none });
    await record(tx, { action: "message-answer-taken-back", by, subjectId: id });
  });
}

/** Marks a message as done without an email, or as open. @throws AppError NOT_FOUND, CONFLICT to open an answered one */
export async function finishMessage(
  { id, isDone }: { id: string; isDone: boolean },
  by: Principal,
  now: Date,
): Promise<void> {
  await transaction(async (tx) => {
    const { doneAt, answer } = await hold(tx, id);
    // An answered message can only be reopened by withdrawing the answer.
    if (answer !== null && !isDone) throw new AppError("CONFLICT", say("isAnswered"));
    if ((doneAt !== null) === isDone) return;
    const data = isDone ? { doneAt: now, doneById: by.userId } : { doneAt: null, doneById: null };
    await tx.contactMessage.update({ where: { id }, data });
    await record(tx, { action: isDone ? "message-done" : "message-reopened", by, subjectId: id });
  });
}
