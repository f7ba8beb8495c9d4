import "server-only";
import { dateHere } from "@/content/institute";
import { yearOf } from "@/features/enrolments/data";
import { nameKeyOf } from "@/features/results/data-names";
import { resolveSubjects } from "@/features/subjects/data";
import { isoDate } from "@/lib/dates";
import { AppError } from "@/lib/errors";
import { folded } from "@/lib/folded";
import { may } from "@/lib/may";
import type { Principal } from "@/lib/principal";
import { subjectKey } from "@/lib/subject-key";
import { db, escapeLike, foldedSql, sql } from "@/server/db/client";
import { type Exam, Prisma } from "@/server/generated/prisma/client";
import { say as sayServer } from "@/server/messages";
import { dayOf, peopleOf } from "@/server/roster/sheet-people";
import { hasComeBack, whyStopped } from "./data-came-back";
import { isExempt } from "./data-exempt";
import { missesMarks } from "./data-missing";
import { isRowReached, listedYears, openYears, reached, requireYear } from "./data-reach";
import { hasLate, isLate, isReady } from "./data-to-release";
import { seenKind } from "./data-told";
import { say } from "./messages";
import { actions, dayToCome, missingIn, mostHeld, scopesOf } from "./rules";
import type { ExamRowView, ExamsPage, ExamView, ListExamsInput } from "./schema";

export type ExamRow = Exam & { schoolYear: { id: string; label: string } };

/** A row as every answer shows it. */
export function examViewOf(row: ExamRow): ExamView {
  const { id, schoolYear, className, sections, subject, examName, examDate, totalMarks } = row;
  const { state, releaseAt, heldAt, releasedAt, tellAt, rowVersion } = row;
  return {
    _id: id,
    year: { _id: schoolYear.id, label: schoolYear.label },
    className: String(className),
    sections,
    subject,
    examName,
    examDate: examDate && isoDate(examDate),
    totalMarks: Number(totalMarks),
    state,
    releaseAt,
    isHeld: heldAt !== null,
    releasedAt,
    tellAt,
    rowVersion,
  };
}

/** An exam, without a permission check. @throws AppError NOT_FOUND */
export async function findExam(id: string): Promise<ExamRow> {
  const row = await db().exam.findUnique({ where: { id }, include: { schoolYear: true } });
  if (!row) throw new AppError("NOT_FOUND", say("notFound"));
  return row;
}

/** An exam. @throws AppError NOT_FOUND, FORBIDDEN for a teacher of other classes, or in an earlier year */
export async function getExam(id: string, principal: Principal): Promise<ExamRow> {
  const row = await findExam(id);
  // Its rows are filtered by section.
  if (!scopesOf(row).some((scope) => mayReachPart(principal, scope)))
    throw new AppError("FORBIDDEN", sayServer("notTaught"));
  await requireYear(principal, row.schoolYearId);
  return row;
}

/** A teacher of one section sees that part of an exam of all sections. */
function mayReachPart(principal: Principal, { section, ...scope }: ReturnType<typeof scopesOf>[number]): boolean {
  return may(principal, actions.mark, section ? { ...scope, section } : scope);
}

type Found = { total: number; ids: string[] };
type Counts = Pick<ExamRowView, "students" | "entered" | "absent" | "excused" | "average"> & {
  id: string;
  late: number;
  stopped: "changed" | "called off" | null;
};

/** The matching exams, by default of the current year, grouped by name, newest name first. @throws AppError NOT_FOUND */
export async function listExams(input: ListExamsInput, principal: Principal, now: Date): Promise<ExamsPage> {
  const yearIds = await listedYears(input, now);
  if (yearIds.length === 0) return { subjects: [], years: [], items: [], held: [], page: input.page, total: 0 };
  const isReached = reached(principal);
  const inReach = Prisma.sql`x.school_year_id = any(${yearIds}::uuid[]) and ${isReached}`;
  const today = dateHere(now);
  const subject = (await resolveSubjects([input.subject]))(input.subject);
  const [[found], offered, years, held] = await Promise.all([
    sql<Found>(
      Prisma.sql`
        with found as (
          select x.*, name_key, max(coalesce(x.exam_date, ${today}::date)) over (partition by x.school_year_id, name_key) as name_day
          from exams x, lateral (select ${nameKeyOf(Prisma.sql`x.exam_name`)} as name_key) named where ${inReach} and ${matching({ ...input, subject }, principal)}
            and ${waitsFor[input.waits ?? "anything"](yearIds, today, isReached, principal)}
        )
        select (select count(*)::int from found) as total, array(
          select id from found
          order by name_day desc, name_key, school_year_id, class_name, sections, subject_key, exam_date, id
          limit ${input.limit} offset ${(input.page - 1) * input.limit}) as ids`,
      "search",
    ),
    sql<{ subject: string }>(
      Prisma.sql`select min(x.subject) as subject from exams x where ${inReach} group by x.subject_key order by 1 limit 200`,
      "search",
    ),
    openYears(principal, now),
    listHeld(principal),
  ]);
  // A teacher's list has no earlier years, which exist all the same.
  if (input.year !== undefined && !years.some(({ _id }) => _id === input.year)) await yearOf(input.year, now);
  const { ids, total } = found ?? { ids: [], total: 0 };
  const [rows, counts] = await Promise.all([findExams(ids), countMarks(ids, principal, today)]);
  return {
    subjects: offered.map(({ subject }) => subject),
    years: years.map(({ _id, label }) => ({ _id, label })),
    held,
    items: ids.flatMap((id) => {
      const [row, count] = [rows.get(id), counts.get(id)];
      if (!row || !count) return [];
      const { id: _id, late: _late, stopped: _stopped, ...figures } = count;
      const waits = may(principal, actions.release) ? waitsOf(row, count, today) : null;
      return [{ ...examViewOf(row), ...figures, waits }];
    }),
    page: input.page,
    total,
  };
}

/** The conditions of the filters on what exam `x` waits for. */
const waitsFor = {
  anything: () => Prisma.sql`true`,
  marks: missesMarks,
  release: (_, today, __, principal) => isReady(today, principal),
  late: (_, __, ___, principal) => hasLate(principal),
} satisfies Record<string, (...of: Parameters<typeof missesMarks>) => Prisma.Sql>;

/** What a person who may release still has to do for an exam, by the rules of the filters. */
function waitsOf(exam: ExamRow, { late, stopped, ...counts }: Counts, today: string): ExamRowView["waits"] {
  const { state, examDate } = examViewOf(exam);
  if (state === "released") return late > 0 ? "late" : null;
  if (state !== "draft" || stopped === "called off") return null;
  if (stopped === "changed") return "cameBack";
  if (dayToCome({ state, examDate }, today) !== null) return null;
  return counts.students > 0 && missingIn(counts) === 0 ? "release" : null;
}

/** Planned releases on hold, for people who may decide about them. */
async function listHeld(principal: Principal): Promise<ExamView[]> {
  if (!may(principal, actions.release)) return [];
  const where = { state: "scheduled", heldAt: { not: null } } as const;
  const rows = await db().exam.findMany({
    where,
    include: { schoolYear: true },
    orderBy: { releaseAt: "asc" },
    take: mostHeld,
  });
  return rows.map(examViewOf);
}

function matching({ search, class: className, subject, state }: ListExamsInput, principal: Principal): Prisma.Sql {
  const conditions = [Prisma.sql`true`];
  if (className !== undefined) conditions.push(Prisma.sql`x.class_name = ${className}`);
  if (subject) conditions.push(Prisma.sql`x.subject_key = ${subjectKey(subject)}`);
  if (state === "held") conditions.push(Prisma.sql`x.held_at is not null`);
  else if (state === "cameBack") conditions.push(hasComeBack(principal));
  else if (state) conditions.push(Prisma.sql`x.state = ${state}::exam_state and x.held_at is null`);
  if (search) {
    const like = Prisma.sql`like lower(${`%${escapeLike(folded(search))}%`})`;
    const [name, of] = [Prisma.sql`x.exam_name`, Prisma.sql`x.subject`].map(foldedSql);
    conditions.push(Prisma.sql`(${name} ${like} or ${of} ${like})`);
  }
  return Prisma.join(conditions, " and ");
}

async function findExams(ids: string[]): Promise<Map<string, ExamRow>> {
  const rows = await db().exam.findMany({ where: { id: { in: ids } }, include: { schoolYear: true } });
  return new Map(rows.map((row) => [row.id, row]));
}

/** The progress of marks by exam, within a person's scope. */
async function countMarks(ids: string[], principal: Principal, today: string): Promise<Map<string, Counts>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<Counts>(Prisma.sql`
    select x.id, counted.*, ${whyStopped} as stopped from exams x, lateral ${dayOf(today)} x_day, lateral (
      select count(*)::int as students, count(*) filter (where seen.kind = 'scored')::int as entered,
        count(*) filter (where seen.kind = 'absent')::int as absent, count(*) filter (where seen.kind = 'excused')::int as excused,
        count(*) filter (where ${isLate})::int as late,
        avg(case when x.released_at is null or d.is_released then d.score end)::float8 as average
      from ${peopleOf} p left join exam_marks d on d.exam_id = x.id and d.student_id = p.student_id, ${seenKind}
      where (d.kind is not null or not ${isExempt}) and ${isRowReached(principal)}
    ) counted where x.id = any(${ids}::uuid[])`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The number of exams for each spelling of a subject, most frequent first; without withdrawn exams. */
export async function countExamsBySubject() {
  return sql<{ subject: string; count: number }>(Prisma.sql`
    select subject, count(*)::int as count from exams where state <> 'withdrawn' group by subject order by count desc limit 2000`);
}
