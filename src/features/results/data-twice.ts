import "server-only";
import { resolveSubjects } from "@/features/subjects/data";
import { subjectKey } from "@/lib/subject-key";
import { db, type Transaction } from "@/server/db/client";

type Facts = {
  examName?: string | null | undefined;
  subject?: string | null | undefined;
  examDate?: string | null | undefined;
};

export type Sat = Facts & { student: { id: string } };

/** The key that identifies duplicate results; null without exam, subject or date (decision 50). */
export function sameness(
  { student, examName, subject, examDate }: Sat,
  nameOf: Awaited<ReturnType<typeof resolveSubjects>>,
): string | null {
  if (!examName || !subject || !examDate) return null;
  return JSON.stringify([student.id, subjectKey(examName), subjectKey(nameOf(subject)), examDate]);
}

/** The stored results of these students in exams of the same days, oldest first. */
export async function findAlike(tx: Pick<Transaction, "$queryRaw">, rows: readonly Sat[]) {
  const asked = rows.map(({ student, examDate }) => ({ id: student.id, examDate }));
  // Lateral: without statistics of new results, PostgreSQL would compare each row with all of them.
  const found = await tx.$queryRaw<{ id: string; studentId: string; examName: string; subject: string; day: string }[]>`
    select alike.* from (select distinct id, "examDate"
        from json_to_recordset(${JSON.stringify(asked)}::json) as row (id uuid, "examDate" date)) asked,
      lateral (select r.id, r.created_at, r.student_id as "studentId", r.exam_name as "examName", r.subject, r.exam_date::text as day
        from current_results r where r.student_id = asked.id and r.exam_date = asked."examDate"
          and r.exam_name is not null and r.subject is not null offset 0) alike
    order by alike.created_at, alike.id`;
  return found.map(({ id, studentId, examName, subject, day }) => {
    return { id, student: { id: studentId }, examName, subject, examDate: day };
  });
}

/** The students who have a result with the name, subject and date of this exam, or will have one among `planned`. */
export async function findWhoHasResult(
  studentIds: readonly string[],
  exam: Required<Facts>,
  planned: readonly Sat[] = [],
): Promise<Set<string>> {
  const sat = studentIds.map((id) => ({ ...exam, student: { id } }));
  const stored = [...(await findAlike(db(), sat)), ...planned];
  const nameOf = await resolveSubjects([exam.subject, ...stored.map(({ subject }) => subject)]);
  const own = new Set(sat.map((one) => sameness(one, nameOf)));
  // An exam without a date is not compared.
  own.delete(null);
  return new Set(stored.flatMap((one) => (own.has(sameness(one, nameOf)) ? [one.student.id] : [])));
}
