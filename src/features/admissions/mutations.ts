import "server-only";
import { randomBytes } from "node:crypto";
import { readBusinessClock } from "@/features/closed-days/data-clock";
import { intakeNow, keepIntake } from "@/features/intakes/data";
import { type Transaction, transaction } from "@/server/db/client";
import type { Prisma } from "@/server/generated/prisma/client";
import { enqueueEmail, isMailConfigured } from "@/server/mail/outbox";
import { consentAt } from "@/server/privacy/consent";
import { eraseRows } from "@/server/privacy/erasure";
import { countForm } from "@/server/rate-limits/form-quota";
import { submissionViewOf } from "./data";
import { whyWaiting } from "./messages";
import { promisedDays, referenceBytes, referenceFrom } from "./rules";
import { receiptEvent } from "./rules-emails";
import type { SubmissionInput, SubmissionState, SubmittedView } from "./schema";

/**
 * Stores an application and enqueues the email with its receipt. `random` returns that many bytes.
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function addSubmission(
  input: SubmissionInput,
  address: string | undefined,
  random: (count: number) => Uint8Array = randomBytes,
): Promise<SubmittedView> {
  await countForm("application", address);
  const now = new Date();
  const answerDue = (await readBusinessClock(now))(now, promisedDays);
  const found = await intakeNow(input.selectedClass, now);
  return transaction(async (tx) => {
    // If the intake was deleted just now, the form must not be lost.
    const intake = found && (await keepIntake(tx, found.id)) ? found : null;
    // Families who saw the waiting list in the form already have their answer.
    const waits = intake !== null && intake.state !== "open";
    const clock = waits ? ({ state: "waiting", answeredAt: now } as const) : { answerDue };
    const came = { createdAt: now, stateAt: now, intakeId: intake?.id ?? null, ...clock };
    // Submitting the form is the consent, as the form says.
    const row = await writeSubmission(tx, { ...input, ...came, ...consentAt(now) }, random);
    if (waits) {
      const moved = { kind: "moved", fromState: "received", toState: "waiting" } as const;
      await tx.submissionEvent.create({
        data: { submissionId: row.id, at: now, ...moved, reason: whyWaiting[intake.state] },
      });
    }
    await enqueueEmail(tx, {
      kind: "admissionReceipt",
      event: receiptEvent(row.id),
      recipient: row.email,
      about: { submissionId: row.id },
    });
    return { ...submissionViewOf(row), mailed: isMailConfigured() };
  });
}

// If the reference is taken, nothing is inserted and the transaction can continue.
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

/** Records the first time that an administrator opened an application. */
export async function markOpened(id: string): Promise<void> {
  await transaction((tx) =>
    tx.submission.updateMany({ where: { id, openedAt: null }, data: { openedAt: new Date() } }),
  );
}

/** Deletes applications that were declined or withdrawn before `time`, with those merged into them. Returns their number. */
export const removeClosedBefore = (time: Date) => removeSince(["declined", "withdrawn"], time);

/** Deletes the forms of students who were enrolled before `time`. Returns their number. */
export const removeEnrolledBefore = (time: Date) => removeSince(["enrolled"], time);

async function removeSince(states: SubmissionState[], time: Date): Promise<number> {
  return transaction(async (tx) => {
    const isOver = { state: { in: states }, stateAt: { lt: time } };
    const old = await tx.submission.findMany({
      where: { OR: [{ mergedIntoId: null, ...isOver }, { mergedInto: isOver }] },
      select: { id: true },
    });
    await eraseRows(tx, { submissions: old.map(({ id }) => id) });
    return old.length;
  });
}
