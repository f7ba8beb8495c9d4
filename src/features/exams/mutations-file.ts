import "server-only";
import { AppError, fieldError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { countsOf } from "@/lib/row-states";
import { record } from "@/server/audit/audit";
import {
  closeUndone,
  headsMeant,
  headsOf,
  headsOver,
  lockBatch,
  lockUndoable,
  noteOutcomes,
  type RowOutcome,
  rememberedHeads,
  storeBatch,
} from "@/server/batches/batches";
import { type Transaction, transaction } from "@/server/db/client";
import type { Batch } from "@/server/generated/prisma/client";
import { type ExamRow, getExam } from "./data";
import { type FileMapping, fileMappingOf, findFile, findWritten, planOfFile, requireSender } from "./data-file";
import { listSheetRows } from "./data-sheet";
import { say } from "./messages";
import { lockMarks, writeMarks } from "./mutations-marks";
import { auditDetailOf, bringBack } from "./mutations-plan";
import { takes, taughtBy } from "./rules";
import { fileHeadOf, guessFileColumns, hasFileColumns, mostFileRows } from "./rules-file";
import type { Mark } from "./rules-marks";
import type { AddFileInput, CarryOutInput, CheckFileInput } from "./schema-files";
import type { SheetRowView } from "./schema-sheet";

/** An exam that accepts marks. @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT */
export async function requireOpen(id: string, by: Principal): Promise<ExamRow> {
  const exam = await getExam(id, by);
  if (!takes(exam.state, "enter")) throw new AppError("CONFLICT", say("closed"));
  return exam;
}

/** Stores the parsed rows of a file, with guessed columns. Returns its id. @throws AppError */
export async function addFile(input: AddFileInput, by: Principal, now: Date): Promise<string> {
  const { id: examId, fileName, fileHash, kind, hidden, rows } = input;
  await requireOpen(examId, by);
  const [head, ...data] = rows.slice(fileHeadOf(rows));
  if (!head || data.length === 0) throw fieldError("file", say("noRows"), "UNPROCESSABLE_CONTENT");
  if (data.length > mostFileRows) throw fieldError("file", say("tooManyRows", mostFileRows), "UNPROCESSABLE_CONTENT");
  const heads = headsOver(head.cells, rows);
  const columns = guessFileColumns(heads, await rememberedHeads("marks", by.userId, heads));
  const mapping: FileMapping = { examId, kind, hidden, headRow: head.no, columns, heads: {}, isChecked: false };
  const parsed = { kind: "marks", fileName, fileHash, mapping, rows: [head, ...data] } as const;
  return transaction(async (tx) => {
    const id = await storeBatch(parsed, by.userId, now);
    await noteSubjects(tx, await tx.batch.findUniqueOrThrow({ where: { id } }), by, now);
    return id;
  });
}

/** Stores the student of each row, so that an erasure of the student finds the row even after the student has left the sheet. */
async function noteSubjects(tx: Transaction, batch: Batch, by: Principal, now: Date): Promise<void> {
  const { rows } = await planOfFile(batch, by, now);
  const subjects = JSON.stringify(rows.flatMap(({ no, person }) => (person ? [{ no, id: person.studentId }] : [])));
  await tx.$executeRaw`
    update batch_rows r set subject_id = row.id from json_to_recordset(${subjects}::json) as row (no int, id uuid)
    where r.batch_id = ${batch.id}::uuid and r.row_no = row.no`;
}

async function lockWaiting(tx: Transaction, id: string, by: Principal) {
  const batch = requireSender(await lockBatch(tx, id, "marks"), by);
  if (batch.state !== "checked") throw new AppError("CONFLICT", say("fileElsewhere"));
  return batch;
}

/** Stores the meaning of the columns, and the student of each row. @throws AppError */
export async function checkFile({ fileId, columns }: CheckFileInput, by: Principal, now: Date): Promise<void> {
  const named = columns.filter((field) => field !== null);
  if (new Set(named).size < named.length) throw fieldError("columns", say("columnTwice"));
  if (!hasFileColumns(columns)) throw fieldError("columns", say("needsColumns"));
  await transaction(async (tx) => {
    const batch = await lockWaiting(tx, fileId, by);
    const known = fileMappingOf(batch);
    await requireOpen(known.examId, by);
    const heads = headsMeant(await headsOf(batch), columns);
    const mapping: FileMapping = { ...known, columns, heads, isChecked: true };
    const checked = await tx.batch.update({ where: { id: fileId }, data: { mapping } });
    await noteSubjects(tx, checked, by, now);
  });
}

/** Deletes a file that was not written, with all its rows. @throws AppError */
export async function removeFile(fileId: string, by: Principal): Promise<void> {
  await transaction(async (tx) => {
    const batch = await lockWaiting(tx, fileId, by);
    const exam = await getExam(fileMappingOf(batch).examId, by);
    await tx.batch.delete({ where: { id: fileId } });
    await record(tx, { action: "marks-file-discarded", by, detail: auditDetailOf(exam) });
  });
}

/** The values that a row replaced, for undo. */
type Before = { mark: Mark | null; remark: string | null };

/** Writes the checked rows into the drafts. @throws AppError CONFLICT if anything has changed since */
export async function carryOutFile({ fileId, digest, again }: CarryOutInput, by: Principal, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const batch = await lockWaiting(tx, fileId, by);
    const exam = await lockMarks(tx, fileMappingOf(batch).examId, by);
    const plan = await planOfFile(batch, by, now);
    if (plan.digest !== digest) throw new AppError("CONFLICT", say("fileChanged"));
    if (!again && (await findWritten(batch, by))) throw new AppError("CONFLICT", say("sameFile"));
    const done = plan.rows.flatMap(({ no, state, person, mark, remark }) =>
      person && (state === "created" || state === "updated") ? [{ no, state, person, mark, remark }] : [],
    );
    if (done.length === 0) throw new AppError("CONFLICT", say("nothingToWrite"));
    const cells = done.map(({ person: { studentId }, mark, remark }) => ({ studentId, mark, remark }));
    await bringBack(tx, exam, by.userId);
    await writeMarks(tx, exam, cells, by, now);
    const values = plan.rows.map(({ no, state, person, fault }) => {
      const isDone = state === "created" || state === "updated";
      const before: Before | null = isDone && person ? { mark: person.mark, remark: person.remark } : null;
      const seen = isDone ? exam.marksVersion : null;
      return { no, state, id: person?.studentId, before, seen, faults: fault ? [fault] : [] };
    });
    await tx.$executeRaw`
      update batch_rows r set state = row.state::batch_row_state, subject_id = coalesce(row.id, r.subject_id), before = row.before,
        seen_version = row.seen, faults = row.faults
      from json_to_recordset(${JSON.stringify(values)}::json)
        as row (no int, state text, id uuid, before jsonb, seen int, faults jsonb)
      where r.batch_id = ${fileId}::uuid and r.row_no = row.no`;
    const counts = countsOf(plan.rows);
    await tx.batch.update({ where: { id: fileId }, data: { state: "applied", appliedAt: now, counts } });
    await record(tx, { action: "marks-imported", by, detail: { ...auditDetailOf(exam), count: done.length } });
  });
}

const refusals = {
  missing: say("noFile"),
  notApplied: say("fileElsewhere"),
  undoneAlready: say("fileElsewhere"),
  tooLate: say("undoTooLate"),
};

/** Why a row is not undone; null for one that is. The total may have been lowered since. */
function whyLeft(row: SheetRowView, { mark }: Before, seenVersion: number | null, totalMarks: number) {
  if (row.rowVersion !== seenVersion || row.isReleased) return "changedSince";
  // A mark that was released and withdrawn is replaced by a new one, not by an earlier one.
  if (row.withdrawal !== null && row.mark === null) return "changedSince";
  if (mark === null && row.told) return "toldAbsence";
  return mark?.kind === "scored" && mark.score > totalMarks ? "overTotalInFile" : null;
}

/** The sheet of a file, by student. @throws AppError FORBIDDEN if the caller does not teach one of the students */
async function sheetToUndo(exam: ExamRow, students: readonly (string | null)[], by: Principal, now: Date) {
  const rows = await listSheetRows(exam, null, now);
  const own = taughtBy(by) === null ? rows : await listSheetRows(exam, by, now);
  const reached = new Set(own.map(({ studentId }) => studentId));
  const isBeyond = ({ studentId }: SheetRowView) => students.includes(studentId) && !reached.has(studentId);
  if (rows.some(isBeyond)) throw new AppError("FORBIDDEN", say("undoneByOffice"));
  return new Map(rows.map((row) => [row.studentId, row]));
}

/** Restores the values that a file replaced; later changes stay. @throws AppError */
export async function undoFile({ fileId }: { fileId: string }, by: Principal, now: Date): Promise<void> {
  await transaction(async (tx) => {
    await findFile(fileId, by);
    const batch = await lockUndoable(tx, fileId, "marks", now, refusals);
    const exam = await lockMarks(tx, fileMappingOf(batch).examId, by);
    const rows = await tx.batchRow.findMany({
      where: { batchId: fileId, state: { in: ["created", "updated"] } },
      orderBy: { rowNo: "asc" },
      take: mostFileRows,
    });
    const students = rows.map(({ subjectId }) => subjectId);
    const sheet = await sheetToUndo(exam, students, by, now);
    const judged = rows.map(({ rowNo, subjectId, seenVersion, ...stored }) => {
      const row = subjectId === null ? undefined : sheet.get(subjectId);
      const before = stored.before as Before | null;
      const why = !row || !before ? "noSuchStudent" : whyLeft(row, before, seenVersion, Number(exam.totalMarks));
      const outcome: RowOutcome =
        why === null
          ? { rowNo, state: "reversed" }
          : { rowNo, state: why === "changedSince" ? "kept" : "failed", why: say(why) };
      return { outcome, studentId: row?.studentId ?? "", before };
    });
    const cells = judged.flatMap(({ outcome, studentId, before }) =>
      outcome.state === "reversed" && before ? [{ studentId, ...before }] : [],
    );
    if (cells.length > 0) {
      await bringBack(tx, exam, by.userId);
      await writeMarks(tx, exam, cells, by, now);
    }
    const outcomes = judged.map(({ outcome }) => outcome);
    await noteOutcomes(tx, fileId, outcomes);
    await closeUndone(tx, fileId, by.userId, now);
    await record(tx, { action: "marks-import-undone", by, detail: { ...auditDetailOf(exam), count: cells.length } });
  });
}
