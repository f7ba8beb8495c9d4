import "server-only";
import { followedClass } from "@/features/enrolments/data";
import { decodeCursor, pageOf } from "@/lib/cursor";
import { isoDate } from "@/lib/dates";
import { AppError } from "@/lib/errors";
import { canonicalEmail, mostOnPage } from "@/lib/fields";
import { reachOf } from "@/lib/may";
import type { Principal } from "@/lib/principal";
import { noteMissedConfirmation } from "@/server/auth/missed-confirmation";
import { findByIdentifier } from "@/server/auth/users";
import { db, sql } from "@/server/db/client";
import { createLoader } from "@/server/db/data-loader";
import { Prisma, type Result } from "@/server/generated/prisma/client";
import { isMailConfigured } from "@/server/mail/outbox";
import { say } from "./messages";
import { actions, canSeeResults, gradeFor, percentageOf } from "./rules";
import type { MyResultView, ResultsPage, ResultsPageInput, ResultView } from "./schema";

/** A row as Prisma has it, as plain SQL says it, or as it is written. */
type Row = Pick<Result, "id" | "className" | "createdAt"> & {
  score: Result["score"] | number;
  totalMarks: Result["totalMarks"] | number;
  gpa?: Result["gpa"] | number | undefined;
  examName?: string | null | undefined;
  subject?: string | null | undefined;
  examDate?: Date | string | null | undefined;
};

/** A row as every answer shows it. */
export function resultViewOf(row: Row): ResultView {
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

/** True for who may see results: a student who is known to be the pupil that the account is of. */
export const seesResults = (student: Pick<Principal, "emailConfirmed" | "vouched">) => canSeeResults(student);

/**
 * Whose results a student may see: the student's own id, so that nobody reaches them without waiting for the answer. Who may
 * see none gets the letter that confirms the address, if none has come yet; where no mail leaves there is none to wait for, and
 * null says that there is nothing to see before the office puts the account on the roster.
 * @throws AppError FORBIDDEN for an address that is not confirmed
 */
export async function requireSight(student: Principal): Promise<string | null> {
  if (seesResults(student)) return student.userId;
  if (!isMailConfigured()) return null;
  await noteMissedConfirmation(student);
  throw new AppError("FORBIDDEN", say("confirmFirst"));
}

type FoundRow = Row & Pick<Result, "studentId" | "readAt">;

const columns = Prisma.sql`id, student_id as "studentId", class_name as "className", score::float8 as score,
  total_marks::float8 as "totalMarks", gpa::float8 as gpa, exam_name as "examName", subject,
  exam_date::timestamp at time zone 'UTC' as "examDate", created_at as "createdAt", read_at as "readAt"`;

/** Newest first: the first page of the longest kind, and one more where there is another page. */
const rowsOf = createLoader(
  (studentIds) =>
    sql<FoundRow>(
      Prisma.sql`
        select result.* from unnest(${studentIds}::uuid[]) student (id) cross join lateral (
          select ${columns} from results
          where student_id = student.id order by created_at desc, id desc limit ${mostOnPage + 1}
        ) result`,
    ),
  ({ studentId }) => studentId,
  20,
);

/** The student's own results, newest first, 1000 at most. @throws AppError FORBIDDEN */
export async function listOwnResults(student: Principal): Promise<MyResultView[]> {
  const studentId = await requireSight(student);
  const rows = studentId === null ? [] : (await rowsOf(studentId)).slice(0, mostOnPage);
  return rows.map((row) => ({ ...resultViewOf(row), isNew: row.readAt === null }));
}

/**
 * The class a student is in; of whoever was never on the roster of one, those of the results, the latest first. None while the
 * results may not be seen.
 */
export async function listClasses(student: Principal): Promise<string[]> {
  if (!seesResults(student)) return [];
  const followed = await followedClass(student.userId);
  if (followed !== undefined) return followed === null ? [] : [followed];
  const classes = await db().result.groupBy({
    by: "className",
    where: { studentId: student.userId },
    orderBy: { _max: { createdAt: "desc" } },
  });
  return classes.map(({ className }) => String(className));
}

/** How many results the student has not seen yet; none while they may not be seen. */
export async function countUnread(student: Principal): Promise<number> {
  return seesResults(student) ? db().result.count({ where: { studentId: student.userId, readAt: null } }) : 0;
}

/** A page of the student's own results, newest first. @throws AppError NOT_FOUND without results, FORBIDDEN */
export async function pageOwnResults(page: ResultsPageInput, student: Principal): Promise<ResultsPage> {
  return pageOfStudent(await requireSight(student), page);
}

/**
 * A page of the results behind an address, for that student and the administrator. Everyone else gets the answer of an
 * unknown address (decision 13). @throws AppError NOT_FOUND, and FORBIDDEN for one's own that may not be seen
 */
export async function listResultsOf(email: string, page: ResultsPageInput, principal: Principal): Promise<ResultsPage> {
  const address = canonicalEmail(email);
  if (principal.email === address) return pageOwnResults(page, principal);
  const studentId = reachOf(principal, actions.read) === "all" ? await findStudentId(address) : undefined;
  if (studentId === undefined) throw new AppError("NOT_FOUND", say("none"));
  return pageOfStudent(studentId, page);
}

async function pageOfStudent(studentId: string | null, { limit, cursor }: ResultsPageInput): Promise<ResultsPage> {
  const rows = studentId === null ? [] : await rowsOf(studentId);
  const [newest] = rows;
  if (studentId === null || !newest) throw new AppError("NOT_FOUND", say("none"));
  const found = cursor === undefined ? rows : await rowsAfter(studentId, cursor, limit);
  const page = pageOf(found.map(resultViewOf), limit, (result) => ({
    at: result.createdAt.toISOString(),
    id: result._id,
  }));
  return { newest: resultViewOf(newest), ...page };
}

function rowsAfter(studentId: string, cursor: string, limit: number): Promise<FoundRow[]> {
  const { date, id } = decodeCursor(cursor);
  return sql<FoundRow>(Prisma.sql`
    select ${columns} from results where student_id = ${studentId}::uuid and (created_at, id) < (${date}, ${id}::uuid)
    order by created_at desc, id desc limit ${limit + 1}`);
}

async function findStudentId(email: string): Promise<string | undefined> {
  return (await findByIdentifier("user", email))?.userId;
}

/** What a mail may say of a result; null when it is gone, or when its address is not known to be the student's own. */
export async function findResultToTell(id: string, recipient: string) {
  const row = await db().result.findUnique({
    where: { id },
    select: {
      className: true,
      subject: true,
      examName: true,
      student: { select: { name: true, email: true, emailConfirmedAt: true } },
    },
  });
  // That the office vouches for the pupil says nothing of where a mail would arrive.
  if (!row || row.student.email !== recipient || (isMailConfigured() && row.student.emailConfirmedAt === null))
    return null;
  const { className, subject, examName, student } = row;
  return { className: String(className), subject, examName, studentName: student.name };
}

/** How many results there are of a student. */
export async function countResultsOf(studentId: string | null): Promise<number> {
  return studentId === null ? 0 : db().result.count({ where: { studentId } });
}

/** The results of a student as an export shows them. */
export async function exportResultsOf(studentId: string | null) {
  if (studentId === null) return [];
  const rows = await db().result.findMany({ where: { studentId }, orderBy: { id: "asc" } });
  return rows.map((row) => ({ ...resultViewOf(row), readAt: row.readAt }));
}

/** How many results there are of each subject as it is written, the most used texts first. */
export async function countResultsBySubject() {
  const rows = await db().result.groupBy({
    by: "subject",
    _count: { subject: true },
    orderBy: { _count: { subject: "desc" } },
    take: 2000,
  });
  return rows.map(({ subject, _count }) => ({ subject, count: _count.subject }));
}
