import "server-only";
import { AppError, type Issue } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit";
import { type Transaction, transaction } from "@/server/db";
import { newIds } from "@/server/ids";
import { enqueue } from "@/server/jobs";
import { isMailConfigured, orderMails } from "@/server/mail";
import { copy } from "./copy";
import { requireSight, resultViewOf } from "./data";
import type { ResultInput } from "./schema";

/**
 * Writes all results or none; a job that is committed with them tells the students (decision 16).
 * @throws AppError NOT_FOUND naming each one whose student is not registered (decision 14)
 */
export async function addResults(results: ResultInput[], by: Principal) {
  return transaction(async (tx) => {
    const students = await tx.$queryRaw<{ id: string; email: string; now: Date }[]>`
      select id, email, now()::timestamptz(3) as now from users
      where role = 'user' and email = any(${results.map((result) => result.studentEmail)})`;
    const studentOf = new Map(students.map((student) => [student.email, student]));

    const ids = newIds(results.length);
    const rows = results.flatMap(({ studentEmail, ...rest }, index) => {
      const [id, student] = [ids[index], studentOf.get(studentEmail)];
      return id && student ? [{ ...rest, id, studentId: student.id, createdAt: student.now, studentEmail }] : [];
    });
    if (rows.length < results.length) {
      const issues = results.flatMap((result, index): Issue[] =>
        studentOf.has(result.studentEmail)
          ? []
          : [{ path: ["results", index, "studentEmail"], message: copy.notRegistered }],
      );
      throw new AppError("NOT_FOUND", copy.notRegistered, issues);
    }

    await insert(tx, rows);
    if (!isMailConfigured()) await vouchFor(tx, [...new Set(rows.map(({ studentId }) => studentId))], by);
    await enqueue(tx, "tellOfResults", { ids });
    const subjectId = students.length === 1 ? students[0]?.id : undefined;
    await record(tx, { action: "results-added", by, subjectId, detail: { count: rows.length } });
    return rows.map(({ studentEmail, ...row }) => ({ ...resultViewOf(row), studentEmail }));
  });
}

/** While no mail leaves, a first result from the office says that an account which made itself is that pupil's. */
async function vouchFor(tx: Transaction, ids: string[], by: Principal): Promise<void> {
  await tx.user.updateMany({
    where: { id: { in: ids }, emailConfirmedAt: null, vouchedAt: null },
    data: { vouchedAt: new Date(), vouchedById: by.userId },
  });
}

type NewRow = Omit<ResultInput, "studentEmail"> & { id: string; studentId: string; createdAt: Date };

// As one value, however many there are: a thousand rows as nine thousand values take ten times as long. What is written is
// what was given: to hear it again takes as long as to write it.
async function insert(tx: Transaction, rows: NewRow[]): Promise<void> {
  await tx.$executeRaw`
    insert into results (id, student_id, class_name, score, total_marks, gpa, exam_name, subject, exam_date, created_at)
    select id, "studentId", "className", score, "totalMarks", gpa, "examName", subject, "examDate", "createdAt"
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (id uuid, "studentId" uuid, "className" smallint, score numeric,
      "totalMarks" numeric, gpa numeric, "examName" text, subject text, "examDate" date, "createdAt" timestamptz)`;
}

/** Orders the mails that tell students of these results: one for each, once for ever (decision 16). */
export async function tellOfResults(ids: string[]): Promise<void> {
  await transaction(async (tx) => {
    const results = await tx.result.findMany({
      where: { id: { in: ids } },
      select: { id: true, student: { select: { id: true, email: true } } },
    });
    await orderMails(
      tx,
      results.flatMap(({ id, student }) =>
        student.email === null
          ? []
          : [
              {
                kind: "resultAdded",
                event: `resultAdded:${id}`,
                recipient: student.email,
                rank: 1 as const,
                userId: student.id,
                about: { resultId: id },
              },
            ],
      ),
    );
  });
}

/** Notes that the student has seen these results; those of someone else stay as they are. @throws AppError FORBIDDEN */
export async function markRead(ids: string[], student: Principal): Promise<void> {
  const studentId = await requireSight(student);
  await transaction((tx) =>
    tx.result.updateMany({
      where: { id: { in: ids }, studentId, readAt: null },
      data: { readAt: new Date() },
    }),
  );
}
