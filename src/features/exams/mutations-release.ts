import "server-only";
import { AppError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit/audit";
import { vouchForPeople } from "@/server/auth/users";
import { type Transaction, transaction } from "@/server/db/client";
import { newIds } from "@/server/db/ids";
import { enqueue } from "@/server/jobs/jobs";
import { isMailConfigured } from "@/server/mail/outbox";
import { type ExamRow, getExam } from "./data";
import { planRelease } from "./data-release";
import { say } from "./messages";
import { stateAfter } from "./rules";
import type { ReleaseInput } from "./schema-release";
import type { SheetRowView } from "./schema-sheet";

/**
 * Makes results of the marks, all of them at one moment, and tells of them as of any result. What was confirmed is a digest of
 * the preview: after any change the new one is shown first. @throws AppError NOT_FOUND, CONFLICT
 */
export async function releaseExam({ id, digest }: ReleaseInput, by: Principal, now: Date): Promise<void> {
  await transaction(async (tx) => {
    await tx.$queryRaw`select from exams where id = ${id}::uuid for update`;
    const exam = await getExam(id, by);
    const { marked, preview } = await planRelease(exam, by, now);
    if (stateAfter(exam.state, "release") === null || marked.length === 0)
      throw new AppError("CONFLICT", say("nothingToRelease"));
    if (preview.digest !== digest) throw new AppError("CONFLICT", say("previewChanged"));

    const no = exam.releaseNo + 1;
    const scored = marked.filter(({ mark }) => mark?.kind === "scored");
    const ids = newIds(scored.length);
    await insertResults(tx, exam, no, scored, ids);
    await insertAbsences(tx, exam, no);
    await tx.exam.update({
      where: { id },
      data: {
        ...{ state: "released", releaseNo: no, releasedAt: exam.releasedAt ?? now, releasedById: by.userId },
        ...{ releaseAt: null, previewDigest: Buffer.from(digest, "hex"), rowVersion: { increment: 1 } },
      },
    });
    const people = scored.map(({ studentId }) => studentId);
    // While no mail leaves, a first result from the office says that an account which made itself is that pupil's.
    if (!isMailConfigured()) await vouchForPeople(tx, people, by.userId);
    await enqueue(tx, "tellOfResults", { ids });
    const detail = { results: scored.length, others: marked.length - scored.length };
    await tx.examEvent.create({ data: { examId: id, byId: by.userId, kind: "released", detail } });
    const { className, examName, subject } = exam;
    const told = { class: className, exam: examName, subject, count: scored.length };
    await record(tx, { action: "exam-released", by, detail: told });
  });
}

async function insertResults(tx: Transaction, exam: ExamRow, no: number, rows: SheetRowView[], ids: string[]) {
  const given = JSON.stringify(rows.map(({ studentId }, index) => ({ id: ids[index], studentId })));
  await tx.$executeRaw`
    insert into results (id, student_id, class_name, score, total_marks, exam_name, subject, exam_date, remark, exam_id, release_no)
    select row.id, d.student_id, x.class_name, d.score, x.total_marks, x.exam_name, x.subject, x.exam_date, d.remark, x.id, ${no}
    from json_to_recordset(${given}::json) as row (id uuid, "studentId" uuid)
    join mark_drafts d on d.student_id = row."studentId" and d.exam_id = ${exam.id}::uuid
    join exams x on x.id = d.exam_id`;
}

async function insertAbsences(tx: Transaction, exam: ExamRow, no: number) {
  await tx.$executeRaw`
    insert into exam_absences (exam_id, student_id, kind, remark, release_no)
    select exam_id, student_id, kind, remark, ${no} from mark_drafts
    where exam_id = ${exam.id}::uuid and kind in ('absent', 'excused') on conflict do nothing`;
}
