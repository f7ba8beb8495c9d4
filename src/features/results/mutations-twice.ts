import "server-only";
import { AppError, type Issue } from "@/lib/errors";
import type { Transaction } from "@/server/db/client";
import { type Candidate, lockPeople } from "@/server/roster/joining";
import { say } from "./messages";

type Named = {
  student: Candidate;
  examName?: string | null | undefined;
  subject?: string | null | undefined;
  examDate?: string | null | undefined;
};

/** The key that identifies duplicate results; undefined without exam, subject or date (decision 50). */
function sameness({ student, examName, subject, examDate }: Named): string | null {
  if (!examName || !subject || !examDate) return null;
  return JSON.stringify([student.id, examName.toLowerCase(), subject.toLowerCase(), examDate]);
}

/** Rejects duplicate results: of stored ones, or within the list. @throws AppError CONFLICT with the first one's id */
export async function requireNew(tx: Transaction, rows: Named[]): Promise<void> {
  const named = rows.flatMap((row, index) => {
    const same = sameness(row);
    return same === null ? [] : [{ row, index, same }];
  });
  if (named.length === 0) return;
  await lockPeople(tx, [...new Set(named.map(({ row }) => row.student.id))]);
  const before = await findSame(
    tx,
    named.map(({ row }) => row),
  );
  const earlier = new Set<string>();
  const issues: (Issue & { existingId: string | undefined })[] = [];
  for (const { row, index, same } of named) {
    const existingId = before.get(same);
    if (existingId !== undefined || earlier.has(same)) {
      const message = say(existingId === undefined ? "addedTwice" : "addedBefore", row.student.name);
      issues.push({ path: ["results", index, "examName"], message, existingId });
    }
    earlier.add(same);
  }
  const [first] = issues;
  if (!first) return;
  const told = issues.map(({ path, message }) => ({ path, message }));
  throw new AppError("CONFLICT", first.message, told, {}, issues.find(({ existingId }) => existingId)?.existingId);
}

async function findSame(tx: Transaction, rows: Named[]): Promise<Map<string, string>> {
  const asked = rows.map(({ student, examName, subject, examDate }) => ({
    id: student.id,
    examName,
    subject,
    examDate,
  }));
  const found = await tx.$queryRaw<{ id: string; studentId: string; examName: string; subject: string; day: string }[]>`
    select distinct on (r.student_id, lower(r.exam_name), lower(r.subject), r.exam_date) r.id, r.student_id as "studentId",
      r.exam_name as "examName", r.subject, r.exam_date::text as day
    from json_to_recordset(${JSON.stringify(asked)}::json) as asked (id uuid, "examName" text, subject text, "examDate" date)
    join current_results r on r.student_id = asked.id and lower(r.exam_name) = lower(asked."examName")
      and lower(r.subject) = lower(asked.subject) and r.exam_date = asked."examDate"
    order by r.student_id, lower(r.exam_name), lower(r.subject), r.exam_date, r.created_at, r.id`;
  return new Map(
    found.map(({ id, studentId, examName, subject, day }) => [
      JSON.stringify([studentId, examName.toLowerCase(), subject.toLowerCase(), day]),
      id,
    ]),
  );
}
