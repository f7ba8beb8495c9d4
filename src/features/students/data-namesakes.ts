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
 * Students of the same name, or with the same birthday and a common word in the name. Another birthday means another child.
 */
export async function listNamesakes(name: string, bornOn: string | null): Promise<Namesake[]> {
  const rows = await sql<Namesake>(
    Prisma.sql`select u.id as "_id", u.name, s.admission_no as "admissionNo", s.born_on::text as "bornOn",
        e.class_name::text as "className", e.section
      from students s join users u on u.id = s.user_id left join lateral (select class_name, section from enrolments e
        where e.student_id = s.user_id order by ${coversToday} desc, e.to_day is null desc, e.from_day desc, e.id desc limit 1) e on true
      order by u.id desc limit ${mostCompared}`,
    "search",
  );
  const [folded, words] = [foldedName(name), new Set(wordsOfName(name))];
  const isMeant = (row: Namesake) => {
    const isSameDay = bornOn !== null && row.bornOn === bornOn;
    if (foldedName(row.name) === folded) return isSameDay || bornOn === null || row.bornOn === null;
    return isSameDay && wordsOfName(row.name).some((word) => words.has(word));
  };
  return rows.filter(isMeant).slice(0, mostShown);
}

/** The last admission number; null if there is none. */
export async function lastAdmissionNo(): Promise<string | null> {
  const [row] = await sql<{ admissionNo: string }>(
    Prisma.sql`select admission_no as "admissionNo" from students where admission_no is not null order by user_id desc limit 1`,
  );
  return row?.admissionNo ?? null;
}
