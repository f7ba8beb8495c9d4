import "server-only";
import { dateHere } from "@/content/institute";
import type { Taught } from "@/lib/may";
import { sql } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import { dayOf, peopleOf } from "@/server/roster/sheet-people";
import { isAmong, isOfOpenYear, isRowAmong } from "./data-reach";

type LeftExam = {
  _id: string;
  className: string;
  sections: string[];
  subject: string;
  examName: string;
  year: string;
  /** A teacher would not reach it (decision 316). */
  isEarlier: boolean;
};

/**
 * Unreleased exams with a section that `taught` covers and nothing in `others` covers. For an exam of the whole class, the sections are
 * those of its sheet.
 */
export async function listExamsLeft(taught: readonly Taught[], others: readonly Taught[]): Promise<LeftExam[]> {
  if (taught.length === 0) return [];
  return sql<LeftExam>(Prisma.sql`
    select x.id as "_id", x.class_name::text as "className", x.sections, x.subject, x.exam_name as "examName",
      y.label as year, not ${isOfOpenYear()} as "isEarlier"
    from exams x join school_years y on y.id = x.school_year_id where x.state in ('draft', 'scheduled') and ${isAmong(taught)} and (not ${isAmong(others)} or exists (
      select from (
        select section from unnest(x.sections) as named (section)
        union all select p.section from ${dayOf(dateHere(new Date()))} x_day, lateral ${peopleOf} p where x.sections = '{}'
      ) p where ${isRowAmong(taught)} and not ${isRowAmong(others)}))
    order by y.first_day desc, x.class_name, lower(x.exam_name), x.subject limit 100`);
}
