import "server-only";
import { may } from "@/lib/may";
import type { Principal } from "@/lib/principal";
import { Prisma } from "@/server/generated/prisma/client";
import { whyStopped } from "./data-came-back";
import { isExempt } from "./data-exempt";
import { lacksMarks } from "./data-missing";
import { isAsTold } from "./data-told";
import { actions } from "./rules";

/**
 * True if exam `x` is a draft whose day has come and in which nobody lacks a mark, for people who may release it. An exam that
 * came back is listed separately, and one whose release was called off by hand waits for nobody (decision 355).
 */
export function isReady(today: string, principal: Principal): Prisma.Sql {
  if (!may(principal, actions.release)) return Prisma.sql`false`;
  const isMarked = Prisma.sql`(x.state = 'draft' and coalesce(x.exam_date, ${today}::date) <= ${today}::date and ${whyStopped} is null
    and exists (select from exam_marks d where d.exam_id = x.id and d.kind is not null))`;
  return Prisma.sql`(${isMarked} and not ${lacksMarks(isMarked, today, principal)})`;
}

/** True if mark `d` of person `p` in exam `x` is late and still to be released. The sheet follows the same rule. */
export const isLate = Prisma.sql`(x.state = 'released' and d.kind is not null and not d.is_released and not ${isAsTold}
  and not ${isExempt})`;

/**
 * True if exam `x`, released within the last year, has late marks to release, for people who may release them. The query starts
 * from the marks that were entered after its release and have no result, because `exam_marks` computes row by row. The extra day
 * allows for clocks that were set back.
 */
export function hasLate(principal: Principal): Prisma.Sql {
  if (!may(principal, actions.release)) return Prisma.sql`false`;
  return Prisma.sql`x.id in (
    with entered as materialized (
      select d.exam_id, d.student_id from exams x join mark_drafts d on d.exam_id = x.id
      where x.state = 'released' and x.released_at > now() - interval '1 year'
        and d.kind is not null and d.changed_at > x.released_at - interval '1 day' and not exists (
        select from results r left join result_withdrawals w on w.result_id = r.id
        where r.exam_id = d.exam_id and r.student_id = d.student_id and r.supersedes_id is null and w.result_id is null)
    )
    select x.id from entered p join exams x on x.id = p.exam_id
    join exam_marks d on d.exam_id = p.exam_id and d.student_id = p.student_id where ${isLate})`;
}
