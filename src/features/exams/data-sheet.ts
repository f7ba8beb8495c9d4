import "server-only";
import { dateHere } from "@/content/institute";
import { may } from "@/lib/may";
import type { Principal } from "@/lib/principal";
import { inRollOrder } from "@/lib/roll-order";
import { db, sql } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import { dayOf, peopleOf } from "@/server/roster/sheet-people";
import { type ExamRow, examViewOf, getExam } from "./data";
import { findBefore } from "./data-events";
import { isExempt } from "./data-exempt";
import { isRowReached, mayMark } from "./data-reach";
import { findTakeBack } from "./data-takeback";
import { listCorrected, listTold } from "./data-told";
import { actions, takes } from "./rules";
import type { Mark } from "./rules-marks";
import type { CellView, SheetRowView, SheetView } from "./schema-sheet";

type CellRow = {
  studentId: string;
  kind: Mark["kind"] | null;
  score: number | null;
  remark: string | null;
  rowVersion: number | null;
  by: string | null;
  isYours: boolean;
  at: Date | null;
  isReleased: boolean | null;
  withdrawnAt: Date | null;
  withdrawalReason: string | null;
};

type PersonRow = CellRow & { name: string; section: string | null; rollNo: string | null; isExempt: boolean };

const cellColumns = Prisma.sql`d.kind, d.score::float8 as score, d.remark, d.row_version as "rowVersion",
  u2.name as by, d.changed_at as at, d.is_released as "isReleased",
  d.withdrawn_at as "withdrawnAt", d.withdrawal_reason as "withdrawalReason"`;
const byOneself = (principal: Principal | null) =>
  Prisma.sql`d.changed_by_id is not distinct from ${principal?.userId ?? null}::uuid as "isYours"`;

function markOf({ kind, score }: Pick<CellRow, "kind" | "score">): Mark | null {
  if (kind === null) return null;
  return kind === "scored" ? { kind, score: score ?? 0 } : { kind };
}

function cellViewOf({ kind, score, rowVersion, isReleased, withdrawnAt, withdrawalReason, ...row }: CellRow): CellView {
  const { studentId, remark, by, isYours, at } = row;
  return {
    studentId,
    mark: markOf({ kind, score }),
    remark,
    rowVersion: rowVersion ?? 0,
    by,
    isYours,
    at,
    isReleased: isReleased ?? false,
    withdrawal: withdrawnAt && { at: withdrawnAt, reason: withdrawalReason ?? "" },
  };
}

/** The rows of a sheet within a person's scope, in roll order; all of them for null. */
export async function listSheetRows(exam: ExamRow, principal: Principal | null, now: Date): Promise<SheetRowView[]> {
  const today = dateHere(now);
  const query = Prisma.sql`
    select p.student_id as "studentId", u.name, p.section, p.roll_no as "rollNo", ${isExempt} as "isExempt", ${cellColumns}, ${byOneself(principal)}
    from exams x, lateral ${dayOf(today)} x_day, lateral ${peopleOf} p
    join users u on u.id = p.student_id
    left join exam_marks d on d.student_id = p.student_id and d.exam_id = ${exam.id}::uuid
    left join users u2 on u2.id = d.changed_by_id
    where x.id = ${exam.id}::uuid and ${principal ? isRowReached(principal) : Prisma.sql`true`} order by p.student_id`;
  const [rows, told, corrected] = await Promise.all([sql<PersonRow>(query), listTold(exam.id), listCorrected(exam.id)]);
  return rows
    .map(({ name, section, rollNo, isExempt: exempt, ...cell }) => ({
      ...cellViewOf(cell),
      name,
      section,
      rollNo,
      isExempt: exempt,
      told: told.get(cell.studentId) ?? null,
      corrected: corrected.get(cell.studentId) ?? null,
    }))
    .sort(inRollOrder);
}

/** Rows of a sheet with admission numbers. */
export async function withAdmissionNos(rows: readonly SheetRowView[]) {
  const known = await sql<{ id: string; admissionNo: string | null }>(Prisma.sql`
    select user_id as id, admission_no as "admissionNo" from students
    where user_id = any(${rows.map(({ studentId }) => studentId)}::uuid[])`);
  const numbers = new Map(known.map(({ id, admissionNo }) => [id, admissionNo]));
  return rows.map((row) => ({ ...row, admissionNo: numbers.get(row.studentId) ?? null }));
}

/** After the release, only late marks can be entered. */
function mayEnter({ state }: ExamRow, rows: SheetRowView[]): boolean {
  if (!takes(state, "enter")) return false;
  return state !== "released" || rows.some(({ isReleased, isExempt: exempt }) => !isReleased && !exempt);
}

/** The class below the exam's, if any of its students was not promoted to the exam's year; otherwise null. */
async function findUnpromoted({ className: next, schoolYearId }: ExamRow): Promise<number | null> {
  const { firstDay } = await db().schoolYear.findUniqueOrThrow({ where: { id: schoolYearId } });
  const className = next - 1;
  const where = { className, toDay: null, schoolYear: { firstDay: { lt: firstDay } } };
  return (await db().enrolment.count({ where, take: 1 })) > 0 ? className : null;
}

/** An exam with its sheet. @throws AppError NOT_FOUND, FORBIDDEN */
export async function getSheet(id: string, principal: Principal, now: Date): Promise<SheetView> {
  const exam = await getExam(id, principal);
  const rows = await listSheetRows(exam, principal, now);
  return {
    exam: examViewOf(exam),
    rows,
    // Read before the rows, so that concurrent changes are polled again.
    marksVersion: exam.marksVersion,
    mayChange: mayEnter(exam, rows),
    cameBack: (await findBefore(exam)) !== null,
    mayEdit: mayMark(principal, exam),
    mayRelease: may(principal, actions.release),
    unpromotedClass: rows.length === 0 ? await findUnpromoted(exam) : null,
    takeBack: await findTakeBack(exam, now),
    personId: principal.userId,
  };
}

/** The marks changed after a version, with the exam's state. @throws AppError NOT_FOUND, FORBIDDEN */
export async function listChanges({ id, since }: { id: string; since: number }, principal: Principal, now: Date) {
  const exam = await getExam(id, principal);
  const { marksVersion, rowVersion } = exam;
  const isNew = marksVersion > since;
  const cells = isNew ? (await listSheetRows(exam, principal, now)).filter((row) => row.rowVersion > since) : [];
  return { cells, marksVersion, mayChange: takes(exam.state, "enter"), rowVersion, state: exam.state };
}
