import "server-only";
import { emailDelay } from "@/lib/email-delay";
import { sql } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import type { ExamRow } from "./data";
import type { SheetView } from "./schema-sheet";

/** A release of an exam, when it was, and its absences and results that were not withdrawn. */
export type Release = { releaseNo: number; at: Date; results: number; absences: number };

/** The last release with an absence, or with a result that was not withdrawn. */
export async function findLastRelease(examId: string): Promise<Release | undefined> {
  const [last] = await sql<Release>(Prisma.sql`
    select release_no as "releaseNo", max(at) as at,
      count(*) filter (where is_result)::int as results, count(*) filter (where not is_result)::int as absences
    from (
      select r.release_no, r.created_at as at, true as is_result
      from results r left join result_withdrawals w on w.result_id = r.id
      where r.exam_id = ${examId}::uuid and r.supersedes_id is null and w.result_id is null
      union all select release_no, released_at, false from exam_absences where exam_id = ${examId}::uuid) standing
    group by release_no order by release_no desc limit 1`);
  return last;
}

/** The release that can be taken back; null after the delay. */
export async function findToTakeBack({ id, tellAt, releaseNo }: ExamRow, now: Date): Promise<Release | null> {
  if (tellAt === null || tellAt <= now) return null;
  const withdrawn = { releaseNo, at: new Date(tellAt.getTime() - emailDelay), results: 0, absences: 0 };
  // If all results of the newest release were withdrawn one by one, the last release can be an older one.
  const last = (await findLastRelease(id)) ?? withdrawn;
  return endOf(last) > now.getTime() ? last : null;
}

const endOf = ({ at }: Release) => at.getTime() + emailDelay;

/** What taking back the last release would change, and until when it is possible; null after the delay. */
export async function findTakeBack(exam: ExamRow, now: Date): Promise<SheetView["takeBack"]> {
  const last = await findToTakeBack(exam, now);
  if (!last) return null;
  const { results, absences } = last;
  return { until: new Date(endOf(last)), left: endOf(last) - now.getTime(), results, absences };
}
