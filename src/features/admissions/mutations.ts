import "server-only";
import { randomBytes } from "node:crypto";
import { readBusinessClock } from "@/features/closed-days/data-clock";
import { intakeNow } from "@/features/intakes/data";
import { type Transaction, transaction } from "@/server/db/client";
import type { Prisma } from "@/server/generated/prisma/client";
import { enqueueEmail, isMailConfigured } from "@/server/mail/outbox";
import { consentAt } from "@/server/privacy/consent";
import { eraseRows } from "@/server/privacy/erasure";
import { countForm } from "@/server/rate-limits/form-quota";
import { submissionViewOf } from "./data";
import { whyWaiting } from "./messages";
import { promisedDays, referenceBytes, referenceFrom } from "./rules";
import type { SubmissionInput, SubmissionState, SubmittedView } from "./schema";

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
  const now = new Date();
  const intake = await intakeNow(input.selectedClass, now);
  // Who applied for a full or closed class was told before: that is the answer.
  const waits = intake !== null && intake.state !== "open";
  const clock = waits
    ? ({ state: "waiting", answeredAt: now } as const)
    : { answerDue: (await readBusinessClock(now))(now, promisedDays) };
  return transaction(async (tx) => {
    const came = { createdAt: now, stateAt: now, intakeId: intake?.id ?? null, ...clock };
    // To hand the form in is to agree; it says so.
    const row = await writeSubmission(tx, { ...input, ...came, ...consentAt(now) }, random);
    if (waits) {
      const moved = { kind: "moved", fromState: "received", toState: "waiting" } as const;
      await tx.submissionEvent.create({
        data: { submissionId: row.id, at: now, ...moved, reason: whyWaiting[intake.state] },
      });
    }
    await enqueueEmail(tx, {
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

/** Erases the applications that were declined or withdrawn before a time, with those merged into them. Returns how many. */
export const removeClosedBefore = (time: Date) => removeSince(["declined", "withdrawn"], time);

/** Erases the forms of those who came to the institute before a time. Returns how many. */
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
