import "server-only";
import { resolveSubjects } from "@/features/subjects/data";
import { groupBy } from "@/lib/group-by";
import type { Principal } from "@/lib/principal";
import { db, sql } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import { requireAccess } from "./data-access";
import { nameKeyOf } from "./data-names";
import { resultViewOf } from "./data-view";
import { takeBackUntil } from "./rules";
import type { CorrectionView, WithdrawnResultView } from "./schema";

type Version = {
  id: string;
  score: number;
  gpa: number | null;
  correctedAt: Date | null;
  correctionReason: string | null;
};

/** What each version changed, newest first. @param versions of one result, oldest first */
function correctionsOf(versions: Version[]): CorrectionView[] {
  return versions
    .flatMap(({ score, gpa, correctedAt, correctionReason }, index) => {
      const before = versions[index - 1];
      if (!before || correctedAt === null || correctionReason === null) return [];
      const marks = { before: { score: before.score, gpa: before.gpa }, after: { score, gpa } };
      return [{ at: correctedAt, reason: correctionReason, ...marks }];
    })
    .toReversed();
}

/** The corrections of results by id of the current version; without corrections, no query. */
export async function findCorrections(
  rows: { id: string; firstId: string; correctedAt: Date | null }[],
): Promise<Map<string, CorrectionView[]>> {
  const corrected = rows.filter(({ correctedAt }) => correctedAt !== null);
  if (corrected.length === 0) return new Map();
  const firstIds = corrected.map(({ firstId }) => firstId);
  const versions = await sql<Version & { firstId: string }>(Prisma.sql`
    select id, coalesce(first_id, id) as "firstId", score::float8 as score, gpa::float8 as gpa,
      corrected_at as "correctedAt", correction_reason as "correctionReason"
    from results where id = any(${firstIds}::uuid[]) or first_id = any(${firstIds}::uuid[])
    order by corrected_at nulls first, id`);
  const byFirst = groupBy(versions, ({ firstId }) => firstId);
  return new Map(corrected.map(({ id, firstId }) => [id, correctionsOf(byFirst.get(firstId) ?? [])]));
}

const [ownSubject, ownExam] = [nameKeyOf(Prisma.sql`r.subject`), nameKeyOf(Prisma.sql`r.exam_name`)];

/** Several results that were taken back are listed once if they are of one exam, or single ones with the same subject and exam. */
const lineOf = Prisma.sql`case when w.kind = 'withdrawn' then r.id::text
  else coalesce(r.exam_id::text, jsonb_build_array(r.class_name, ${ownSubject}, ${ownExam})::text) end`;

const stands = Prisma.sql`not exists (
  select from result_withdrawals t where t.result_id = n.id and t.kind = 'taken_back')`;

/**
 * True if something has replaced result `r`: a later release of its exam, whatever the student got in it, or for a single result a
 * later one with the same subject and exam.
 */
const isGivenAgain = Prisma.sql`case when r.exam_id is not null then
    exists (select from results n where n.exam_id = r.exam_id and n.release_no > r.release_no and n.supersedes_id is null and ${stands})
    or exists (select from exam_absences a where a.exam_id = r.exam_id and a.release_no > r.release_no)
  else exists (select from results n where n.student_id = r.student_id and n.supersedes_id is null and n.created_at > r.created_at
    and ${nameKeyOf(Prisma.sql`n.subject`)} is not distinct from ${ownSubject}
    and ${nameKeyOf(Prisma.sql`n.exam_name`)} is not distinct from ${ownExam} and ${stands}) end`;

/**
 * Withdrawn results of the caller or a child, newest first, with the reason. A result that was undone before anybody was notified
 * has no reason. It is listed only if the family may have opened it, until the exam is released again or the result is given again.
 * An undone correction is listed until there is another one.
 * @throws AppError FORBIDDEN, NOT_FOUND
 */
export async function listWithdrawn(principal: Principal, childId?: string): Promise<WithdrawnResultView[]> {
  const sight = await requireAccess(principal, childId);
  if (sight === null) return [];
  return sql<WithdrawnResultView>(Prisma.sql`
    select * from ((
      select distinct on (w.kind, ${lineOf})
        r.id as "_id", r.class_name::text as "className", r.exam_name as "examName", r.subject,
        r.exam_date::text as "examDate", r.created_at as "createdAt", w.at as "withdrawnAt", w.reason,
        r.exam_id is not null as "isOfExam", false as "isCorrection"
      from results r join result_withdrawals w on w.result_id = r.id
      where r.student_id = ${sight.studentId}::uuid and (w.kind = 'withdrawn' or (
        -- A look at what was corrected is not noted, since it is not new: it may have been seen.
        (r.read_at is not null or exists (select from result_reads x where x.result_id = r.id)
          or exists (select from results s where s.first_id = r.id))
        and not ${isGivenAgain}))
      order by w.kind, ${lineOf}, w.at desc
    ) union all
      select r.id, r.class_name::text, r.exam_name, r.subject, r.exam_date::text, r.created_at, r.correction_taken_back_at, null,
        r.exam_id is not null, true
      from results r join current_results c on c.id = r.id
      where r.student_id = ${sight.studentId}::uuid and r.correction_taken_back_at is not null
    ) gone order by "withdrawnAt" desc limit 100`);
}

/** All versions except those of results that were undone. */
async function versionsOf(studentId: string) {
  const withdrawal = { select: { at: true, reason: true } } as const;
  const rows = await db().result.findMany({ where: { studentId }, include: { withdrawal }, orderBy: { id: "asc" } });
  const isTakenBack = (row: (typeof rows)[number]) => row.withdrawal?.reason === null;
  const back = new Set(rows.filter(isTakenBack).map(({ id }) => id));
  return rows.flatMap(({ withdrawal: found, ...row }) =>
    back.has(row.firstId ?? row.id)
      ? []
      : [{ ...row, withdrawal: found && { at: found.at, reason: found.reason ?? "" } }],
  );
}

/** All versions of a student's results, for an export; withdrawn ones only with their state. */
export async function exportResultsOf(studentId: string | null): Promise<Record<string, unknown>[]> {
  if (studentId === null) return [];
  const rows = await versionsOf(studentId);
  const gone = new Set(rows.flatMap(({ id, firstId, withdrawal }) => (withdrawal ? [firstId ?? id] : [])));
  return rows.flatMap((row) => (gone.has(row.firstId ?? row.id) ? withdrawnOf(row) : [exportedOf(row)]));
}

type StoredVersion = Awaited<ReturnType<typeof versionsOf>>[number];

function withdrawnOf({ withdrawal, ...row }: StoredVersion): Record<string, unknown>[] {
  if (!withdrawal) return [];
  const { _id, className, examName, subject, examDate, createdAt } = resultViewOf(row);
  const { at: withdrawnAt, reason: withdrawalReason } = withdrawal;
  return [
    { _id, className, examName, subject, examDate, createdAt, readAt: row.readAt, withdrawnAt, withdrawalReason },
  ];
}

function exportedOf(row: StoredVersion): Record<string, unknown> {
  return {
    ...resultViewOf(row),
    readAt: row.readAt,
    ...(row.correctionTakenBackAt !== null && { correctionTakenBackAt: row.correctionTakenBackAt }),
    ...(row.remark !== null && { remark: row.remark }),
    ...(row.supersedesId !== null && {
      correctionOf: row.supersedesId,
      correctedAt: row.correctedAt,
      correctionReason: row.correctionReason,
    }),
  };
}

/** The results of a student for the office, newest first: current, corrected and withdrawn. */
export async function listResultHistory(studentId: string) {
  const now = new Date();
  const rows = await versionsOf(studentId);
  const nameOf = await resolveSubjects(rows.map(({ subject }) => subject));
  const results = [...groupBy(rows, ({ id, firstId }) => firstId ?? id).values()];
  return results
    .flatMap((versions) => {
      const [first, last] = [versions[0], versions.at(-1)];
      if (!first || !last) return [];
      const until = takeBackUntil(last);
      const marks = versions.map((row) => ({ ...row, score: Number(row.score), gpa: row.gpa && Number(row.gpa) }));
      return [
        {
          ...resultViewOf(last),
          subjectToday: nameOf(last.subject),
          firstId: first.id,
          readAt: first.readAt,
          corrections: correctionsOf(marks),
          withdrawal: first.withdrawal,
          takeBackUntil: until && until > now && !first.withdrawal ? until : null,
        },
      ];
    })
    .sort(
      (one, other) => other.createdAt.getTime() - one.createdAt.getTime() || (other.firstId < one.firstId ? -1 : 1),
    );
}
