import "server-only";
import { sql } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";

/** What a report card takes of an exam. */
export type CardExam = {
  id: string;
  subject: string;
  subjectKey: string;
  examName: string;
  examDate: string | null;
  totalMarks: number;
  /** None stands for all of them. */
  sections: string[];
  isReleased: boolean;
};

/** Most exams that a list of them has. */
const mostExams = 500;

const facts = Prisma.sql`x.id, x.subject, x.subject_key as "subjectKey", x.exam_name as "examName", x.exam_date::text as "examDate",
  x.total_marks::float8 as "totalMarks", x.sections, x.state = 'released' as "isReleased"`;

/** These exams. */
export function listCardExams(ids: readonly string[]): Promise<CardExam[]> {
  return sql<CardExam>(Prisma.sql`select ${facts} from exams x where x.id = any(${ids}::uuid[])`);
}

type Place = { yearId: string; className: number; section: string | null };

/** The released exams of a class in a year; with a section, those of which it is. The latest first. */
export function listReleasedExams({ yearId, className, section }: Place): Promise<CardExam[]> {
  const inSection =
    section === null ? Prisma.empty : Prisma.sql`and (x.sections = '{}' or ${section} = any(x.sections))`;
  return sql<CardExam>(Prisma.sql`
    select ${facts} from exams x
    where x.school_year_id = ${yearId}::uuid and x.class_name = ${className} and x.state = 'released' ${inSection}
    order by x.exam_date desc nulls last, lower(x.exam_name), x.subject_key, x.id limit ${mostExams}`);
}

/** A mark as it counts now. */
export type CardMark = {
  examId: string;
  studentId: string;
  kind: "scored" | "absent" | "excused";
  score: number | null;
};

/** The marks of released exams as they count now. */
export function listCardMarks(examIds: readonly string[]): Promise<CardMark[]> {
  return sql<CardMark>(Prisma.sql`
    select r.exam_id as "examId", r.student_id as "studentId", 'scored' as kind, r.score::float8 as score
    from current_results r where r.exam_id = any(${examIds}::uuid[])
    union all
    select a.exam_id, a.student_id, a.kind::text, null from exam_absences a
    where a.exam_id = any(${examIds}::uuid[]) and a.withdrawn_at is null
      and not exists (select from current_results r where r.exam_id = a.exam_id and r.student_id = a.student_id)`);
}

/** Who does not take which subject in a year. */
export function listExemptions(yearId: string): Promise<{ studentId: string; subjectKey: string }[]> {
  return sql(Prisma.sql`
    select student_id as "studentId", subject_key as "subjectKey" from subject_exemptions where school_year_id = ${yearId}::uuid`);
}
