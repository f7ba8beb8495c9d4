import "server-only";
import { transaction } from "@/server/db/client";
import { enqueueEmail, officeAddress } from "@/server/mail/outbox";
import { consentAt } from "@/server/privacy/consent";
import { eraseRows } from "@/server/privacy/erasure";
import { countForm } from "@/server/rate-limits/form-quota";
import type { MessageInput } from "./schema";

/**
 * Stores a contact message with its consent, and enqueues an email to the institute (decision 25).
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function addMessage({ consent: _, ...message }: MessageInput, address: string | undefined): Promise<void> {
  await countForm("message", address);
  await transaction(async (tx) => {
    const data = { ...message, ...consentAt(new Date()) };
    const { id } = await tx.contactMessage.create({ data, select: { id: true } });
    await enqueueEmail(tx, {
      kind: "contactMessage",
      event: `contactMessage:${id}`,
      recipient: officeAddress(),
      about: { messageId: id, toOffice: true },
    });
  });
}

/** Deletes messages created before `time`. Returns their number. */
export async function removeMessagesBefore(time: Date): Promise<number> {
  return transaction(async (tx) => {
    const old = await tx.contactMessage.findMany({ where: { createdAt: { lt: time } }, select: { id: true } });
    await eraseRows(tx, { contact_messages: old.map(({ id }) => id) });
    return old.length;
  });
}
