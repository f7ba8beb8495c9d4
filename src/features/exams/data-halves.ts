import "server-only";
import type { Principal } from "@/lib/principal";
import { sql } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import { summarised } from "./data-years";
import { fewest } from "./rules-statistics";
import type { HalfView } from "./schema-statistics";

/**
 * The middle half of all participants, in percent, for each valid result of a student. Exams with fewer than five
 * participants have none. @param as limits the results to a principal's scope; without it, all are returned
 */
export function listHalves(studentId: string, as?: Principal): Promise<HalfView[]> {
  return sql<HalfView>(Prisma.sql`
    select m.id as "resultId", f.quartiles[1] as low, f.quartiles[3] as high
    from exam_results m, ${summarised(as)}
    where m.student_id = ${studentId}::uuid and x.id = m.exam_id and f.n >= ${fewest} order by m.id desc limit 1000`);
}
