import "server-only";
import { dateHere } from "@/content/institute";
import { idField } from "@/lib/fields";
import type { Taught } from "@/lib/may";
import type { Principal } from "@/lib/principal";
import { subjectKey } from "@/lib/subject-key";
import { isOpen, keysOfSubject } from "@/server/auth/grants";
import { sql } from "@/server/db/client";
import { createLoader } from "@/server/db/data-loader";
import { Prisma } from "@/server/generated/prisma/client";
import { coversToday, today } from "./in-class";
import { dayOf, peopleOf } from "./sheet-people";

/** A person other than the student who may currently read the student's results, and why. */
export type Reader = { studentId: string; userId: string; name: string } & (
  | { kind: "guardian"; relation: string; since: Date }
  /** Without `isNow`, a teacher only of an earlier class of the year, whose sheets show the results of that time. */
  | { kind: "teacher"; taught: Taught; subject: string | null; isNow: boolean }
  | { kind: "office" }
);

type Row = {
  kind: Reader["kind"];
  studentId: string;
  userId: string;
  name: string;
  relation: string | null;
  since: Date | null;
  className: number | null;
  section: string | null;
  subject: string | null;
  subjectKeys: string[] | null;
  isNow: boolean | null;
};

const nobody = Prisma.sql`null::text as relation, null::timestamptz as since`;
const nothing = Prisma.sql`null::smallint as "className", null::text as section, null::text as subject,
  null::json as "subjectKeys", null::boolean as "isNow"`;

/** True for a link `k` that lets a guardian read results. */
const letsRead = Prisma.sql`k.ended_at is null and k.sees_results`;

/**
 * True if the sheet of an exam of this year shows grant `g` a result of the student. Asks for the section first: the rows of
 * the sheets are only read for students who were in another class.
 */
const showsResult = (student: Prisma.Sql) => Prisma.sql`(
  (g.section is null or exists (select from enrolments e
    where e.student_id = ${student} and e.class_name = g.class_name and e.section = g.section))
  and exists (
    select from current_results r join exams x on x.id = r.exam_id, lateral ${dayOf(dateHere(new Date()))} x_day, lateral ${peopleOf} p
    where r.student_id = ${student} and p.student_id = ${student} and x.class_name = g.class_name
      and (g.section is null or (p.section = g.section and (x.sections = '{}' or g.section = any(x.sections))))
      and (g.subject_id is null or x.subject_key in (select json_array_elements_text(${keysOfSubject})))
      and x.school_year_id in (select y.id from school_years y where y.first_day >= all (
        select z.first_day from school_years z where z.first_day <= ${today}))))`;

/**
 * Everybody other than the student who may currently read the student's results: linked guardians, teachers of the current
 * class and of earlier classes of the year, the office. The list on the screen and every check use this function (decision
 * 152), except for guardians, who ask often: see {@link childOf}.
 * @param onlyId only this person
 */
export async function readersOf(studentId: string, onlyId?: string): Promise<Reader[]> {
  const student = Prisma.sql`${studentId}::uuid`;
  const isMeant = Prisma.sql`s.user_id = ${student}`;
  const isAsked = onlyId === undefined ? Prisma.sql`true` : Prisma.sql`u.id = ${onlyId}::uuid`;
  const person = Prisma.sql`s.user_id as "studentId", u.id as "userId", u.name`;
  const rows = await sql<Row>(Prisma.sql`
      select 'guardian' as kind, ${person}, k.relation, k.created_at as since, ${nothing}
      from students s join guardianships k on k.student_id = s.user_id and ${letsRead} join users u on u.id = k.guardian_id
      where ${isMeant} and ${isAsked}
    union all
      select 'teacher' as kind, ${person}, ${nobody}, g.class_name as "className", g.section,
        (select t.name from subjects t where t.id = g.subject_id) as subject, ${keysOfSubject} as "subjectKeys", t."isNow"
      from students s join staff_grants g on g.role = 'teacher' and ${isOpen}
      join users u on u.id = g.user_id
      cross join lateral (select exists (select from enrolments e where e.student_id = s.user_id
        and e.class_name = g.class_name and (g.section is null or g.section = e.section) and ${coversToday}) as "isNow") t
      where ${isMeant} and ${isAsked} and (t."isNow" or ${showsResult(student)})
    union all
      select 'office' as kind, ${person}, ${nobody}, ${nothing} from students s cross join users u
      where ${isMeant} and ${isAsked} and (u.role = 'admin'
        or u.id in (select g.user_id from staff_grants g where g.role <> 'teacher' and ${isOpen}))
    order by 1, 4, 3`);
  return rows.map(readerOf);
}

/** Looks up links by guardian and student. */
const linksBy = (student: Prisma.Sql) =>
  createLoader(
    (pairs) =>
      sql<{ pair: string; studentId: string }>(Prisma.sql`
        select asked.pair, k.student_id as "studentId" from unnest(${pairs}::text[]) asked (pair) ${student}
        join guardianships k on k.guardian_id = left(asked.pair, 36)::uuid and k.student_id = s.id and ${letsRead}`),
    ({ pair }) => pair,
    20,
  );
const linksById = linksBy(Prisma.sql`cross join lateral (select substr(asked.pair, 37)::uuid as id) s`);
const linksByAddress = linksBy(Prisma.sql`join users s on s.email = substr(asked.pair, 37)`);

/**
 * The id of a student, given an id or address, if this guardian may read the results; otherwise null. Applies the same rule
 * as the list; concurrent lookups are batched.
 */
export async function childOf(guardianId: string, student: string): Promise<string | null> {
  const links = idField.safeParse(student).success ? linksById : linksByAddress;
  const [link] = await links(guardianId + student);
  return link?.studentId ?? null;
}

function readerOf({ kind, studentId, userId, name, relation, since, ...teaching }: Row): Reader {
  const person = { studentId, userId, name };
  if (kind === "guardian") return { ...person, kind, relation: relation ?? "", since: since ?? new Date(0) };
  if (kind === "office") return { ...person, kind };
  const { className, section, subject, subjectKeys, isNow } = teaching;
  return {
    ...person,
    kind,
    subject,
    isNow: isNow === true,
    taught: { className: className ?? 0, section, subjectKeys },
  };
}

/** Which results of a student a person may read. */
type ResultAccess = (result: { className: number; subject: string | null; day: string }) => boolean;

/**
 * Which results of a student a staff member may read by grants; null for none. Grants only count on the admin side (decision
 * 45). @param yearBegins the first day of the school year
 */
export async function staffAccessOf(
  by: Principal,
  studentId: string,
  yearBegins: string,
): Promise<ResultAccess | null> {
  if (by.role !== "admin" || by.lacksSecondStep) return null;
  const readers = await readersOf(studentId, by.userId);
  if (readers.some(({ kind }) => kind === "office")) return () => true;
  const taught = readers.flatMap((reader) => (reader.kind === "teacher" && reader.isNow ? [reader.taught] : []));
  if (taught.length === 0) return null;
  // A student who repeats a class has results of it from earlier years (decision 152).
  return ({ className, subject, day }) =>
    day >= yearBegins &&
    taught.some(
      (one) =>
        one.className === className &&
        (one.subjectKeys === null || (subject !== null && one.subjectKeys.includes(subjectKey(subject)))),
    );
}
