import "server-only";
import { resolveSubjects } from "@/features/subjects/data";
import { AppError, type Issue } from "@/lib/errors";
import { subjectKey } from "@/lib/subject-key";
import { lockPeople } from "@/server/auth/users";
import type { Transaction } from "@/server/db/client";
import type { Candidate } from "@/server/roster/joining";
import { say } from "./messages-refusals";
import type { ResultInput } from "./schema";

type Sat = {
  student: Pick<Candidate, "id">;
  examName?: string | null | undefined;
  subject?: string | null | undefined;
  examDate?: string | null | undefined;
};

type Named = Sat & { student: Candidate };

type NameOf = Awaited<ReturnType<typeof resolveSubjects>>;

/** The key that identifies duplicate results; null without exam, subject or date (decision 50). */
function sameness({ student, examName, subject, examDate }: Sat, nameOf: NameOf): string | null {
  if (!examName || !subject || !examDate) return null;
  return JSON.stringify([student.id, subjectKey(examName), subjectKey(nameOf(subject)), examDate]);
}

/** The refusal of duplicate results, of stored ones or within the list, with the first one's id. */
export async function faultsOfTwice(
  tx: Transaction,
  results: ResultInput[],
  people: (Candidate | undefined)[],
): Promise<AppError[]> {
  const named = results.flatMap(({ examName, subject, examDate }, index) => {
    const student = people[index];
    return student && examName && subject && examDate ? [{ row: { student, examName, subject, examDate }, index }] : [];
  });
  if (named.length === 0) return [];
  // Of two equal results, the second sees the first.
  await lockPeople(tx, [...new Set(named.map(({ row }) => row.student.id))]);
  const stored = await findAlike(
    tx,
    named.map(({ row }) => row),
  );
  const nameOf = await resolveSubjects([...stored, ...named.map(({ row }) => row)].map(({ subject }) => subject));
  const before = new Map(stored.toReversed().map((row) => [sameness(row, nameOf), row.id]));
  const earlier = new Set<string | null>();
  const issues: (Issue & { existingId: string | undefined })[] = [];
  for (const { row, index } of named) {
    const same = sameness(row, nameOf);
    const existingId = before.get(same);
    if (existingId !== undefined || earlier.has(same)) {
      const message = say(existingId === undefined ? "addedTwice" : "addedBefore", row.student.name);
      issues.push({ path: ["results", index, "examName"], message, existingId });
    }
    earlier.add(same);
  }
  const [first] = issues;
  if (!first) return [];
  const told = issues.map(({ path, message }) => ({ path, message }));
  const existingId = issues.find((issue) => issue.existingId)?.existingId;
  return [new AppError("CONFLICT", first.message, told, {}, existingId)];
}

/** The stored results of these students in exams of the same days, oldest first. */
async function findAlike(tx: Transaction, rows: Named[]) {
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
