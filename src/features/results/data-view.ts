import "server-only";
import { isoDate } from "@/lib/dates";
import { gradeFor, percentageOf } from "@/lib/grades";
import type { Result } from "@/server/generated/prisma/client";
import type { ResultView } from "./schema";

/** A row from Prisma, from plain SQL, or as inserted. */
export type ResultRow = Pick<Result, "id" | "className" | "createdAt"> & {
  score: Result["score"] | number;
  totalMarks: Result["totalMarks"] | number;
  gpa?: Result["gpa"] | number | undefined;
  examName?: string | null | undefined;
  subject?: string | null | undefined;
  examDate?: Date | string | null | undefined;
};

export function resultViewOf(row: ResultRow): ResultView {
  const [score, totalMarks] = [Number(row.score), Number(row.totalMarks)];
  const { gpa = null, examName = null, subject = null, examDate = null } = row;
  return {
    _id: row.id,
    className: String(row.className),
    score,
    totalMarks,
    percentage: percentageOf(score, totalMarks),
    grade: gradeFor(score, totalMarks).grade,
    gpa: gpa === null ? null : Number(gpa),
    examName,
    subject,
    examDate: examDate === null ? null : isoDate(new Date(examDate)),
    createdAt: row.createdAt,
  };
}
