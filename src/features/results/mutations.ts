import "server-only";
import { AppError, type Issue } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit";
import { type Transaction, transaction } from "@/server/db";
import { newIds } from "@/server/ids";
import { orderMails } from "@/server/mail";
import { copy } from "./copy";
import { type ResultRow, requireSight, resultColumns, resultViewOf } from "./data";
import type { ResultInput } from "./schema";

/**
 * Writes all results or none, and orders a mail for each (decision 16).
 * @throws AppError NOT_FOUND naming each one whose student is not registered (decision 14)
 */
export async function addResults(results: ResultInput[], by: Principal) {
  return transaction(async (tx) => {
    const students = await tx.$queryRaw<{ id: string; email: string }[]>`
      select id, email from users where role = 'user' and email = any(${results.map((result) => result.studentEmail)})`;
    const idOf = new Map(students.map((student) => [student.email, student.id]));

    const ids = newIds(results.length);
    const rows = results.flatMap(({ studentEmail, ...rest }, index) => {
      const [id, studentId] = [ids[index], idOf.get(studentEmail)];
      return id && studentId ? [{ ...rest, id, studentId }] : [];
    });
    if (rows.length < results.length) {
      const issues = results.flatMap((result, index): Issue[] =>
        idOf.has(result.studentEmail)
          ? []
          : [{ path: ["results", index, "studentEmail"], message: copy.notRegistered }],
      );
      throw new AppError("NOT_FOUND", copy.notRegistered, issues);
    }

    const emailOf = new Map(students.map((student) => [student.id, student.email]));
    const added = (await insert(tx, rows)).map((row) => ({
      row,
      studentEmail: emailOf.get(row.studentId) ?? "",
    }));
    await orderMails(
      tx,
      added.map(({ row: { id, studentId }, studentEmail }) => ({
        kind: "resultAdded",
        event: `resultAdded:${id}`,
        recipient: studentEmail,
        userId: studentId,
        about: { resultId: id },
      })),
    );
    const [only, ...others] = new Set(added.map(({ row }) => row.studentId));
    const subjectId = others.length === 0 ? only : undefined;
    await record(tx, { action: "results-added", by, subjectId, detail: { count: added.length } });
    return added.map(({ row, studentEmail }) => ({ ...resultViewOf(row), studentEmail }));
  });
}

type NewRow = Omit<ResultInput, "studentEmail"> & { id: string; studentId: string };

// As one value, however many there are: a thousand rows as nine thousand values take ten times as long.
function insert(tx: Transaction, rows: NewRow[]): Promise<ResultRow[]> {
  return tx.$queryRaw<ResultRow[]>`
    insert into results (id, student_id, class_name, score, total_marks, gpa, exam_name, subject, exam_date)
    select id, "studentId", "className", score, "totalMarks", gpa, "examName", subject, "examDate"
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (id uuid, "studentId" uuid, "className" smallint, score numeric,
      "totalMarks" numeric, gpa numeric, "examName" text, subject text, "examDate" date)
    returning ${resultColumns}`;
}

/** Notes that the student has seen these results; those of someone else stay as they are. @throws AppError FORBIDDEN */
export async function markRead(ids: string[], student: Principal): Promise<void> {
  requireSight(student);
  await transaction((tx) =>
    tx.result.updateMany({
      where: { id: { in: ids }, studentId: student.userId, readAt: null },
      data: { readAt: new Date() },
    }),
  );
}
