import "server-only";
import { Prisma } from "@/server/generated/prisma/client";

/** What an account and a student both have, so that the account cannot be attached: a mark in an exam, or a card of a set. */
export type Clash = { studentId: string; kind: "mark" | "card"; of: string };

// Results and absences that the family was told, and marks that wait for their release.
const inExams = (isMeant: Prisma.Sql) => Prisma.sql`
  select exam_id, student_id, true as told from current_results where ${isMeant}
  union all select exam_id, student_id, true from exam_absences where ${isMeant} and withdrawn_at is null
  union all select exam_id, student_id, false from exam_marks
    where ${isMeant} and (kind is not null or remark is not null)`;

/**
 * What prevents attaching an account to each of the students. An issued card of the account would be lost beside any card of
 * the same set (decision 227). @param account its id
 */
export const clashesOf = (account: Prisma.Sql, students: readonly string[]) => Prisma.sql`(
  select o.student_id as "studentId", 'mark' as kind, x.exam_name as "of"
  from (${inExams(Prisma.sql`student_id = ${account}`)}) a join exams x on x.id = a.exam_id
  cross join lateral (
    ${inExams(Prisma.sql`exam_id = a.exam_id and student_id = any(${[...students]}::uuid[])`)}) o
  where (a.told or o.told) and o.student_id <> a.student_id
  union
  select o.student_id, 'card', t.title
  from report_cards a join report_card_sets t on t.id = a.set_id
  join report_cards o on o.set_id = a.set_id and o.student_id = any(${[...students]}::uuid[]) and o.student_id <> a.student_id
  where a.student_id = ${account} and a.state <> 'draft')`;
