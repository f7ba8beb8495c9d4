import "server-only";
import { requireSight, seesResults } from "@/features/results/data-sight";
import type { Principal } from "@/lib/principal";
import { sql } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import type { AbsenceView } from "./schema-absences";

type AbsenceRow = Omit<AbsenceView, "withdrawal"> & { withdrawnAt: Date | null; withdrawnReason: string | null };

/** What counts of the absences of a student: of released exams, and of those that were withdrawn since. */
const absencesOf = (studentId: string) => Prisma.sql`
  select x.id as "_id", x.class_name::text as "className", x.exam_name as "examName", x.subject, x.exam_date::text as "examDate",
    a.kind, a.remark, a.released_at as "releasedAt",
    case when x.state = 'withdrawn' then coalesce(e.at, x.released_at, a.released_at) end as "withdrawnAt", e.reason as "withdrawnReason"
  from exam_absences a join exams x on x.id = a.exam_id left join lateral (
    select at, reason from exam_events where exam_id = x.id and kind = 'withdrawn' order by at desc limit 1) e on true
  where a.student_id = ${studentId}::uuid and a.withdrawn_at is null and x.state in ('released', 'withdrawn')
  order by coalesce(x.exam_date, a.released_at::date) desc, a.released_at desc, x.id limit 200`;

const viewOf = ({ withdrawnAt, withdrawnReason, ...row }: AbsenceRow): AbsenceView => ({
  ...row,
  withdrawal: withdrawnAt && { at: withdrawnAt, reason: withdrawnReason ?? "" },
});

/**
 * Exams from which the caller or a child was absent or excused, the latest first, under the same rule as results.
 * @throws AppError FORBIDDEN, NOT_FOUND
 */
export async function listAbsences(principal: Principal, childId?: string): Promise<AbsenceView[]> {
  const sight = await requireSight(principal, childId);
  if (sight === null) return [];
  return (await sql<AbsenceRow>(absencesOf(sight.studentId))).map(viewOf);
}

/** True for who may read absences: whoever may see results. */
export const readsAbsences = (person: Principal) => seesResults(person);

/** How many exams a student was absent from, or excused. */
export async function countAbsencesOf(studentId: string | null): Promise<number> {
  return (await exportAbsencesOf(studentId)).length;
}

/** The absences of a student, as an export shows them. */
export async function exportAbsencesOf(studentId: string | null): Promise<Record<string, unknown>[]> {
  if (studentId === null) return [];
  return (await sql<AbsenceRow>(absencesOf(studentId))).map(({ withdrawnAt, withdrawnReason, ...row }) => ({
    ...row,
    ...(withdrawnAt && { withdrawnAt, withdrawalReason: withdrawnReason }),
  }));
}
