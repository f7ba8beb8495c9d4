import "server-only";
import { dateHere } from "@/content/institute";
import { newsOf } from "@/features/results/data-news";
import { emailDelay } from "@/lib/email-delay";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit/audit";
import { vouchForPeople } from "@/server/auth/users";
import { db, type Transaction, transaction } from "@/server/db/client";
import { newIds } from "@/server/db/ids";
import { dueUntil, eachDue } from "@/server/jobs/planned";
import { enqueueNews } from "@/server/mail/news";
import { isMailConfigured } from "@/server/mail/outbox";
import { type ExamRow, examViewOf } from "./data";
import { planRelease } from "./data-release";
import { auditDetailOf, bringBack, lockExam, lockShown, type ShownRelease } from "./mutations-plan";
import { dayToCome } from "./rules";
import type { ReleaseInput } from "./schema-release";
import type { SheetRowView } from "./schema-sheet";

/**
 * Turns all marks into results in one step; families are notified after a delay. The digest of the preview must match: after any
 * change, the caller has to see the new preview first.
 * @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT
 */
export async function releaseExam(input: ReleaseInput, by: Principal, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const release = await lockShown(tx, input, undefined, by, now);
    await tellOfReleased(tx, await releaseShown(tx, release, by.userId, now), now);
  });
}

/** Runs the releases that are due; an exam whose marks have changed, or whose day is still to come, becomes a draft again. */
export async function releaseDue(now: Date): Promise<void> {
  const due = dueUntil(now);
  const where = { state: "scheduled", heldAt: null, releaseAt: { lte: due } } as const;
  const orderBy = [{ releaseAt: "asc" }, { id: "asc" }] as const;
  const found = await db().exam.findMany({ where, orderBy: [...orderBy], take: 1000, select: { id: true } });
  await eachDue(found, "planned release", (tx, id) => releasePlanned(tx, id, due, now));
}

async function releasePlanned(tx: Transaction, id: string, due: Date, now: Date): Promise<void> {
  const exam = await lockExam(tx, id, null);
  const isDue = exam.state === "scheduled" && exam.heldAt === null && exam.releaseAt !== null && exam.releaseAt <= due;
  // Another process was first, or the time was changed.
  if (!isDue) return;
  const plan = await planRelease(exam, now);
  const isAsShown = exam.previewDigest !== null && plan.marksDigest === Buffer.from(exam.previewDigest).toString("hex");
  const isToCome = dayToCome(examViewOf(exam), dateHere(now)) !== null;
  if (isAsShown && !isToCome)
    await tellOfReleased(tx, await releaseShown(tx, { exam, plan }, exam.releasedById, now), now);
  else await bringBack(tx, exam, null);
}

/** Queues the emails about released results. */
export async function tellOfReleased(tx: Transaction, ids: string[], now: Date): Promise<void> {
  await enqueueNews(tx, await newsOf(ids, "added"), now);
}

/** {@link releaseExam} as part of a transaction that queues the emails about the results afterwards. Returns their ids. */
export async function releaseShown(
  tx: Transaction,
  { exam, plan }: ShownRelease,
  byId: string | null,
  now: Date,
): Promise<string[]> {
  const { id } = exam;
  const no = exam.releaseNo + 1;
  const ids = newIds(plan.scored.length);
  await insertResults(tx, { exam, no, rows: plan.scored, ids, now });
  await insertAbsences(tx, exam, no, plan.marked, now);
  const tellAt = new Date(now.getTime() + emailDelay);
  await tx.exam.update({
    where: { id },
    data: {
      state: "released",
      releaseNo: no,
      releasedAt: exam.releasedAt ?? now,
      releasedById: byId,
      releaseAt: null,
      heldAt: null,
      tellAt,
      previewDigest: Buffer.from(plan.digest, "hex"),
      rowVersion: { increment: 1 },
    },
  });
  const people = plan.scored.map(({ studentId }) => studentId);
  // Without a mail server, the first result from the office verifies a self-registered account.
  if (!isMailConfigured()) await vouchForPeople(tx, people, byId);
  const detail = { results: plan.scored.length, others: plan.marked.length - plan.scored.length };
  await tx.examEvent.create({ data: { examId: id, byId, kind: "released", detail } });
  const by = byId === null ? null : ({ userId: byId, role: "admin" } as const);
  await record(tx, { action: "exam-released", by, detail: { ...auditDetailOf(exam), count: plan.scored.length } });
  return ids;
}

type Rows = { exam: ExamRow; no: number; rows: SheetRowView[]; ids: string[]; now: Date };

async function insertResults(tx: Transaction, { exam, no, rows, ids, now }: Rows): Promise<void> {
  const given = JSON.stringify(rows.map(({ studentId }, index) => ({ id: ids[index], studentId })));
  await tx.$executeRaw`
    insert into results (id, student_id, class_name, score, total_marks, exam_name, subject, exam_date, remark, exam_id, release_no, created_at)
    select row.id, d.student_id, x.class_name, d.score, x.total_marks, x.exam_name, x.subject, x.exam_date, d.remark, x.id, ${no}, ${now}
    from json_to_recordset(${given}::json) as row (id uuid, "studentId" uuid)
    join mark_drafts d on d.student_id = row."studentId" and d.exam_id = ${exam.id}::uuid
    join exams x on x.id = d.exam_id`;
}

/** Adds the absences of the release. Earlier ones are kept as withdrawn, so that taking the release back restores them. */
async function insertAbsences(tx: Transaction, exam: ExamRow, no: number, rows: SheetRowView[], now: Date) {
  const ids = rows.map(({ studentId }) => studentId);
  await tx.$executeRaw`
    update exam_absences set withdrawn_at = ${now}
    where exam_id = ${exam.id}::uuid and student_id = any(${ids}::uuid[]) and withdrawn_at is null`;
  await tx.$executeRaw`
    insert into exam_absences (exam_id, student_id, kind, remark, release_no, released_at)
    select exam_id, student_id, kind, remark, ${no}, ${now} from mark_drafts
    where exam_id = ${exam.id}::uuid and student_id = any(${ids}::uuid[]) and kind in ('absent', 'excused')`;
}
