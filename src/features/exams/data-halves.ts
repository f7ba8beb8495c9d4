import "server-only";
import type { Principal } from "@/lib/principal";
import { sql } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import { isReached, percent } from "./data-years";
import { fewest } from "./rules-statistics";
import type { HalfView } from "./schema-statistics";

/**
 * The middle half of all participants, in percent, for each valid result of a student. Exams with fewer than five
 * participants have none. @param as limits the results by `isReached`; all of them without
 * @param as of whom `isReached` counts the results; all of them without
 */
export function listHalves(studentId: string, as?: Principal): Promise<HalfView[]> {
  return sql<HalfView>(Prisma.sql`
    select m.id as "resultId", half.quartiles[1] as low, half.quartiles[2] as high
    from exam_results m join exams x on x.id = m.exam_id cross join lateral (
      select percentile_cont(array[0.25, 0.75]) within group (order by ${percent}) as quartiles
      from exam_results r where r.exam_id = x.id and ${as ? isReached(as) : Prisma.sql`true`}
      having count(*) >= ${fewest}
    ) half
    where m.student_id = ${studentId}::uuid order by m.id desc limit 1000`);
}
