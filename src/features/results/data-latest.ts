import "server-only";
import { sql } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import { columns, type FoundRow, isNews } from "./data";
import { resultViewOf } from "./data-view";
import type { ResultView } from "./schema";

/**
 * The newest result of each of these students by student id; students without one are missing. If some are news for the
 * student, or for the guardian, it is the newest of those.
 */
export async function listLatestOf(ids: string[], guardianId: string | null): Promise<Map<string, ResultView>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<FoundRow>(Prisma.sql`
    select latest.* from unnest(${ids}::uuid[]) student (id) cross join lateral (
      select ${columns} from current_results where student_id = student.id
      order by ${isNews(guardianId)} desc, created_at desc, first_id desc limit 1) latest`);
  return new Map(rows.map((row) => [row.studentId, resultViewOf(row)]));
}
