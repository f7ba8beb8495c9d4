import "server-only";
import { emailDelay } from "@/lib/email-delay";
import { AppError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit/audit";
import { type Transaction, transaction } from "@/server/db/client";
import { enqueueEmails } from "@/server/mail/outbox";
import { correctCopy } from "./messages-correct";
import { say } from "./messages-refusals";
import { type Held, hold } from "./mutations-moves";
import { messageEvent, receiptEventFor } from "./rules-emails";
import type { CorrectInput } from "./schema-desk";

const fields = ["name", "parentName", "email", "phone"] as const;

/**
 * Corrects what a family typed, also in a merged application; the class stays. A new address gets the receipt, and the
 * messages that have not left yet.
 * @throws AppError NOT_FOUND, CONFLICT for another version
 */
export async function correctSubmission({ id, rowVersion, ...given }: CorrectInput, by: Principal, now: Date) {
  await transaction(async (tx) => {
    const row = (await hold(tx, [id])).get(id);
    if (!row) throw new AppError("NOT_FOUND", say("notFound"));
    if (row.rowVersion !== rowVersion) throw new AppError("CONFLICT", say("changedMeanwhile"));
    const changed = fields.filter((field) => given[field] !== row[field]);
    if (changed.length === 0) return;
    await tx.submission.update({ where: { id }, data: { ...given, rowVersion: { increment: 1 } } });
    const note = correctCopy.note(changed.map((field) => correctCopy.fields[field]).join(", "));
    await tx.submissionEvent.create({ data: { submissionId: id, at: now, byId: by.userId, kind: "noted", note } });
    if (changed.includes("email")) await moveTo(tx, given.email, row, now);
    await record(tx, {
      action: "submission-corrected",
      by,
      subjectId: id,
      detail: { fields: changed.join(", ") },
    });
  });
}

/** Whoever has the former address follows the application no longer. */
async function moveTo(tx: Transaction, recipient: string, { id, mergedIntoId }: Held, now: Date): Promise<void> {
  await tx.submissionToken.deleteMany({ where: { submissionId: id } });
  const submissionId = mergedIntoId ?? id;
  const waiting = await tx.submissionMessage.findMany({
    where: { submissionId, fromFamily: false, at: { gt: new Date(now.getTime() - emailDelay) } },
    select: { id: true, at: true },
  });
  await enqueueEmails(tx, [
    { kind: "admissionReceipt", event: receiptEventFor(id, recipient), recipient, about: { submissionId: id } },
    ...waiting.map(({ id: letterId, at }) => ({
      kind: "admissionMessage",
      event: messageEvent(letterId, recipient),
      recipient,
      dueAt: new Date(at.getTime() + emailDelay).toISOString(),
      about: { submissionId, letterId },
    })),
  ]);
}
