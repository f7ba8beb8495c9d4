import "server-only";
import type { Taught } from "@/lib/may";
import { sql } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import { isAmong } from "./data-reach";

type LeftExam = { _id: string; className: string; sections: string[]; subject: string; examName: string };

/** Unreleased exams that `taught` covers and nothing of `others` does. */
export async function listExamsLeft(taught: readonly Taught[], others: readonly Taught[]): Promise<LeftExam[]> {
  if (taught.length === 0) return [];
  return sql<LeftExam>(Prisma.sql`
    select x.id as "_id", x.class_name::text as "className", x.sections, x.subject, x.exam_name as "examName"
    from exams x where x.state in ('draft', 'scheduled') and ${isAmong(taught)} and not ${isAmong(others)}
    order by x.class_name, lower(x.exam_name), x.subject limit 100`);
}
