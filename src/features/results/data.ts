import "server-only";
import { followedClass } from "@/features/enrolments/data";
import { resolveSubjects } from "@/features/subjects/data";
import { decodeCursor, pageOf } from "@/lib/cursor";
import { emailDelay } from "@/lib/email-delay";
import { AppError } from "@/lib/errors";
import { canonicalEmail, mostOnPage } from "@/lib/fields";
import { reachOf } from "@/lib/may";
import type { Principal } from "@/lib/principal";
import { findUserByIdentifier } from "@/server/auth/login-names";
import { sql } from "@/server/db/client";
import { createLoader } from "@/server/db/data-loader";
import { Prisma, type Result } from "@/server/generated/prisma/client";
import { findPlaceToday } from "@/server/roster/enrolments";
import { isOwn, type ResultAccess, requireAccess, requireAccessByEmail, requireLink, seesResults } from "./data-access";
import { findCorrections } from "./data-versions";
import { type ResultRow, resultViewOf } from "./data-view";
import { say } from "./messages-refusals";
import { actions } from "./rules";
import type { MyResultView, ResultsPage, ResultsPageInput } from "./schema";

/** The current version of a result; `firstId` is the id of its first version. */
export type FoundRow = ResultRow &
  Pick<Result, "studentId" | "readAt" | "correctedAt" | "remark"> & { firstId: string };

const facts = Prisma.sql`id, first_id as "firstId", student_id as "studentId", class_name as "className", score::float8 as score,
  total_marks::float8 as "totalMarks", gpa::float8 as gpa, exam_name as "examName", subject,
  exam_date::timestamp at time zone 'UTC' as "examDate", created_at as "createdAt", corrected_at as "correctedAt", remark`;
/** The columns of a {@link FoundRow}. */
export const columns = Prisma.sql`${facts}, read_at as "readAt"`;

/** Newest first: the largest first page, and one more row to detect a next page. */
const rowsOf = createLoader(
  (studentIds) =>
    sql<FoundRow>(
      Prisma.sql`
        select result.* from unnest(${studentIds}::uuid[]) student (id) cross join lateral (
          select ${columns} from current_results
          where student_id = student.id order by created_at desc, first_id desc limit ${mostOnPage + 1}
        ) result`,
    ),
  ({ studentId }) => studentId,
  20,
);

// Guardians have their own read marks.
const readBy = (guardianId: string) =>
  Prisma.sql`(select x.read_at from result_reads x where x.result_id = current_results.id and x.reader_id = ${guardianId}::uuid)`;

function rowsOfChild({ studentId, guardianId }: { studentId: string; guardianId: string }): Promise<FoundRow[]> {
  return sql<FoundRow>(Prisma.sql`
    select ${facts}, ${readBy(guardianId)} as "readAt" from current_results where student_id = ${studentId}::uuid
    order by created_at desc, first_id desc limit ${mostOnPage}`);
}

/** SQL condition on the current results: news for the student, or for this guardian. Corrections are none (decision 51). */
export const isNews = (guardianId: string | null) =>
  Prisma.sql`(corrected_at is null and ${guardianId === null ? Prisma.sql`read_at` : readBy(guardianId)} is null)`;

const rowsSeen = ({ studentId, guardianId }: ResultAccess) =>
  guardianId === null ? rowsOf(studentId) : rowsOfChild({ studentId, guardianId });

/** The results of the caller or a child, newest first, at most 1000. @throws AppError FORBIDDEN, NOT_FOUND */
export async function listOwnResults(principal: Principal, childId: string | undefined): Promise<MyResultView[]> {
  const sight = await requireAccess(principal, childId);
  const rows = sight === null ? [] : (await rowsSeen(sight)).slice(0, mostOnPage);
  const [corrections, nameOf] = await Promise.all([
    findCorrections(rows),
    resolveSubjects(rows.map(({ subject }) => subject)),
  ]);
  const paused = new Date(Date.now() - emailDelay);
  return rows.map((row) => ({
    ...resultViewOf(row),
    subjectToday: nameOf(row.subject ?? null),
    // Corrections do not count as new (decision 51).
    isNew: row.readAt === null && row.correctedAt === null,
    isUnseen: row.readAt === null && (row.correctedAt === null || row.correctedAt >= paused),
    remark: row.remark,
    corrections: corrections.get(row.id) ?? [],
  }));
}

/**
 * The current class of a student; without any enrolment, the classes of the results, newest first. None for an unverified account.
 * With `childId`, the classes of a child, even if the link does not allow results.
 * @throws AppError NOT_FOUND for a child of somebody else
 */
export async function listClasses(principal: Principal, childId?: string): Promise<string[]> {
  const studentId = isOwn(principal, childId) ? principal.userId : (await requireLink(principal, childId)).studentId;
  if (!seesResults(principal)) return [];
  const followed = await followedClass(studentId);
  if (followed !== undefined) return followed === null ? [] : [followed];
  const classes = await sql<{ className: string }>(Prisma.sql`
    select class_name::text as "className" from current_results where student_id = ${studentId}::uuid
    group by class_name order by max(created_at) desc`);
  return classes.map(({ className }) => className);
}

/** The caller's classes, each with the caller's section. */
export async function listPlaces(principal: Principal): Promise<{ className: string; section: string | null }[]> {
  const [classNames, place] = await Promise.all([listClasses(principal), findPlaceToday(principal.userId)]);
  return classNames.map((className) => ({
    className,
    section: place && Number(className) === place.className ? place.section : null,
  }));
}

/** The number of unread results of the caller or a child; 0 while they may not be seen. @throws AppError NOT_FOUND */
export async function countUnread(principal: Principal, childId?: string): Promise<number> {
  const sight = seesResults(principal) ? await requireAccess(principal, childId) : null;
  if (sight === null) return 0;
  const { studentId, guardianId } = sight;
  return countWhere(Prisma.sql`student_id = ${studentId}::uuid and ${isNews(guardianId)}`);
}

/** A page of the results of the caller or a child, newest first. @throws AppError NOT_FOUND without results, FORBIDDEN */
export async function pageOwnResults(
  page: ResultsPageInput,
  principal: Principal,
  childId?: string,
): Promise<ResultsPage> {
  return pageOfStudent((await requireAccess(principal, childId))?.studentId ?? null, page);
}

/**
 * A page of the results under an address, for that student, guardians with access, and the office. Others get the same error
 * as for an unknown address (decision 13).
 * @throws AppError NOT_FOUND, and FORBIDDEN for results that may not be seen yet
 */
export async function listResultsOf(email: string, page: ResultsPageInput, principal: Principal): Promise<ResultsPage> {
  const address = canonicalEmail(email);
  if (principal.role === "user" && principal.email === address) return pageOwnResults(page, principal);
  const studentId =
    reachOf(principal, actions.read) === "all"
      ? await findStudentId(address)
      : (await requireAccessByEmail(principal, address))?.studentId;
  return pageOfStudent(studentId ?? null, page);
}

async function pageOfStudent(studentId: string | null, { limit, cursor }: ResultsPageInput): Promise<ResultsPage> {
  const rows = studentId === null ? [] : await rowsOf(studentId);
  const [newest] = rows;
  if (studentId === null || !newest) throw new AppError("NOT_FOUND", say("none"));
  const found = cursor === undefined ? rows : await rowsAfter(studentId, cursor, limit);
  const places = new Map(found.map(({ id, firstId }) => [id, firstId]));
  const page = pageOf(found.map(resultViewOf), limit, (result) => ({
    at: result.createdAt.toISOString(),
    id: places.get(result._id) ?? result._id,
  }));
  return { newest: resultViewOf(newest), ...page };
}

function rowsAfter(studentId: string, cursor: string, limit: number): Promise<FoundRow[]> {
  const { date, id } = decodeCursor(cursor);
  return sql<FoundRow>(Prisma.sql`
    select ${columns} from current_results
    where student_id = ${studentId}::uuid and (created_at, first_id) < (${date}, ${id}::uuid)
    order by created_at desc, first_id desc limit ${limit + 1}`);
}

async function findStudentId(email: string): Promise<string | undefined> {
  return (await findUserByIdentifier(email))?.userId;
}

async function countWhere(condition: Prisma.Sql): Promise<number> {
  const [{ count } = { count: 0 }] = await sql<{ count: number }>(
    Prisma.sql`select count(*)::int as count from current_results where ${condition}`,
  );
  return count;
}

/** The number of a student's valid results. */
export async function countResultsOf(studentId: string | null): Promise<number> {
  return studentId === null ? 0 : countWhere(Prisma.sql`student_id = ${studentId}::uuid`);
}

/** The number of results for each spelling of a subject, most frequent first. */
export async function countResultsBySubject() {
  return sql<{ subject: string | null; count: number }>(Prisma.sql`
    select subject, count(subject)::int as count from current_results group by subject order by count desc limit 2000`);
}
