import "server-only";
import { AppError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit/audit";
import { sql, transaction } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import { isNotOver } from "@/server/roster/in-class";
import { inRosterWords } from "@/server/roster/refusals";
import { yearOf } from "./data";
import { say } from "./messages";
import type { NumberByNameInput, NumbersView } from "./schema-promotion";

type Numbered = { id: string; studentId: string; before: string | null; after: string };
type Of = Omit<NumberByNameInput, "year"> & { yearId: string };

const inClass = ({ yearId, className, section }: Of) => Prisma.sql`
  e.school_year_id = ${yearId}::uuid and e.class_name = ${className} and ${isNotOver}
  ${section === undefined ? Prisma.empty : Prisma.sql`and e.section is not distinct from ${section}`}`;

// Who leaves the section and comes back into it has two enrolments, and one number.
const numbered = (of: Of) => Prisma.sql`
  select e.id, e.student_id as "studentId", e.section, e.roll_no as before,
    dense_rank() over (partition by e.section order by lower(u.name), u.id)::text as after
  from enrolments e join users u on u.id = e.student_id where ${inClass(of)}`;

async function resolve({ year, ...of }: NumberByNameInput, now: Date): Promise<Of> {
  return { ...of, yearId: (await yearOf(year, now))._id };
}

/** How many would get roll numbers by name, and how many have one that would be replaced. @throws AppError */
export async function previewNumbers(input: NumberByNameInput, now: Date): Promise<NumbersView> {
  const of = await resolve(input, now);
  const [row] = await sql<NumbersView>(Prisma.sql`
    select count(distinct "studentId")::int as students, count(distinct "studentId") filter (where before <> after)::int as numbered,
      count(distinct coalesce(section, ''))::int as sections
    from (${numbered(of)}) as one`);
  if (!row || row.students === 0) throw new AppError("NOT_FOUND", say("nobodyInClass"));
  return row;
}

/** Assigns roll numbers by name in a class, in each section from 1. Returns how many. @throws AppError */
export async function numberByName(input: NumberByNameInput, by: Principal, now: Date): Promise<number> {
  const of = await resolve(input, now);
  return inRosterWords(
    transaction(async (tx) => {
      const rows = await tx.$queryRaw<Numbered[]>(numbered(of));
      if (rows.length === 0) throw new AppError("NOT_FOUND", say("nobodyInClass"));
      // Whoever has the number already stays as before: a promotion that gave it can still be undone.
      const changed = rows.filter(({ before, after }) => before !== after);
      const ids = changed.map(({ id }) => id);
      // Clear them first, so that no number is used twice even for a moment.
      await tx.$executeRaw`update enrolments set roll_no = null where id = any(${ids}::uuid[])`;
      await tx.$executeRaw`
        update enrolments e set roll_no = one.after
        from json_to_recordset(${JSON.stringify(changed)}::json) as one (id uuid, after text) where e.id = one.id`;
      const count = new Set(rows.map(({ studentId }) => studentId)).size;
      await record(tx, { action: "class-numbered", by, detail: { class: of.className, count } });
      return count;
    }),
  );
}
