import "server-only";
import { z } from "zod";
import type { Principal } from "@/lib/principal";
import { db, sql } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import { type ExamRow, getExam } from "./data";
import { isInSheet } from "./data-reach";
import { type ExamEventView, type PlannedCounts, plannedCounts } from "./schema-release";

/** Details of an event: numbers and times. */
const detail = z.object({
  results: z.number().nullable().catch(null),
  others: z.number().nullable().catch(null),
  at: z.coerce.date().nullable().catch(null),
  why: z.enum(["changed", "called off"]).nullable().catch(null),
  counts: plannedCounts.nullable().catch(null),
});

/** Maximum length of a history. */
const most = 100;

/** The history of an exam and of its single results, newest first. @throws AppError NOT_FOUND, FORBIDDEN */
export async function listExamEvents({ id }: { id: string }, principal: Principal): Promise<ExamEventView[]> {
  await getExam(id, principal);
  const [events, single] = await Promise.all([
    db().examEvent.findMany({
      where: { examId: id },
      include: { by: { select: { name: true } } },
      orderBy: [{ at: "desc" }, { id: "desc" }],
      take: most,
    }),
    listSingle(id, principal),
  ]);
  const whole = events.map(({ id: _id, at, by, kind, reason, ...event }): ExamEventView => {
    const { results, others, at: plannedAt, why } = detail.parse(event.detail);
    return { _id, at, by: by?.name ?? null, kind, results, others, plannedAt, why, reason, of: null };
  });
  return [...single, ...whole].sort((one, other) => other.at.getTime() - one.at.getTime()).slice(0, most);
}

type SingleRow = Pick<ExamEventView, "_id" | "at" | "by" | "kind" | "reason"> & NonNullable<ExamEventView["of"]>;

/**
 * Corrected and withdrawn results of an exam, for the students in the caller's scope. Read from the results, so that it is
 * erased with the student.
 */
async function listSingle(examId: string, principal: Principal): Promise<ExamEventView[]> {
  const isHere = Prisma.sql`x.id = ${examId}::uuid and ${isInSheet(examId, principal)}`;
  const rows = await sql<SingleRow>(Prisma.sql`
    select found.*, p.name, b.name as by from (
      select r.id as "_id", r.corrected_at as at, 'corrected' as kind, r.correction_reason as reason,
        r.student_id as "studentId", s.score::float8 as before, r.score::float8 as after, r.corrected_by_id as by_id
      from exams x join results r on r.exam_id = x.id join results s on s.id = r.supersedes_id where ${isHere}
      union all
      select r.id, w.at, 'result_withdrawn', w.reason, r.student_id,
        coalesce((select v.score from results v where v.first_id = r.id
          and not exists (select from results n where n.supersedes_id = v.id)), r.score)::float8, null, w.by_id
      from exams x join results r on r.exam_id = x.id join result_withdrawals w on w.result_id = r.id
      where ${isHere} and w.kind = 'withdrawn' and not exists (
        select from exam_events e where e.exam_id = x.id and e.kind = 'withdrawn' and e.at = w.at)
    ) found join users p on p.id = found."studentId" left join users b on b.id = found.by_id
    order by found.at desc limit ${most}`);
  return rows.map(({ _id, at, by, kind, reason, ...of }) => {
    return { _id, at, by, kind, reason, results: null, others: null, plannedAt: null, why: null, of: ofOne(of) };
  });
}

const ofOne = ({ studentId, name, before, after }: NonNullable<ExamEventView["of"]>) => {
  return { studentId, name, before, after };
};

/** The confirmed numbers of a planned release that was cancelled because something changed, by the rule of `hasComeBack`. */
export async function findBefore({ id: examId, state }: ExamRow): Promise<PlannedCounts | null> {
  if (state !== "draft") return null;
  const event = await db().examEvent.findFirst({
    where: { examId, kind: { in: ["unscheduled", "released", "taken_back"] } },
    orderBy: [{ at: "desc" }, { id: "desc" }],
  });
  if (event?.kind !== "unscheduled") return null;
  const { why, counts } = detail.parse(event.detail);
  return why === "changed" ? counts : null;
}
