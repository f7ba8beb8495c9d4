import "server-only";
import { isoDate } from "@/lib/dates";
import { AppError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { ofSitting, record } from "@/server/audit/audit";
import { type Transaction, transaction } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import { lockExamKeys } from "@/server/roster/exam-keys";
import { type ExamRow, getExam } from "./data";
import { listSheetRows } from "./data-sheet";
import { isAsTold } from "./data-told";
import { copy, say } from "./messages";
import { auditDetailOf, bringBack } from "./mutations-plan";
import { takes } from "./rules";
import { isSameMark } from "./rules-marks";
import type { CellInput, SaveCellsInput, SavedCellsView, SheetRowView } from "./schema-sheet";

type Cell = CellInput & { remark: string | null };

/**
 * Saves changed rows of a sheet. Each is saved, rejected, or left alone if somebody else has changed it since. Saving the
 * current value again succeeds, so that a request without a response can be repeated.
 * @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT if the exam does not accept marks
 */
export async function saveCells({ id, cells }: SaveCellsInput, by: Principal, now: Date): Promise<SavedCellsView> {
  return transaction(async (tx) => {
    const exam = await lockMarks(tx, id, by);
    const rows = new Map((await listSheetRows(exam, by, now)).map((row) => [row.studentId, row]));
    const judged = cells.map(({ remark, ...cell }) => {
      const row = rows.get(cell.studentId);
      return { cell: { ...cell, remark: remark === undefined ? (row?.remark ?? null) : remark }, row };
    });
    const outcomes = judged.map(({ cell, row }) => outcomeOf(cell, row, Number(exam.totalMarks)));
    const of = (outcome: string) => judged.filter((_, index) => outcomes[index] === outcome);

    const written = of("written").map(({ cell }) => cell);
    if (written.length > 0) {
      await bringBack(tx, exam, by.userId);
      await noteSitting(tx, exam, by, now);
      await writeMarks(tx, exam, written, by, now);
    }
    return {
      at: now,
      saved: [
        ...written.map(({ studentId }) => ({ studentId, rowVersion: exam.marksVersion })),
        ...of("same").map(({ cell, row }) => ({ studentId: cell.studentId, rowVersion: row?.rowVersion ?? 0 })),
      ],
      conflicts: [...of("conflict"), ...of("released")].flatMap(({ row }) => row ?? []),
      refused: [
        ...of("overTotal").map(({ cell }) => refusal(cell, copy.overTotal(Number(exam.totalMarks)))),
        ...of("nobody").map(({ cell }) => refusal(cell, copy.noSuchStudent)),
        ...of("exempt").map(({ cell }) => refusal(cell, copy.exempt)),
        ...of("told").map(({ cell }) => refusal(cell, copy.toldAbsence)),
      ],
    };
  });
}

const refusal = ({ studentId }: Cell, why: string) => ({ studentId, why });

function outcomeOf({ mark, remark, seen }: Cell, row: SheetRowView | undefined, totalMarks: number) {
  if (!row) return "nobody";
  if (row.isExempt) return "exempt";
  if (mark?.kind === "scored" && mark.score > totalMarks) return "overTotal";
  if (isSameMark(mark, row.mark) && remark === row.remark) return "same";
  if (row.isReleased) return "released";
  if (row.rowVersion !== seen) return "conflict";
  return mark === null && row.told ? "told" : "written";
}

/** Locks an exam's marks until the transaction ends, and increments their version. @throws AppError */
export async function lockMarks(tx: Transaction, id: string, by: Principal): Promise<ExamRow> {
  await tx.$executeRaw`update exams set marks_version = marks_version + 1 where id = ${id}::uuid`;
  const exam = await getExam(id, by);
  if (!takes(exam.state, "enter")) throw new AppError("CONFLICT", say("closed"));
  return exam;
}

async function noteSitting(tx: Transaction, exam: ExamRow, by: Principal, now: Date): Promise<void> {
  const where = { examId: exam.id, ...ofSitting(by, now) };
  if (await tx.markDraft.findFirst({ where, select: { examId: true } })) return;
  await record(tx, { action: "marks-entered", by, detail: auditDetailOf(exam) });
}

/** Writes marks with the version that {@link lockMarks} has set. */
export async function writeMarks(
  tx: Transaction,
  exam: ExamRow,
  cells: readonly Omit<Cell, "seen">[],
  by: Principal,
  now: Date,
): Promise<void> {
  const rows = cells.map(({ studentId, mark, remark }) => {
    return { studentId, kind: mark?.kind ?? null, score: mark?.kind === "scored" ? mark.score : null, remark };
  });
  await tx.$executeRaw`
    insert into mark_drafts (exam_id, student_id, kind, score, remark, row_version, changed_by_id, changed_at)
    select ${exam.id}::uuid, "studentId", kind, score, remark, ${exam.marksVersion}, ${by.userId}::uuid, ${now}
    from json_to_recordset(${JSON.stringify(rows)}::json) as row ("studentId" uuid, kind mark_kind, score numeric, remark text)
    on conflict (exam_id, student_id) do update set kind = excluded.kind, score = excluded.score, remark = excluded.remark,
      row_version = excluded.row_version, changed_by_id = excluded.changed_by_id, changed_at = excluded.changed_at`;
}

type Exemption = { id: string; studentId: string; isExempt: boolean };

/**
 * Sets whether a student takes the subject this year. An unreleased mark in any exam of the subject is never hidden.
 * @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT for one with a mark
 */
export async function setExempt({ id, studentId, isExempt }: Exemption, by: Principal, now: Date): Promise<void> {
  await transaction(async (tx) => {
    // Locks all exams of the subject, so that nobody enters a mark in another one in the meantime, or sets the same exemption.
    await lockExamKeys(tx);
    const { schoolYearId, subjectKey } = await getExam(id, by);
    await tx.$queryRaw`
      select from exams where school_year_id = ${schoolYearId}::uuid and subject_key = ${subjectKey} order by id for update`;
    const exam = await lockMarks(tx, id, by);
    const row = (await listSheetRows(exam, by, now)).find((one) => one.studentId === studentId);
    if (!row) throw new AppError("NOT_FOUND", say("noSuchStudent"));
    if (row.isExempt === isExempt) return;
    await bringBack(tx, exam, by.userId);
    if (isExempt) await requireNoMark(tx, exam, row);
    const key = { studentId, schoolYearId: exam.schoolYearId, subjectKey: exam.subjectKey };
    if (isExempt) await tx.subjectExemption.create({ data: key });
    else await tx.subjectExemption.deleteMany({ where: key });
    const action = isExempt ? ("subject-exempted" as const) : ("subject-taken" as const);
    await record(tx, { action, by, subjectId: studentId, detail: { class: exam.className, subject: exam.subject } });
  });
}

/** Passes if an exemption from the subject would hide nothing. @throws AppError CONFLICT */
async function requireNoMark(tx: Transaction, exam: ExamRow, row: SheetRowView): Promise<void> {
  const { studentId, mark, told, isReleased } = row;
  if (told) throw new AppError("CONFLICT", say("toldAbsence"));
  if (mark !== null && !isReleased) throw new AppError("CONFLICT", say("hasMark"));
  const [marked] = await tx.$queryRaw<{ examName: string }[]>`
    select x.exam_name as "examName" from exams x join exam_marks d on d.exam_id = x.id and d.student_id = ${studentId}::uuid
    where x.school_year_id = ${exam.schoolYearId}::uuid and x.subject_key = ${exam.subjectKey} and x.state <> 'withdrawn'
      and d.kind is not null and not d.is_released and not ${isAsTold}
    order by x.exam_date desc nulls last, x.id limit 1`;
  if (marked) throw new AppError("CONFLICT", say("hasMarkIn", marked.examName));
}

/** True if mark `d` is that of a result, even of one that was withdrawn. A mark of a later version replaces a withdrawn one. */
const wasReleased = Prisma.sql`exists (
  select from results r left join result_withdrawals w on w.result_id = r.id
  where r.exam_id = d.exam_id and r.student_id = d.student_id and r.supersedes_id is null
    and (w.result_id is null or (w.kind = 'withdrawn' and d.row_version <= w.marks_version)))`;

/** Deletes marks, including late ones, that were never released and are of years that ended before `time`. Returns their number. */
export async function purgeUnreleased(time: Date): Promise<number> {
  return transaction(
    (tx) => tx.$executeRaw`
      delete from mark_drafts d using exams x join school_years y on y.id = x.school_year_id
      where x.id = d.exam_id and y.last_day < ${isoDate(time)}::date and (x.state in ('draft', 'scheduled')
        or not ${wasReleased} and not ${isAsTold})`,
  );
}
