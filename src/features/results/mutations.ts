import "server-only";
import { AppError, type Issue } from "@/lib/errors";
import { db } from "@/server/db";
import { copy } from "./copy";
import { resultViewOf } from "./data";
import type { ResultInput } from "./schema";

/** Writes all results or none. @throws AppError NOT_FOUND naming each one whose student is not registered (decision 14) */
export async function addResults(results: ResultInput[]) {
  return db().$transaction(async (tx) => {
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

    const added = await tx.result.createManyAndReturn({ data: rows });
    const emailOf = new Map(students.map((student) => [student.id, student.email ?? ""]));
    return added.map((row) => ({ ...resultViewOf(row), studentEmail: emailOf.get(row.studentId) ?? "" }));
  });
}
