import "server-only";
import { dateHere } from "@/content/institute";
import { shownDate } from "@/lib/dates";
import { AppError, fieldError, requireVersion } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit/audit";
import { momentHere } from "@/server/clock";
import { type Transaction, transaction } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import { enqueue } from "@/server/jobs/jobs";
import { bringBackExams } from "@/server/roster/planned-releases";
import { type ExamRow, examViewOf, findExam, getExam } from "./data";
import { planRelease } from "./data-release";
import { say } from "./messages";
import { dayToCome, takes } from "./rules";
import type { PlanReleaseInput, ReleaseInput, SeenExamInput } from "./schema-release";

const year = 366 * 24 * 60 * 60 * 1000;

/** An exam, locked until the transaction ends. @param by who must reach it, or null @throws AppError NOT_FOUND, FORBIDDEN */
export async function lockExam(tx: Transaction, id: string, by: Principal | null): Promise<ExamRow> {
  await tx.$queryRaw`select from exams where id = ${id}::uuid for update`;
  return by === null ? findExam(id) : getExam(id, by);
}

/** An exam, locked for an action on the version that was seen. @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT */
export async function lockSeen(
  tx: Transaction,
  { id, rowVersion }: SeenExamInput,
  act: "unschedule" | "takeBack" | "withdraw",
  by: Principal,
) {
  const exam = await lockExam(tx, id, by);
  if (!takes(exam.state, act)) throw new AppError("CONFLICT", say(act === "unschedule" ? "notPlanned" : "notReleased"));
  requireVersion(rowVersion, exam.rowVersion, say("changed"));
  return exam;
}

/**
 * An exam, locked, and its release, which must do what its preview has shown, now or at the planned moment.
 * @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT, BAD_REQUEST for a planned moment before the day of the exam
 */
export async function lockShown(
  tx: Transaction,
  { id, digest }: ReleaseInput,
  planned: Date | undefined,
  by: Principal,
  now: Date,
) {
  const exam = await lockExam(tx, id, by);
  const plan = await planRelease(exam, now);
  if (!takes(exam.state, planned ? "schedule" : "release") || plan.marked.length === 0)
    throw new AppError("CONFLICT", say("nothingToRelease"));
  if (plan.digest !== digest) throw new AppError("CONFLICT", say("previewChanged"));
  requireHeld(exam, planned, now);
  return { exam, plan };
}

/** @throws AppError CONFLICT, or BAD_REQUEST for a planned moment, before the day of the exam */
function requireHeld(exam: ExamRow, planned: Date | undefined, now: Date): void {
  const day = dayToCome(examViewOf(exam), dateHere(planned ?? now));
  if (day === null) return;
  const message = say("toCome", exam.subject, shownDate(day));
  throw planned ? fieldError("date", message) : new AppError("CONFLICT", message);
}

export type ShownRelease = Awaited<ReturnType<typeof lockShown>>;

/**
 * Plans a release, or changes its time. The preview is confirmed; if the marks change afterwards, the release does not
 * happen (decision 178).
 * @throws AppError NOT_FOUND, FORBIDDEN, BAD_REQUEST for a time in the past or before the day of the exam, CONFLICT
 */
export async function planExamRelease(input: PlanReleaseInput, by: Principal, now: Date): Promise<void> {
  const at = futureMoment(input, now);
  await transaction(async (tx) => planShown(tx, await lockShown(tx, input, at, by, now), at, by));
}

/** The moment of a planned release. @throws AppError BAD_REQUEST for one that is past or too far */
export function futureMoment({ date, time }: Pick<PlanReleaseInput, "date" | "time">, now: Date): Date {
  const at = momentHere(date, time);
  if (at <= now) throw fieldError("time", say("notFuture"));
  if (at.getTime() > now.getTime() + year) throw fieldError("date", say("tooFar"));
  return at;
}

/** {@link planExamRelease} as part of a transaction. */
export async function planShown(tx: Transaction, { exam, plan }: ShownRelease, at: Date, by: Principal): Promise<void> {
  const wasPlanned = exam.state === "scheduled";
  await tx.exam.update({
    where: { id: exam.id },
    data: {
      state: "scheduled",
      releaseAt: at,
      heldAt: null,
      releasedById: by.userId,
      previewDigest: Buffer.from(plan.marksDigest, "hex"),
      rowVersion: { increment: 1 },
    },
  });
  const detail = { at: at.toISOString(), results: plan.counts.results, counts: plan.counts };
  const kind = wasPlanned ? "rescheduled" : "scheduled";
  await tx.examEvent.create({ data: { examId: exam.id, byId: by.userId, kind, detail } });
  await record(tx, { action: "release-planned", by, detail: { ...auditDetailOf(exam), count: plan.counts.results } });
  // Only for punctuality: the sweep that runs every minute finds it as well.
  await enqueue(tx, "releaseDue", {}, { once: at.toISOString(), at });
}

/** Cancels a planned release. @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT if none is planned, or not the one that was seen */
export async function callOffRelease(seen: SeenExamInput, by: Principal): Promise<void> {
  await transaction(async (tx) => {
    const exam = await lockSeen(tx, seen, "unschedule", by);
    await bringBack(tx, exam, by.userId, "called off");
    await record(tx, { action: "release-called-off", by, detail: auditDetailOf(exam) });
  });
}

/** Returns a planned exam to draft. @param byId the person who called it off or changed its marks */
export async function bringBack(
  tx: Transaction,
  exam: ExamRow,
  byId: string | null,
  why?: "called off",
): Promise<void> {
  if (exam.state === "scheduled") await bringBackExams(tx, Prisma.sql`x.id = ${exam.id}::uuid`, byId, why);
}

/** The details of an exam's audit event. */
export const auditDetailOf = ({
  className,
  examName,
  subject,
}: Pick<ExamRow, "className" | "examName" | "subject">) => ({
  class: className,
  exam: examName,
  subject,
});
