import "server-only";
import { sql } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import type { SheetRowView } from "./schema-sheet";

type Told = NonNullable<SheetRowView["told"]>;

/** What families can already see: the absences of an exam, by student. */
export async function listTold(examId: string): Promise<Map<string, Told>> {
  const rows = await sql<Told & { id: string }>(Prisma.sql`
    select student_id as id, kind, remark from exam_absences where exam_id = ${examId}::uuid and withdrawn_at is null`);
  return new Map(rows.map(({ id, ...told }) => [id, told]));
}

type Corrected = NonNullable<SheetRowView["corrected"]>;

/** The last correction of each mark of an exam that counts, by student. */
export async function listCorrected(examId: string): Promise<Map<string, Corrected>> {
  const rows = await sql<Corrected & { id: string }>(Prisma.sql`
    select distinct on (r.first_id) r.student_id as id, r.corrected_at as at, s.score::float8 as was
    from results r join results s on s.id = r.supersedes_id and s.score <> r.score
    where r.exam_id = ${examId}::uuid and r.first_id in (
      select c.first_id from current_results c where c.exam_id = ${examId}::uuid)
    order by r.first_id, r.corrected_at desc`);
  return new Map(rows.map(({ id, ...corrected }) => [id, corrected]));
}

/**
 * Selects as `seen` what counts for person `p` in exam `x`: the absence that the family sees, until a late mark `d` that replaces it is
 * released (decision 334).
 */
export const seenKind = Prisma.sql`lateral (select case when d.is_released then d.kind else coalesce((
  select a.kind from exam_absences a where a.exam_id = x.id and a.student_id = p.student_id and a.withdrawn_at is null
  limit 1), d.kind) end as kind) seen`;

/** True if mark `d` of an exam is an absence that the family already sees, with the same remark. */
export const isAsTold = Prisma.sql`exists (
  select from exam_absences a where a.exam_id = d.exam_id and a.student_id = d.student_id and a.withdrawn_at is null
    and a.kind = d.kind and a.remark is not distinct from d.remark)`;
