import "server-only";
import { Prisma } from "@/server/generated/prisma/client";

/** True if the person of row `p` does not take the subject of exam `x` this year. */
export const isExempt = Prisma.sql`exists (
  select from subject_exemptions o
  where o.student_id = p.student_id and o.school_year_id = x.school_year_id and o.subject_key = x.subject_key)`;
