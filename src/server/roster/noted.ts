import "server-only";
import { Prisma } from "@/server/generated/prisma/client";

/** What people can note about a student without changing the student. */
export type Noted = "hasMarks" | "hasConsent" | "hasExemption" | "hasCard" | "hasNotice" | "hasApplication";

/** A {@link Noted} of the student with this id, or null. All of it would be deleted with the student. */
export const notedOf = (id: Prisma.Sql) => Prisma.sql`case
  when exists (select from mark_drafts x where x.student_id = ${id} and (x.kind is not null or x.remark is not null))
    or exists (select from exam_absences x where x.student_id = ${id}) then 'hasMarks'
  when exists (select from consents x where x.student_id = ${id}) then 'hasConsent'
  when exists (select from subject_exemptions x where x.student_id = ${id}) then 'hasExemption'
  when exists (select from report_card_entries x where x.student_id = ${id})
    or exists (select from report_cards x where x.student_id = ${id}) then 'hasCard'
  when exists (select from notice_audiences x where x.student_id = ${id})
    or exists (select from notice_receipts x join notices n on n.id = x.notice_id and n.state in ('published', 'withdrawn')
      where x.student_id = ${id} and x.confirmed_at is not null) then 'hasNotice'
  when exists (select from submissions x where x.student_id = ${id}) then 'hasApplication' end`;
