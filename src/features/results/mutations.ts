import "server-only";
import { AppError, type Issue } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit";
import { transaction } from "@/server/db";
import { orderMails } from "@/server/mail";
import { copy } from "./copy";
import { requireSight, resultViewOf } from "./data";
import type { ResultInput } from "./schema";

/**
 * Writes all results or none, and orders a mail for each (decision 16).
 * @throws AppError NOT_FOUND naming each one whose student is not registered (decision 14)
 */
export async function addResults(results: ResultInput[], by: Principal) {
  return transaction(async (tx) => {
    const students = await tx.user.findMany({
      where: { role: "user", email: { in: results.map((result) => result.studentEmail) } },
      select: { id: true, email: true },
    });
    const idOf = new Map(students.map((student) => [student.email, student.id]));

    const rows = results.flatMap(({ studentEmail, examDate, ...rest }) => {
      const studentId = idOf.get(studentEmail);
      return studentId ? [{ ...rest, studentId, examDate: examDate ? new Date(examDate) : null }] : [];
    });
    if (rows.length < results.length) {
      const issues = results.flatMap((result, index): Issue[] =>
        idOf.has(result.studentEmail)
          ? []
          : [{ path: ["results", index, "studentEmail"], message: copy.notRegistered }],
      );
      throw new AppError("NOT_FOUND", copy.notRegistered, issues);
    }

    const emailOf = new Map(students.map((student) => [student.id, student.email ?? ""]));
    const added = (await tx.result.createManyAndReturn({ data: rows })).map((row) => ({
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
