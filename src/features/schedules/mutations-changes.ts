import "server-only";
import { resolveSubjects } from "@/features/subjects/data";
import { isoDate } from "@/lib/dates";
import { fieldError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit/audit";
import { requireClass } from "@/server/classes";
import { type Transaction, transaction } from "@/server/db/client";
import type { Prisma, TestSchedule } from "@/server/generated/prisma/client";
import { lockExamKeys } from "@/server/roster/exam-keys";
import { requireScope } from "@/server/trpc/scope";
import { writtenViewOf } from "./data";
import { findKnown, movesBack } from "./data-news";
import { say } from "./messages-refusals";
import { detailOf, lockTest, placeOf, requireConfirmed, valuesOf } from "./mutations";
import { moveExams } from "./mutations-exams";
import { notifyOfTest } from "./mutations-news";
import { actions, scopesOf } from "./rules";
import { differences, movedFromOf } from "./rules-history";
import type { CancelScheduleInput, EditScheduleInput, RestoreScheduleInput, WrittenScheduleView } from "./schema";
import { type ChangeView, changeView } from "./schema-changes";

const auditActions = {
  moved: "schedule-moved",
  edited: "schedule-changed",
  cancelled: "schedule-cancelled",
  restored: "schedule-restored",
} as const;

type Change = {
  kind: keyof typeof auditActions;
  data: Prisma.TestScheduleUpdateInput;
  /** True if calendars must update the test: its start, length or state has changed. */
  isSequel: boolean;
  step: Pick<ChangeView, "before" | "after" | "reason"> & Partial<Pick<ChangeView, "warnings" | "confirmed">>;
};

/** Writes a change with its history step and the note for families, and notifies them. */
async function write(tx: Transaction, held: TestSchedule, change: Change, by: Principal, now: Date) {
  const { id } = held;
  const { kind, data, isSequel, step } = change;
  const known = await findKnown(held, now);
  await tx.scheduleChange.create({ data: { scheduleId: id, byId: by.userId, at: now, kind, ...step } });
  const steps = await tx.scheduleChange.findMany({
    where: { scheduleId: id, kind: { in: ["announced", "moved"] } },
    orderBy: [{ at: "asc" }, { id: "asc" }],
    select: { at: true, kind: true, after: true, reason: true },
    take: 1000,
  });
  const moved = movedFromOf(steps.map((one) => ({ ...one, after: changeView.shape.after.parse(one.after) })));
  const row = await tx.testSchedule.update({
    where: { id },
    data: {
      ...data,
      movedFromDate: moved ? new Date(moved.testDate) : null,
      movedFromTime: moved?.testTime ?? null,
      reason: kind === "cancelled" ? step.reason : (moved?.reason ?? null),
      changedAt: now,
      rowVersion: { increment: 1 },
      ...(isSequel && { sequence: { increment: 1 } }),
    },
  });
  await record(tx, { action: auditActions[kind], by, subjectId: id, detail: detailOf(row) });
  await notifyOfTest(tx, { scheduleId: id, known, row }, now);
  return writtenViewOf(row);
}

/**
 * Edits or moves a test; unchanged values are ignored.
 * @throws AppError NOT_FOUND, FORBIDDEN, BAD_REQUEST for a move without a reason that families will read of, CONFLICT
 */
export async function editSchedule(input: EditScheduleInput, by: Principal, now: Date): Promise<WrittenScheduleView> {
  const { id, rowVersion, reason, confirmed, ...given } = input;
  return transaction(async (tx) => {
    // First, because a request that adds an exam of this test holds the keys and waits for the test.
    await lockExamKeys(tx);
    const held = await lockTest(tx, { id, rowVersion }, "planned", by);
    requireClass(given.className, [held.className]);
    const nameOf = await resolveSubjects([given.subject ?? held.subject]);
    const next = { ...given, subject: nameOf(given.subject) ?? held.subject };
    for (const scope of scopesOf(next)) requireScope(by, actions.manage, scope);
    const { before, after } = differences(valuesOf(held), valuesOf({ ...held, ...next }));
    if (Object.keys(after).length === 0) return writtenViewOf(held);

    const isMoved = after.testDate !== undefined;
    if (isMoved && reason === null && !(await movesBack(held, next, now)))
      throw fieldError("reason", say("reasonWanted"));
    const isElsewhere = ["testDate", "minutes", "className", "sections"].some((name) => name in after);
    const met = isElsewhere ? await requireConfirmed(tx, placeOf(given, id), confirmed, now) : {};
    const { className, sections, testDate: to } = next;
    // Exams are stored under the subject's current name.
    const subject = nameOf(next.subject);
    await moveExams(tx, { scheduleId: id, className, sections, subject, from: isoDate(held.testDate), to }, by);
    return write(
      tx,
      held,
      {
        kind: isMoved ? "moved" : "edited",
        data: { ...next, testDate: new Date(next.testDate) },
        isSequel: isMoved || "minutes" in after,
        step: { before, after, reason, ...met },
      },
      by,
      now,
    );
  });
}

/** Cancels a test, or hides a mistaken entry. @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT */
export async function cancelSchedule(
  input: CancelScheduleInput,
  by: Principal,
  now: Date,
): Promise<WrittenScheduleView> {
  const { reason, byMistake } = input;
  return transaction(async (tx) => {
    const held = await lockTest(tx, input, "planned", by);
    const hidden = (isHidden: boolean) => (byMistake ? { isHidden } : {});
    return write(
      tx,
      held,
      {
        kind: "cancelled",
        data: { state: "cancelled", hiddenAt: byMistake ? now : null },
        isSequel: true,
        step: { before: hidden(false), after: hidden(true), reason },
      },
      by,
      now,
    );
  });
}

/** Restores a cancelled test. @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT */
export async function restoreSchedule(
  input: RestoreScheduleInput,
  by: Principal,
  now: Date,
): Promise<WrittenScheduleView> {
  return transaction(async (tx) => {
    const held = await lockTest(tx, input, "cancelled", by);
    const place = placeOf({ ...held, testDate: isoDate(held.testDate) }, held.id);
    const met = await requireConfirmed(tx, place, input.confirmed, now);
    const hidden = (isHidden: boolean) => (held.hiddenAt ? { isHidden } : {});
    return write(
      tx,
      held,
      {
        kind: "restored",
        data: { state: "planned", hiddenAt: null },
        isSequel: true,
        step: { before: hidden(true), after: hidden(false), reason: input.reason, ...met },
      },
      by,
      now,
    );
  });
}
