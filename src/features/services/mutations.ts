import "server-only";
import { randomBytes } from "node:crypto";
import { consentAt } from "@/server/consent";
import { type Transaction, transaction } from "@/server/db";
import { eraseRows } from "@/server/erasure";
import { countForm } from "@/server/forms";
import type { Prisma } from "@/server/generated/prisma/client";
import { isMailConfigured, office, orderMail } from "@/server/mail";
import { submissionViewOf } from "./data";
import { referenceBytes, referenceFrom } from "./rules";
import type { MessageInput, SubmissionInput, SubmittedView } from "./schema";

/**
 * Takes in a family's application and orders the mail of its receipt. `random` answers that many bytes.
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function addSubmission(
  input: SubmissionInput,
  address: string | undefined,
  random: (count: number) => Uint8Array = randomBytes,
): Promise<SubmittedView> {
  await countForm("application", address);
  return transaction(async (tx) => {
    // To hand the form in is to agree; it says so.
    const row = await writeSubmission(tx, { ...input, ...consentAt(new Date()) }, random);
    await orderMail(tx, {
      kind: "admissionReceipt",
      event: `admissionReceipt:${row.id}`,
      recipient: row.email,
      about: { submissionId: row.id },
    });
    return { ...submissionViewOf(row), mailed: isMailConfigured() };
  });
}

// A reference that is taken writes nothing, and leaves the transaction whole.
async function writeSubmission(
  tx: Transaction,
  application: Omit<Prisma.SubmissionCreateManyInput, "reference">,
  random: (count: number) => Uint8Array,
) {
  for (;;) {
    const data = { ...application, reference: referenceFrom(random(referenceBytes)) };
    const [row] = await tx.submission.createManyAndReturn({ data: [data], skipDuplicates: true });
    if (row) return row;
  }
}

/** Notes that the administrator has opened an application; the first time counts. */
export async function markOpened(id: string): Promise<void> {
  await transaction((tx) =>
    tx.submission.updateMany({ where: { id, openedAt: null }, data: { openedAt: new Date() } }),
  );
}

/**
 * Keeps what a visitor wrote, with what they agreed to and when, and orders a mail of it to the institute (decision 25).
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function addMessage({ consent: _, ...message }: MessageInput, address: string | undefined): Promise<void> {
  await countForm("message", address);
  await transaction(async (tx) => {
    const data = { ...message, ...consentAt(new Date()) };
    const { id } = await tx.contactMessage.create({ data, select: { id: true } });
    await orderMail(tx, {
      kind: "contactMessage",
      event: `contactMessage:${id}`,
      recipient: office,
      about: { messageId: id },
    });
  });
}

/** Erases the applications and messages from before a time. Answers how many. */
export async function removeFormsBefore(time: Date): Promise<number> {
  return transaction(async (tx) => {
    const old = { where: { createdAt: { lt: time } }, select: { id: true } };
    const submissions = (await tx.submission.findMany(old)).map(({ id }) => id);
    const messages = (await tx.contactMessage.findMany(old)).map(({ id }) => id);
    await eraseRows(tx, { mails: [], submissions, contact_messages: messages, users: [] });
    return submissions.length + messages.length;
  });
}
