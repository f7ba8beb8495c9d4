import "server-only";
import type { Transaction } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";

/** Returns planned exams with a mark of these students to draft before the marks are deleted or moved to another entry. */
export async function bringBackReleases(tx: Transaction, studentIds: readonly string[], byId: string | null) {
  const hasMark = Prisma.sql`x.id in (
    select d.exam_id from mark_drafts d where d.student_id = any(${studentIds}::uuid[]) and d.kind is not null)`;
  await bringBackExams(tx, hasMark, byId);
}

/**
 * Returns planned exams `x` to draft. The default reason is that they change: a release must do what was confirmed (decision
 * 178). The overview tells those who can release them.
 */
export async function bringBackExams(tx: Transaction, which: Prisma.Sql, byId: string | null, why = "changed") {
  await tx.$executeRaw`
    with planned as (
      select x.id, x.release_at from exams x where x.state = 'scheduled' and ${which} order by x.id for update
    ), back as (
      update exams x set state = 'draft', release_at = null, held_at = null, preview_digest = null, row_version = x.row_version + 1
      from planned where x.id = planned.id
    )
    insert into exam_events (id, exam_id, at, by_id, kind, detail)
    select gen_random_uuid(), planned.id, clock_timestamp(), ${byId}::uuid, 'unscheduled', jsonb_build_object('why', ${why}::text,
      'at', to_char(planned.release_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'counts', (
        select e.detail -> 'counts' from exam_events e where e.exam_id = planned.id and e.kind in ('scheduled', 'rescheduled')
        order by e.at desc, e.id desc limit 1))
    from planned`;
}

/** Gives an exam a new version, so that pages that show the one before it have to load it again. */
export async function raiseVersion(tx: Transaction, examId: string): Promise<void> {
  await tx.exam.update({ where: { id: examId }, data: { rowVersion: { increment: 1 } } });
}
