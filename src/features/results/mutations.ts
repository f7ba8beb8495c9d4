import "server-only";
import { dateHere } from "@/content/institute";
import { resolveSubjects } from "@/features/subjects/data";
import { emailDelay } from "@/lib/email-delay";
import { AppError, type Issue } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit/audit";
import { vouchForPeople } from "@/server/auth/users";
import { type Transaction, transaction } from "@/server/db/client";
import { newIds } from "@/server/db/ids";
import { enqueue } from "@/server/jobs/jobs";
import { enqueueNews } from "@/server/mail/news";
import { isMailConfigured } from "@/server/mail/outbox";
import { requireAccess } from "./data-access";
import { newsOf } from "./data-news";
import { resultViewOf } from "./data-view";
import { say } from "./messages-refusals";
import { faultsOfPeople, findPeople, putOnRoster } from "./mutations-people";
import { faultsOfTwice } from "./mutations-twice";
import type { ResultInput } from "./schema";

/**
 * Adds all results or none. When to notify people of them is stored in the same transaction (decisions 16 and 329).
 * @throws AppError BAD_REQUEST, naming each result of an exam that is still to come; NOT_FOUND or CONFLICT, naming each result
 * whose student is not registered, and each duplicate (decision 14)
 */
export async function addResults(results: ResultInput[], by: Principal, now: Date) {
  requirePast(results, now);
  return transaction(async (tx) => {
    const found = await findPeople(tx, results);
    refuse([...faultsOfPeople(results, found), ...(await faultsOfTwice(tx, results, found))]);
    const nameOf = await resolveSubjects(results.map((result) => result.subject));
    const ids = newIds(results.length);
    const rows = results.flatMap(({ studentEmail, studentId: _, subject, ...rest }, index) => {
      const [id, student] = [ids[index], found[index]];
      return id && student
        ? [
            {
              ...rest,
              subject: nameOf(subject),
              id,
              studentId: student.id,
              createdAt: student.now,
              student,
              studentEmail,
            },
          ]
        : [];
    });
    const joined = await putOnRoster(tx, rows, now);
    await insert(
      tx,
      rows.map(({ student: _, studentEmail: __, ...row }) => row),
    );
    const people = [...new Set(rows.map(({ studentId }) => studentId))];
    // Without a mail server, the first result from the office verifies a self-registered account.
    if (!isMailConfigured()) await vouchForPeople(tx, people, by.userId);
    await enqueue(tx, "tellOfResults", {});
    const subjectId = people.length === 1 ? people[0] : undefined;
    await record(tx, { action: "results-added", by, subjectId, detail: detailOf(results) });
    return rows.map(({ student, studentEmail, ...row }) => ({
      ...resultViewOf(row),
      studentEmail,
      studentId: student.id,
      studentName: student.name,
      joinedRoster: joined.has(student.id),
      joinedClass: joined.get(student.id) ?? null,
    }));
  });
}

function requirePast(results: ResultInput[], now: Date): void {
  const message = say("dateAhead");
  const today = dateHere(now);
  const issues = results.flatMap(({ examDate }, index): Issue[] =>
    examDate && examDate > today ? [{ path: ["results", index, "examDate"], message }] : [],
  );
  if (issues.length > 0) throw new AppError("BAD_REQUEST", message, issues);
}

/** Throws the first of these faults, with the issues of all. */
function refuse(faults: AppError[]): void {
  const [first] = faults;
  if (!first) return;
  const issues = faults.flatMap((fault) => fault.issues ?? []);
  throw new AppError(first.code, first.message, issues, {}, first.existingId);
}

/** The number of results, and class, exam and subject if they are equal for all. */
function detailOf(results: ResultInput[]) {
  const shared = <Value>(values: Value[]) => (new Set(values).size === 1 ? (values[0] ?? undefined) : undefined);
  return {
    count: results.length,
    class: shared(results.map(({ className }) => className)),
    exam: shared(results.map(({ examName }) => examName)),
    subject: shared(results.map(({ subject }) => subject)),
  };
}

type NewRow = Omit<ResultInput, "studentEmail" | "studentId"> & { id: string; studentId: string; createdAt: Date };

// As one JSON value: a thousand rows as nine thousand parameters take ten times as long. Without `returning`, which would
// take as long again.
async function insert(tx: Transaction, rows: NewRow[]): Promise<void> {
  await tx.$executeRaw`
    insert into results (id, student_id, class_name, score, total_marks, gpa, exam_name, subject, exam_date, created_at, tell_at)
    select id, "studentId", "className", score, "totalMarks", gpa, "examName", subject, "examDate", "createdAt",
      "createdAt" + ${emailDelay} * interval '1 millisecond'
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (id uuid, "studentId" uuid, "className" smallint, score numeric,
      "totalMarks" numeric, gpa numeric, "examName" text, subject text, "examDate" date, "createdAt" timestamptz)`;
}

/** Number of results per transaction: each is news for up to three people, and other transactions wait to queue theirs. */
const atATime = 2_000;

/** Enqueues the news about added results to students and guardians, to be sent after the delay (decisions 16 and 146). */
export async function notifyOfResults(): Promise<void> {
  while ((await notifyOfSome()) === atATime);
}

function notifyOfSome(): Promise<number> {
  return transaction(async (tx) => {
    const untold = await tx.$queryRaw<{ id: string; tellAt: Date }[]>`
      with untold as (
        select id, tell_at from results where tell_at is not null order by id limit ${atATime} for update skip locked
      )
      update results r set tell_at = null from untold where r.id = untold.id returning r.id, untold.tell_at as "tellAt"`;
    if (untold.length === 0) return 0;
    // The delay began when they were added.
    const addedAt = new Date(Math.max(...untold.map(({ tellAt }) => tellAt.getTime())) - emailDelay);
    const ids = untold.map(({ id }) => id);
    await enqueueNews(tx, await newsOf(ids, "added"), addedAt);
    return untold.length;
  });
}

type Seen = { ids: string[]; studentId?: string | undefined };

/** Marks results as read by the caller; those of others stay unchanged. @throws AppError FORBIDDEN, NOT_FOUND */
export async function markRead({ ids, studentId: childId }: Seen, by: Principal): Promise<void> {
  const sight = await requireAccess(by, childId);
  if (sight === null) return;
  const { studentId, guardianId } = sight;
  await transaction(async (tx) => {
    if (guardianId === null) {
      await tx.result.updateMany({ where: { id: { in: ids }, studentId, readAt: null }, data: { readAt: new Date() } });
      return;
    }
    // A guardian's read mark does not affect the student's.
    await tx.$executeRaw`insert into result_reads (result_id, reader_id) select id, ${guardianId}::uuid from results
      where id = any(${ids}::uuid[]) and student_id = ${studentId}::uuid on conflict do nothing`;
  });
}
