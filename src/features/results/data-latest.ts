import "server-only";
import { sql } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import { columns, type FoundRow } from "./data";
import { resultViewOf } from "./data-view";
import type { ResultView } from "./schema";

type Student = { id: string; unread: number };

/**
 * The newest result of each of these students by student id; students without one are missing. While there are unread ones, it
 * is the newest without a correction, which is one of them.
 */
export async function listLatestOf(students: Student[]): Promise<Map<string, ResultView>> {
  if (students.length === 0) return new Map();
  const ids = students.map(({ id }) => id);
  const haveNews = students.map(({ unread }) => unread > 0);
  const rows = await sql<FoundRow>(Prisma.sql`
    select latest.* from unnest(${ids}::uuid[], ${haveNews}::boolean[]) student (id, has_news) cross join lateral (
      select ${columns} from current_results where student_id = student.id
      order by student.has_news and corrected_at is not null, created_at desc, first_id desc limit 1) latest`);
  return new Map(rows.map((row) => [row.studentId, resultViewOf(row)]));
}
