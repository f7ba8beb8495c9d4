import "server-only";
import { Prisma } from "@/server/generated/prisma/client";

/**
 * Takes back results that a restore brought back, with the absences of the same release of their exam. Absences that this
 * release had replaced are valid again. An exam with nothing left becomes a draft.
 */
export const takeBackAgain = (ids: Prisma.Sql) => Prisma.sql`
  with back as (
    insert into result_withdrawals (result_id, kind) select r.id, 'taken_back' from results r where r.id in (${ids})
    on conflict do nothing returning result_id),
  gone as (
    select r.exam_id, r.release_no, min(r.created_at) as at from back join results r on r.id = back.result_id
    where r.exam_id is not null group by 1, 2),
  absences as (
    delete from exam_absences a using gone where a.exam_id = gone.exam_id and a.release_no = gone.release_no returning a.exam_id),
  former as (
    update exam_absences a set withdrawn_at = null from gone
    where a.exam_id = gone.exam_id and a.withdrawn_at >= gone.at
      and not exists (select from gone where gone.exam_id = a.exam_id and gone.release_no = a.release_no)
      -- Not before the others are deleted: of a student, one stands.
      and (select count(*) from absences) is not null)
  update exams x set state = 'draft', released_at = null, released_by_id = null, tell_at = null
  where x.state = 'released' and x.id in (select exam_id from gone)
    and not exists (select from results r where r.exam_id = x.id and r.supersedes_id is null
      and r.id not in (select result_id from back) and not exists (select from result_withdrawals w where w.result_id = r.id))
    and not exists (select from exam_absences a where a.exam_id = x.id
      and not exists (select from gone where gone.exam_id = x.id and gone.release_no = a.release_no))`;
