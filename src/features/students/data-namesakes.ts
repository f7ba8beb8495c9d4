import "server-only";
import { foldedName, wordsOfName } from "@/lib/folded";
import { sql } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import { coversToday } from "@/server/roster/in-class";

export type Namesake = {
  _id: string;
  name: string;
  admissionNo: string | null;
  bornOn: string | null;
  className: string | null;
  section: string | null;
};

const [mostCompared, mostShown] = [20_000, 5];

/**
 * Students with the same name, or with the same birthday and a common word in the name. A different birthday means another child.
 * @param others the students who are known to be other children
 */
export async function listNamesakes(
  name: string,
  bornOn: string | null,
  others: readonly string[] = [],
): Promise<Namesake[]> {
  const rows = await sql<Namesake>(
    Prisma.sql`select u.id as "_id", u.name, s.admission_no as "admissionNo", s.born_on::text as "bornOn",
        e.class_name::text as "className", e.section
      from students s join users u on u.id = s.user_id left join lateral (select class_name, section from enrolments e
        where e.student_id = s.user_id and e.end_reason is distinct from 'mistake'
        order by ${coversToday} desc, e.to_day is null desc, e.from_day desc, e.id desc limit 1) e on true
      order by u.id desc limit ${mostCompared}`,
    "search",
  );
  const [folded, words] = [foldedName(name), new Set(wordsOfName(name))];
  const isMeant = (row: Namesake) => {
    const isSameDay = bornOn !== null && row.bornOn === bornOn;
    if (foldedName(row.name) === folded) return isSameDay || bornOn === null || row.bornOn === null;
    return isSameDay && wordsOfName(row.name).some((word) => words.has(word));
  };
  return rows.filter((row) => !others.includes(row._id) && isMeant(row)).slice(0, mostShown);
}

/**
 * The highest admission number in the series of the student who was added last, because an import adds students in any order.
 * Null if there is no such student, or if that student's number does not end in digits.
 */
export async function lastAdmissionNo(): Promise<string | null> {
  const [row] = await sql<{ admissionNo: string }>(
    Prisma.sql`with numbered as (select user_id, admission_no, substring(admission_no from '[0-9]{1,15}$') as digits,
          regexp_replace(admission_no, '[0-9]+$', '') as before from students where admission_no is not null),
        latest as (select before, digits from numbered order by user_id desc limit 1)
      select admission_no as "admissionNo" from numbered join latest using (before)
      where numbered.digits is not null and latest.digits is not null
      order by numbered.digits::bigint desc limit 1`,
  );
  return row?.admissionNo ?? null;
}
