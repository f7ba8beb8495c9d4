import "server-only";
import { isoDate } from "@/lib/dates";
import { AppError } from "@/lib/errors";
import { canonicalEmail } from "@/lib/fields";
import type { Principal } from "@/lib/principal";
import { db } from "@/server/db";
import type { Result } from "@/server/generated/prisma/client";
import { copy } from "./copy";
import { gradeFor, percentageOf } from "./rules";
import type { ResultView } from "./schema";

/** A row as every answer shows it. */
export function resultViewOf(row: Result): ResultView {
  const [score, totalMarks] = [Number(row.score), Number(row.totalMarks)];
  return {
    _id: row.id,
    className: String(row.className),
    score,
    totalMarks,
    percentage: percentageOf(score, totalMarks),
    grade: gradeFor(score, totalMarks).grade,
    gpa: row.gpa === null ? null : Number(row.gpa),
    examName: row.examName,
    subject: row.subject,
    examDate: row.examDate && isoDate(row.examDate),
    createdAt: row.createdAt.toISOString(),
  };
}

/** The results of a student, newest first, 1000 at most. */
export async function listResults(studentId: string): Promise<ResultView[]> {
  const rows = await db().result.findMany({
    where: { studentId },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: 1000,
  });
  return rows.map(resultViewOf);
}

/**
 * The results behind an address, for that student and the administrator. Everyone else gets the answer of an unknown
 * address (decision 13). @throws AppError NOT_FOUND
 */
export async function listResultsOf(email: string, principal: Principal): Promise<ResultView[]> {
  const address = canonicalEmail(email);
  const mayRead = principal.role === "admin" || principal.email === address;
  const student = mayRead ? await db().user.findUnique({ where: { email: address }, select: { id: true } }) : null;
  const results = student ? await listResults(student.id) : [];
  if (results.length === 0) throw new AppError("NOT_FOUND", copy.none);
  return results;
}
