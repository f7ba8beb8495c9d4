import "server-only";
import { createHash } from "node:crypto";
import type { Principal } from "@/lib/principal";
import { sql } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import { type ExamRow, getExam } from "./data";
import { countsOf, listConcerned } from "./data-reached";
import { listSheetRows } from "./data-sheet";
import type { PreviewPeopleInput, PreviewPersonView, ReleaseView } from "./schema-release";

/** Who has a result or an absence of this exam already. */
async function listReleased(examId: string): Promise<Set<string>> {
  const rows = await sql<{ id: string }>(Prisma.sql`
    select student_id as id from results where exam_id = ${examId}::uuid
    union select student_id from exam_absences where exam_id = ${examId}::uuid`);
  return new Set(rows.map(({ id }) => id));
}

/** What a release would do now, and the marks that it would release. */
export async function planRelease(exam: ExamRow, by: Principal, now: Date) {
  const [all, released] = await Promise.all([listSheetRows(exam, by, now), listReleased(exam.id)]);
  const rows = all.filter(({ studentId, isExempt }) => !isExempt && !released.has(studentId));
  const marked = rows.filter(({ mark }) => mark !== null);
  const people = await listConcerned(rows);
  const counts = countsOf(people);
  const facts = [exam.rowVersion, marked.map(({ studentId, mark, remark }) => [studentId, mark, remark]), counts];
  const digest = createHash("sha256").update(JSON.stringify(facts)).digest("hex");
  return { marked, people, preview: { ...counts, digest } satisfies ReleaseView };
}

/** What a release would do now. @throws AppError NOT_FOUND, FORBIDDEN */
export async function previewRelease(id: string, by: Principal, now: Date): Promise<ReleaseView> {
  return (await planRelease(await getExam(id, by), by, now)).preview;
}

/** Whom a number of the preview counts, in the order of the sheet. @throws AppError NOT_FOUND, FORBIDDEN */
export async function listPreviewPeople(
  { id, fact }: PreviewPeopleInput,
  by: Principal,
  now: Date,
): Promise<PreviewPersonView[]> {
  return (await planRelease(await getExam(id, by), by, now)).people[fact];
}
