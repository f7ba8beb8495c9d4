import "server-only";
import { newsOf } from "@/features/results/data-news";
import { emailDelay } from "@/lib/email-delay";
import { AppError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit/audit";
import { type Transaction, transaction } from "@/server/db/client";
import { laterNow } from "@/server/db/clock";
import { enqueueNews } from "@/server/mail/news";
import { noteEnded } from "@/server/privacy/ended";
import { endHidingExemptions } from "@/server/roster/exemptions";
import { findLastRelease, findToTakeBack, type Release } from "./data-takeback";
import { say } from "./messages";
import { auditDetailOf, lockSeen } from "./mutations-plan";
import type { SeenExamInput, WithdrawExamInput } from "./schema-release";

/**
 * Undoes the last release within ten minutes, before anybody is notified: its marks become drafts again. Earlier releases
 * stay, even those of the same ten minutes. The sample institute passes a `clock` of the past.
 * @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT after the delay, or if the exam has another version
 */
export async function takeBackRelease(seen: SeenExamInput, by: Principal, now: Date, clock = laterNow): Promise<void> {
  const { id } = seen;
  await transaction(async (tx) => {
    const exam = await lockSeen(tx, seen, "takeBack", by);
    const latest = await clock(tx, now);
    const last = await findToTakeBack(exam, latest);
    if (!last) throw new AppError("CONFLICT", say("told"));
    await tx.$executeRaw`update exams set marks_version = marks_version + 1 where id = ${id}::uuid`;
    await keepCorrections(tx, id, last);
    const taken = await tx.$queryRaw<{ id: string }[]>`
      insert into result_withdrawals (result_id, kind, at)
      select r.id, 'taken_back', ${now} from results r
      where r.exam_id = ${id}::uuid and r.supersedes_id is null and r.release_no = ${last.releaseNo}
      on conflict do nothing returning result_id as id`;
    const absences = await takeBackAbsences(tx, id, last);
    await endHidingExemptions(tx, exam.subjectKey);
    const before = await findLastRelease(id);
    const tellAt = before && new Date(before.at.getTime() + emailDelay);
    await tx.exam.update({
      where: { id },
      data: {
        ...(!before && { state: "draft", releasedAt: null, releasedById: null }),
        // Nobody has been told of an earlier release of the same ten minutes either: it can be taken back as well.
        tellAt: tellAt && tellAt > latest ? tellAt : null,
        previewDigest: null,
        rowVersion: { increment: 1 },
      },
    });
    const detail = { results: taken.length, others: absences };
    await tx.examEvent.create({ data: { examId: id, byId: by.userId, kind: "taken_back", detail } });
    await record(tx, { action: "release-taken-back", by, detail: { ...auditDetailOf(exam), count: taken.length } });
    await noteEnded("results", taken);
  });
}

/** A correction made in the meantime becomes the draft; a result that was withdrawn stays withdrawn. */
async function keepCorrections(tx: Transaction, examId: string, { releaseNo }: Release): Promise<void> {
  await tx.$executeRaw`
    update mark_drafts d set score = v.score, row_version = x.marks_version
    from results f join results v on v.first_id = f.id join exams x on x.id = f.exam_id
    where f.exam_id = ${examId}::uuid and f.supersedes_id is null and f.release_no = ${releaseNo}
      and not exists (select from results s where s.supersedes_id = v.id)
      and not exists (select from result_withdrawals w where w.result_id = f.id)
      and d.exam_id = f.exam_id and d.student_id = f.student_id`;
}

async function takeBackAbsences(tx: Transaction, examId: string, { releaseNo, at }: Release): Promise<number> {
  const { count } = await tx.examAbsence.deleteMany({ where: { examId, releaseNo } });
  await tx.examAbsence.updateMany({ where: { examId, withdrawnAt: { gte: at } }, data: { withdrawnAt: null } });
  return count;
}

/**
 * Withdraws an exam permanently, with everything released; families can read the reason and are notified after a delay.
 * @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT for one that is not released, or has another version
 */
export async function withdrawExam(input: WithdrawExamInput, by: Principal, now: Date): Promise<void> {
  const { reason, ...seen } = input;
  const { id } = seen;
  await transaction(async (tx) => {
    const exam = await lockSeen(tx, seen, "withdraw", by);
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
