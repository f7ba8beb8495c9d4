import "server-only";
import { createHash } from "node:crypto";
import type { Principal } from "@/lib/principal";
import { sql } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import { type ExamRow, getExam } from "./data";
import { findBefore } from "./data-events";
import { countsOf, listConcerned } from "./data-reached";
import { listSheetRows } from "./data-sheet";
import { takes } from "./rules";
import type { PreviewPeopleInput, PreviewPersonView, ReleaseView } from "./schema-release";
import type { SheetRowView } from "./schema-sheet";
import type { TogetherView } from "./schema-together";

/** People who can already see that they were absent or excused. */
async function listNotified(examId: string): Promise<Map<string, string>> {
  const rows = await sql<{ id: string; kind: string }>(Prisma.sql`
    select student_id as id, kind from exam_absences where exam_id = ${examId}::uuid and withdrawn_at is null`);
  return new Map(rows.map(({ id, kind }) => [id, kind]));
}

const digestOf = (facts: unknown) => createHash("sha256").update(JSON.stringify(facts)).digest("hex");

/** A preview of a release, and the marks it would release. `marksDigest` covers only the exam and its marks. */
export async function planRelease(exam: ExamRow, now: Date) {
  const [all, told] = await Promise.all([listSheetRows(exam, null, now), listNotified(exam.id)]);
  // A student who was absent and took the exam later has a late mark.
  const rows = all.filter(({ studentId, isExempt, isReleased, mark }) => {
    return !isExempt && !isReleased && !(told.has(studentId) && (mark === null || mark.kind === told.get(studentId)));
  });
  const marked = rows.filter(({ mark }) => mark !== null);
  const scored = marked.filter(({ mark }) => mark?.kind === "scored");
  const people = await listConcerned(rows);
  const counts = countsOf(people);
  const { className, sections, subject, examName, examDate, totalMarks } = exam;
  const marks = marked.map(({ studentId, mark, remark }) => [studentId, mark, remark]);
  const marksDigest = digestOf([
    className,
    sections,
    subject,
    examName,
    examDate,
    Number(totalMarks),
    marks.toSorted(),
  ]);
  return { marked, scored, people, counts, marksDigest, digest: digestOf([exam.rowVersion, marksDigest, counts]) };
}

export type ReleasePlan = Awaited<ReturnType<typeof planRelease>>;

/** A preview of a release. @throws AppError NOT_FOUND, FORBIDDEN */
export async function previewRelease(id: string, by: Principal, now: Date): Promise<ReleaseView> {
  const exam = await getExam(id, by);
  const [{ counts, digest }, before] = await Promise.all([planRelease(exam, now), findBefore(exam)]);
  return { ...counts, before, digest };
}

/** The people behind a number of the preview, in the order of the sheet. @throws AppError NOT_FOUND, FORBIDDEN */
export async function listPreviewPeople(
  { id, fact }: PreviewPeopleInput,
  by: Principal,
  now: Date,
): Promise<PreviewPersonView[]> {
  return (await planRelease(await getExam(id, by), now)).people[fact];
}

/** A preview of releasing exams together. @throws AppError NOT_FOUND, FORBIDDEN */
export async function previewTogether(ids: readonly string[], by: Principal, now: Date): Promise<TogetherView> {
  const [exams, settled, scored]: [TogetherView["exams"], TogetherView["settled"], SheetRowView[]] = [[], [], []];
  for (const id of new Set(ids)) {
    const exam = await getExam(id, by);
    const plan = await planRelease(exam, now);
    if (exam.state === "released") settled.push({ id, why: "released" });
    else if (plan.marked.length === 0 || !takes(exam.state, "release")) settled.push({ id, why: "nothing" });
    else {
      exams.push({ id, digest: plan.digest });
      scored.push(...plan.scored);
    }
  }
  const { mailed, guardiansMailed } = await listConcerned(uniqueStudents(scored));
  return {
    ...{ exams, settled },
    results: scored.length,
    mailed: mailed.length,
    guardiansMailed: guardiansMailed.length,
  };
}

const uniqueStudents = (rows: readonly SheetRowView[]) => [
  ...new Map(rows.map((row) => [row.studentId, row])).values(),
];
