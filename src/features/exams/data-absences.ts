import "server-only";
import { requireAccess, seesResults } from "@/features/results/data-access";
import type { Principal } from "@/lib/principal";
import { sql } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import type { AbsenceView } from "./schema-absences";

type AbsenceRow = Omit<AbsenceView, "withdrawal"> & { withdrawnAt: Date | null; withdrawnReason: string | null };

/** The absences of a student that count: in released exams, even if withdrawn later. */
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
 * Exams that the caller or a child missed or was excused from, newest first, under the same rule as results.
 * @throws AppError FORBIDDEN, NOT_FOUND
 */
export async function listAbsences(principal: Principal, childId?: string): Promise<AbsenceView[]> {
  const sight = await requireAccess(principal, childId);
  if (sight === null) return [];
  return (await sql<AbsenceRow>(absencesOf(sight.studentId))).map(viewOf);
}

/** True for anyone who may see results. */
export const readsAbsences = (person: Principal) => seesResults(person);

/** The number of exams a student missed or was excused from. */
export async function countAbsencesOf(studentId: string | null): Promise<number> {
  return (await exportAbsencesOf(studentId)).length;
}

/** The absences of a student, for an export. */
export async function exportAbsencesOf(studentId: string | null): Promise<Record<string, unknown>[]> {
  if (studentId === null) return [];
  return (await sql<AbsenceRow>(absencesOf(studentId))).map(({ withdrawnAt, withdrawnReason, ...row }) => ({
    ...row,
    ...(withdrawnAt && { withdrawnAt, withdrawalReason: withdrawnReason }),
  }));
}
