import "server-only";
import { institutesDay } from "@/features/years/data";
import { may } from "@/lib/may";
import type { Principal } from "@/lib/principal";
import { sql } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import { dayOf, type ExamRow, examViewOf, getExam, isExempt, peopleOf } from "./data";
import { actions, scopeOfMark, stateAfter } from "./rules";
import type { Mark } from "./rules-marks";
import { inSheetOrder } from "./rules-sheet";
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
};

type PersonRow = CellRow & { name: string; section: string | null; rollNo: string | null; isExempt: boolean };

const cellColumns = Prisma.sql`d.kind, d.score::float8 as score, d.remark, d.row_version as "rowVersion",
  u2.name as by, d.changed_at as at`;
const byOneself = ({ userId }: Principal) =>
  Prisma.sql`d.changed_by_id is not distinct from ${userId}::uuid as "isYours"`;

function markOf({ kind, score }: Pick<CellRow, "kind" | "score">): Mark | null {
  if (kind === null) return null;
  return kind === "scored" ? { kind, score: score ?? 0 } : { kind };
}

function cellViewOf({ studentId, kind, score, remark, rowVersion, by, isYours, at }: CellRow): CellView {
  return { studentId, mark: markOf({ kind, score }), remark, rowVersion: rowVersion ?? 0, by, isYours, at };
}

/** The rows of a sheet that somebody may reach, in the order of the roll. */
export async function listSheetRows(exam: ExamRow, principal: Principal, now: Date): Promise<SheetRowView[]> {
  const today = institutesDay(now);
  const rows = await sql<PersonRow>(Prisma.sql`
    select p.student_id as "studentId", u.name, p.section, p.roll_no as "rollNo", ${isExempt} as "isExempt", ${cellColumns}, ${byOneself(principal)}
    from exams x, lateral ${dayOf(today)} x_day, lateral ${peopleOf} p
    join users u on u.id = p.student_id
    left join exam_marks d on d.student_id = p.student_id and d.exam_id = ${exam.id}::uuid
    left join users u2 on u2.id = d.changed_by_id
    where x.id = ${exam.id}::uuid`);
  return rows
    .filter(({ section }) => may(principal, actions.mark, scopeOfMark(exam, section)))
    .map(({ name, section, rollNo, isExempt: exempt, ...cell }) => ({
      ...cellViewOf(cell),
      ...{ name, section, rollNo, isExempt: exempt },
    }))
    .sort(inSheetOrder);
}

/** An exam with its sheet. @throws AppError NOT_FOUND, FORBIDDEN */
export async function getSheet(id: string, principal: Principal, now: Date): Promise<SheetView> {
  const exam = await getExam(id, principal);
  const rows = await listSheetRows(exam, principal, now);
  return {
    exam: examViewOf(exam),
    rows,
    // Never later than the rows: what was changed meanwhile is asked for again.
    marksVersion: exam.marksVersion,
    mayChange: stateAfter(exam.state, "enter") !== null,
    mayRelease: may(principal, actions.release),
    personId: principal.userId,
  };
}

/** The marks that were changed after a version, with the exam's state. @throws AppError NOT_FOUND, FORBIDDEN */
export async function listChanges(id: string, since: number, principal: Principal, now: Date) {
  const exam = await getExam(id, principal);
  const { marksVersion, rowVersion } = exam;
  const isNew = marksVersion > since;
  const cells = isNew ? (await listSheetRows(exam, principal, now)).filter((row) => row.rowVersion > since) : [];
  return { cells, marksVersion, mayChange: stateAfter(exam.state, "enter") !== null, rowVersion };
}
