import "server-only";
import { sql } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import { coversAnyDay, coversDay } from "@/server/roster/in-class";
import { dayOf } from "@/server/roster/sheet-people";

/** The fields of an exam that a report card uses. */
export type CardExam = {
  id: string;
  subject: string;
  subjectKey: string;
  examName: string;
  examDate: string | null;
  totalMarks: number;
  /** Null means all of them. */
  sections: string[];
  isReleased: boolean;
};

/** Maximum number of exams in a list. */
const mostExams = 500;

const facts = Prisma.sql`x.id, x.subject, x.subject_key as "subjectKey", x.exam_name as "examName", x.exam_date::text as "examDate",
  x.total_marks::float8 as "totalMarks", x.sections, x.state = 'released' as "isReleased"`;

/** These exams, newest first, so that a subject whose name has changed has the latest one. */
export function listCardExams(ids: readonly string[]): Promise<CardExam[]> {
  return sql<CardExam>(Prisma.sql`
    select ${facts} from exams x where x.id = any(${ids}::uuid[]) order by x.exam_date desc nulls last, x.id desc`);
}

type Place = { yearId: string; className: number; section: string | null };

/** The released exams of a class in a year, newest first; with a section, those for it, and those in which one of its students has a mark. */
export function listReleasedExams({ yearId, className, section }: Place): Promise<CardExam[]> {
  const inSection =
    section === null
      ? Prisma.empty
      : Prisma.sql`and (x.sections = '{}' or ${section} = any(x.sections) or x.id in (
          select d.exam_id from mark_drafts d join enrolments e on e.student_id = d.student_id and d.kind is not null
          where e.school_year_id = ${yearId}::uuid and e.class_name = ${className} and e.section = ${section} and ${coversAnyDay}))`;
  return sql<CardExam>(Prisma.sql`
    select ${facts} from exams x
    where x.school_year_id = ${yearId}::uuid and x.class_name = ${className} and x.state = 'released' ${inSection}
    order by x.exam_date desc nulls last, lower(x.exam_name), x.subject_key, x.id limit ${mostExams}`);
}

/** The current mark. */
export type CardMark = {
  examId: string;
  studentId: string;
  kind: "scored" | "absent" | "excused";
  score: number | null;
};

/** The current marks of these students in released exams. */
export function listCardMarks(examIds: readonly string[], studentIds: readonly string[]): Promise<CardMark[]> {
  const given = (of: Prisma.Sql) =>
    Prisma.sql`${of}.exam_id = any(${examIds}::uuid[]) and ${of}.student_id = any(${studentIds}::uuid[])`;
  return sql<CardMark>(Prisma.sql`
    select r.exam_id as "examId", r.student_id as "studentId", 'scored' as kind, r.score::float8 as score
    from current_results r where ${given(Prisma.sql`r`)}
    union all
    select a.exam_id, a.student_id, a.kind::text, null from exam_absences a
    where ${given(Prisma.sql`a`)} and a.withdrawn_at is null
      and not exists (select from current_results r where r.exam_id = a.exam_id and r.student_id = a.student_id)`);
}

/** For each exam, those of these students who were in its class, in any section, on the day of its sheet (decision 167). */
export function listClassMembers(examIds: readonly string[], studentIds: readonly string[], today: string) {
  return sql<{ examId: string; studentId: string }>(Prisma.sql`
    select distinct x.id as "examId", e.student_id as "studentId" from exams x cross join lateral ${dayOf(today)} x_day
    join enrolments e on e.school_year_id = x.school_year_id and e.class_name = x.class_name and ${coversDay(Prisma.sql`x_day.day`)}
    where x.id = any(${examIds}::uuid[]) and e.student_id = any(${studentIds}::uuid[])`);
}

/** Exemptions of these students from subjects in a year. */
export function listExemptions(yearId: string, studentIds: readonly string[]) {
  return sql<{ studentId: string; subjectKey: string }>(Prisma.sql`
    select student_id as "studentId", subject_key as "subjectKey" from subject_exemptions
    where school_year_id = ${yearId}::uuid and student_id = any(${studentIds}::uuid[])`);
}
