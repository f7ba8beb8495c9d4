import "server-only";
import { isDeepStrictEqual } from "node:util";
import { AppError } from "@/lib/errors";
import { groupBy } from "@/lib/group-by";
import type { Principal } from "@/lib/principal";
import { byName } from "@/lib/roll-order";
import { record } from "@/server/audit/audit";
import { sql } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import { isNotOver } from "@/server/roster/in-class";
import { rosterTransaction } from "@/server/roster/refusals";
import { yearOf } from "./data";
import { say } from "./messages";
import type { GiveNumbersInput, NumberByNameInput, NumbersView } from "./schema-promotion";

type Row = { id: string; studentId: string; name: string; section: string | null; before: string | null };
type Of = Omit<NumberByNameInput, "year"> & { yearId: string };

const inClass = ({ yearId, className, section }: Of) => Prisma.sql`
  e.school_year_id = ${yearId}::uuid and e.class_name = ${className} and ${isNotOver}
  ${section === undefined ? Prisma.empty : Prisma.sql`and e.section is not distinct from ${section}`}`;

/** The enrolments of a class, each with a roll number by name within the section. */
async function numbered(of: Of): Promise<(Row & { after: string })[]> {
  const rows = await sql<Row>(Prisma.sql`
    select e.id, e.student_id as "studentId", u.name, e.section, e.roll_no as before
    from enrolments e join users u on u.id = e.student_id where ${inClass(of)} order by e.student_id, e.id`);
  rows.sort((one, other) => byName(one.name, other.name));
  return [...groupBy(rows, ({ section }) => section).values()].flatMap((inSection) => {
    // A student who leaves the section and returns to it has two enrolments, but one number.
    const students = [...new Set(inSection.map(({ studentId }) => studentId))];
    const places = new Map(students.map((id, place) => [id, String(place + 1)]));
    return inSection.map((row) => ({ ...row, after: places.get(row.studentId) ?? "" }));
  });
}

async function resolve({ year, ...of }: NumberByNameInput, now: Date): Promise<Of> {
  return { ...of, yearId: (await yearOf(year, now))._id };
}

/** How many students would get roll numbers by name, and how many of their numbers would be replaced. @throws AppError */
export async function previewNumbers(input: NumberByNameInput, now: Date): Promise<NumbersView> {
  const rows = await numbered(await resolve(input, now));
  if (rows.length === 0) throw new AppError("NOT_FOUND", say("nobodyInClass"));
  return countsOf(rows);
}

function countsOf(rows: Awaited<ReturnType<typeof numbered>>): NumbersView {
  const countOf = (some: typeof rows) => new Set(some.map(({ studentId }) => studentId)).size;
  return {
    students: countOf(rows),
    numbered: countOf(rows.filter(({ before, after }) => before !== null && before !== after)),
    sections: new Set(rows.map(({ section }) => section)).size,
  };
}

/**
 * Assigns roll numbers by name in a class, from 1 in each section. Returns the number of students.
 * @throws AppError NOT_FOUND for an empty class, CONFLICT if the counts differ from those in the preview
 */
export async function numberByName({ seen, ...input }: GiveNumbersInput, by: Principal, now: Date): Promise<number> {
  const of = await resolve(input, now);
  return rosterTransaction(async (tx) => {
    const rows = await numbered(of);
    if (rows.length === 0) throw new AppError("NOT_FOUND", say("nobodyInClass"));
    // Leave students alone who already have the right number, so that a promotion that gave it can still be undone.
    const changed = rows.filter(({ before, after }) => before !== after);
    const counts = countsOf(rows);
    if (seen && changed.length > 0 && !isDeepStrictEqual(seen, counts))
      throw new AppError("CONFLICT", say("numbersChanged"));
    const ids = changed.map(({ id }) => id);
    // Clear them first, because no number may be used twice, not even temporarily.
    await tx.$executeRaw`update enrolments set roll_no = null where id = any(${ids}::uuid[])`;
    await tx.$executeRaw`
      update enrolments e set roll_no = one.after
      from json_to_recordset(${JSON.stringify(changed)}::json) as one (id uuid, after text) where e.id = one.id`;
    await record(tx, { action: "class-numbered", by, detail: { class: of.className, count: counts.students } });
    return counts.students;
  });
}
