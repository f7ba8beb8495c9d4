import "server-only";
import { newsOf } from "@/features/results/data-news";
import { emailDelay } from "@/lib/email-delay";
import { AppError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit/audit";
import { type Transaction, transaction } from "@/server/db/client";
import { enqueueNews } from "@/server/mail/news";
import { noteEnded } from "@/server/privacy/ended";
import { getExam } from "./data";
import { say } from "./messages";
import { auditDetailOf, lockExamRow } from "./mutations-plan";
import { takes } from "./rules";
import type { WithdrawExamInput } from "./schema-release";

/**
 * Undoes the last release within ten minutes, before anybody is notified: its marks are drafts again. Earlier releases
 * stay, also of the same minutes.
 * @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT after the delay
 */
export async function takeBackRelease(id: string, by: Principal, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const exam = await lockExamRow(tx, id);
    await getExam(id, by);
    if (!takes(exam.state, "takeBack")) throw new AppError("CONFLICT", say("notReleased"));
    if (exam.tellAt === null || exam.tellAt <= now) throw new AppError("CONFLICT", say("told"));
    const last = { examId: id, releaseNo: exam.releaseNo, at: new Date(exam.tellAt.getTime() - emailDelay) };
    await tx.$executeRaw`update exams set marks_version = marks_version + 1 where id = ${id}::uuid`;
    await keepCorrections(tx, last);
    const taken = await tx.$queryRaw<{ id: string }[]>`
      insert into result_withdrawals (result_id, kind, at)
      select r.id, 'taken_back', ${now} from results r
      where r.exam_id = ${id}::uuid and r.supersedes_id is null and r.release_no = ${exam.releaseNo}
      on conflict do nothing returning result_id as id`;
    const absences = await takeBackAbsences(tx, last);
    const isDraft = !(await hasReleased(tx, id));
    await tx.exam.update({
      where: { id },
      data: {
        ...(isDraft && { state: "draft", releasedAt: null, releasedById: null }),
        ...{ tellAt: null, previewDigest: null, rowVersion: { increment: 1 } },
      },
    });
    const detail = { results: taken.length, others: absences };
    await tx.examEvent.create({ data: { examId: id, byId: by.userId, kind: "taken_back", detail } });
    await record(tx, { action: "release-taken-back", by, detail: { ...auditDetailOf(exam), count: taken.length } });
    await noteEnded("results", taken);
  });
}

/** A release of an exam, and when it was. */
type Release = { examId: string; releaseNo: number; at: Date };

/** A mark that was corrected in the meantime becomes the draft. */
async function keepCorrections(tx: Transaction, { examId, releaseNo }: Release): Promise<void> {
  await tx.$executeRaw`
    update mark_drafts d set score = v.score, row_version = x.marks_version
    from results f join results v on v.first_id = f.id join exams x on x.id = f.exam_id
    where f.exam_id = ${examId}::uuid and f.supersedes_id is null and f.release_no = ${releaseNo}
      and not exists (select from results s where s.supersedes_id = v.id)
      and d.exam_id = f.exam_id and d.student_id = f.student_id`;
}

async function takeBackAbsences(tx: Transaction, { examId, releaseNo, at }: Release): Promise<number> {
  const { count } = await tx.examAbsence.deleteMany({ where: { examId, releaseNo } });
  await tx.examAbsence.updateMany({ where: { examId, withdrawnAt: { gte: at } }, data: { withdrawnAt: null } });
  return count;
}

/** True while a result or an absence of the exam is valid; results withdrawn one by one are not. */
async function hasReleased(tx: Transaction, examId: string): Promise<boolean> {
  if ((await tx.examAbsence.count({ where: { examId } })) > 0) return true;
  const [found] = await tx.$queryRaw<object[]>`
    select from results r left join result_withdrawals w on w.result_id = r.id
    where r.exam_id = ${examId}::uuid and r.supersedes_id is null and w.result_id is null limit 1`;
  return found !== undefined;
}

/**
 * Withdraws an exam permanently, with everything released; families can read the reason and are notified after a delay.
 * @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT for one that is not released
 */
export async function withdrawExam({ id, reason }: WithdrawExamInput, by: Principal, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const exam = await lockExamRow(tx, id);
    await getExam(id, by);
    if (!takes(exam.state, "withdraw")) throw new AppError("CONFLICT", say("notReleased"));
    const gone = await tx.$queryRaw<{ id: string }[]>`
      insert into result_withdrawals (result_id, kind, reason, at)
      select r.id, 'withdrawn', ${reason}, ${now} from results r
      where r.exam_id = ${id}::uuid and r.supersedes_id is null on conflict do nothing returning result_id as id`;
    const ids = gone.map((one) => one.id);
    const others = await tx.examAbsence.count({ where: { examId: id, withdrawnAt: null } });
    await tx.exam.update({ where: { id }, data: { state: "withdrawn", tellAt: null, rowVersion: { increment: 1 } } });
    const detail = { results: ids.length, others };
    await tx.examEvent.create({ data: { examId: id, byId: by.userId, kind: "withdrawn", detail, reason, at: now } });
    await record(tx, { action: "exam-withdrawn", by, detail: { ...auditDetailOf(exam), count: ids.length } });
    await enqueueNews(tx, await newsOf(ids, "withdrawn"), now);
    await noteEnded("result_withdrawals", ids);
    await noteEnded("exams", [id]);
  });
}
