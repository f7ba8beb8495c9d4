import "server-only";
import { emailDelay } from "@/lib/email-delay";
import { AppError, requireVersion } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit/audit";
import { type Transaction, transaction } from "@/server/db/client";
import { enqueueEmails, retryEmails } from "@/server/mail/outbox";
import { undeliveredOf } from "@/server/mail/records";
import { correctCopy } from "./messages-correct";
import { say } from "./messages-refusals";
import { type Held, hold } from "./mutations-moves";
import { messageEvent, receiptEventFor } from "./rules-emails";
import type { CorrectInput } from "./schema-desk";

const fields = ["name", "parentName", "email", "phone"] as const;

/**
 * Corrects what a family typed, also in a merged application; the class stays. A new address gets the receipt, and the
 * messages that were not delivered to the former one.
 * @throws AppError NOT_FOUND, CONFLICT for another version
 */
export async function correctSubmission({ id, rowVersion, ...given }: CorrectInput, by: Principal, now: Date) {
  await transaction(async (tx) => {
    const asked = await tx.submission.findUnique({ where: { id }, select: { mergedIntoId: true } });
    const row = (await hold(tx, [id, ...(asked?.mergedIntoId ? [asked.mergedIntoId] : [])])).get(id);
    if (!row) throw new AppError("NOT_FOUND", say("notFound"));
    const changed = fields.filter((field) => given[field] !== row[field]);
    // This also covers a repeated request whose first answer was lost.
    if (changed.length === 0) return;
    requireVersion(rowVersion, row.rowVersion, say("changedSinceOpened"));
    const increment = { rowVersion: { increment: 1 } };
    const corrected = await tx.submission.update({ where: { id }, data: { ...given, ...increment } });
    // The other application is enrolled with these parents.
    if (row.mergedIntoId) await tx.submission.update({ where: { id: row.mergedIntoId }, data: increment });
    const note = correctCopy.note(changed.map((field) => correctCopy.fields[field]).join(", "));
    await tx.submissionEvent.create({ data: { submissionId: id, at: now, byId: by.userId, kind: "noted", note } });
    if (changed.includes("email")) await moveTo(tx, corrected, row.email, now);
    await record(tx, {
      action: "submission-corrected",
      by,
      subjectId: id,
      detail: { fields: changed.join(", ") },
    });
  });
}

/** Makes the application follow its new address: the holder of the former one can no longer open it. */
async function moveTo(tx: Transaction, corrected: Held, former: string, now: Date): Promise<void> {
  const { id, email: recipient, mergedIntoId, rowVersion } = corrected;
  await tx.submissionToken.deleteMany({ where: { submissionId: id } });
  const written = await tx.submissionMessage.findMany({
    where: { submissionId: { in: [id, ...(mergedIntoId ? [mergedIntoId] : [])] }, fromFamily: false },
    select: { id: true, submissionId: true, at: true },
  });
  const undelivered = await undeliveredOf(
    tx,
    written.map((one) => messageEvent(one.id, former)),
  );
  const again = written.filter((one) => undelivered.has(messageEvent(one.id, former)));
  // For an address that was used before, the same messages may have failed.
  const had = again.map((one) => messageEvent(one.id, recipient));
  await retryEmails(tx, { event: { in: had }, state: { in: ["failed", "held"] } });
  await enqueueEmails(tx, [
    { kind: "admissionReceipt", event: receiptEventFor(id, rowVersion), recipient, about: { submissionId: id } },
    ...again.map(({ id: letterId, submissionId, at }) => ({
      kind: "admissionMessage",
      event: messageEvent(letterId, recipient),
      recipient,
      dueAt: new Date(Math.max(now.getTime(), at.getTime() + emailDelay)).toISOString(),
      about: { submissionId, letterId },
    })),
  ]);
}
