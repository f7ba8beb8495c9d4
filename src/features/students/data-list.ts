import "server-only";
import { yearOf } from "@/features/enrolments/data";
import { currentYear } from "@/features/years/data";
import { escapeLike, sql } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import { wordsOfSearch } from "./rules";
import type { ListStudentsInput, StudentRowView, StudentsPage } from "./schema";

type Filters = Omit<ListStudentsInput, "page" | "limit">;

/** Whether somebody can log in, and whether the person is proven (decision 46). */
export const loginOf = Prisma.sql`case
  when u.password_hash is null or u.login_closed_at is not null then 'none'
  when u.email_confirmed_at is null and u.vouched_at is null then 'not confirmed' else 'active' end`;

const latest = (what: Prisma.Sql) =>
  Prisma.sql`(select ${what} from results r where r.student_id = s.user_id order by r.created_at desc, r.id desc limit 1)`;

// Of the year that is shown: the open enrolment, else the last one.
const placed = (yearId: string | null) => Prisma.sql`
  select distinct on (student_id) student_id, class_name, section, roll_no, to_day, end_reason::text as end_reason
  from enrolments where school_year_id = ${yearId}::uuid
  order by student_id, to_day is null desc, from_day desc, id desc`;

const isCurrent = Prisma.sql`(e.student_id is not null and (e.to_day is null or e.end_reason = 'promoted'))`;
const stateOf = Prisma.sql`case when ${isCurrent} then 'current'
  when s.left_on is not null or e.end_reason = 'left' then 'left' else 'not placed' end`;
const isProposed = Prisma.sql`(s.left_on is null
  and not exists (select from enrolments x where x.student_id = s.user_id)
  and exists (select from results r where r.student_id = s.user_id))`;

// The same where everybody is asked: the enrolments are read once.
const isProposedOfAll = Prisma.sql`(s.left_on is null and s.user_id not in (select x.student_id from enrolments x)
  and exists (select from results r where r.student_id = s.user_id))`;

function matching(input: Filters): Prisma.Sql {
  const filters = [Prisma.sql`true`];
  for (const word of wordsOfSearch(input.search)) {
    const part = `%${escapeLike(word)}%`;
    filters.push(
      Prisma.sql`(lower(u.name) like ${part} or lower(s.admission_no) like ${part} or u.email like ${part})`,
    );
  }
  if (input.class !== undefined) filters.push(Prisma.sql`e.class_name = ${input.class} and ${isCurrent}`);
  if (input.section !== undefined) filters.push(Prisma.sql`coalesce(e.section, '') = ${input.section.toUpperCase()}`);
  if (input.login !== undefined) filters.push(Prisma.sql`${loginOf} = ${input.login}`);
  if (input.state === "proposed") filters.push(isProposed);
  else if (input.state !== undefined) filters.push(Prisma.sql`${stateOf} = ${input.state}`);
  return Prisma.join(filters, " and ");
}

const number = (text: Prisma.Sql) => Prisma.sql`nullif(regexp_replace(${text}, '\D', '', 'g'), '')::numeric`;

function orderOf({ sort, direction }: Filters): Prisma.Sql {
  const way = direction === "asc" ? Prisma.sql`asc nulls last` : Prisma.sql`desc nulls last`;
  const keys = {
    name: [Prisma.sql`lower(u.name) collate "C"`],
    roll: [Prisma.sql`e.class_name`, Prisma.sql`e.section`, number(Prisma.sql`e.roll_no`), Prisma.sql`e.roll_no`],
    admission: [Prisma.sql`upper(s.admission_no) collate "C"`],
    lastResult: [latest(Prisma.sql`r.created_at`)],
  }[sort];
  const ordered = keys.map((key) => Prisma.sql`${key} ${way}`);
  return Prisma.join([...ordered, Prisma.sql`lower(u.name) collate "C"`, Prisma.sql`u.id`]);
}

const latestResult = latest(Prisma.sql`json_build_object('exam', r.exam_name, 'subject', r.subject,
  'percentage', r.score::float8 * 100 / r.total_marks::float8, 'createdAt', to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'className', r.class_name)`);

const columns = Prisma.sql`u.id as "_id", u.name, u.email, s.admission_no as "admissionNo", ${loginOf} as login,
  ${stateOf} as state, e.class_name::text as "className", e.section, e.roll_no as "rollNo", ${isProposed} as "isProposed",
  ${latestResult} as latest,
  array(select n.name from person_names n where n.user_id = u.id order by n.until_at desc limit 5) as "otherNames",
  array(select g.name from guardianships k join users g on g.id = k.guardian_id
    where k.student_id = u.id and k.ended_at is null order by k.contact_order, k.created_at) as guardians`;

type Latest = { exam: string | null; subject: string | null; percentage: number; createdAt: string; className: number };
type Row = Omit<StudentRowView, "proposedClass" | "lastResult" | "yearLabel"> & {
  isProposed: boolean;
  latest: Latest | null;
};

function rowViewOf({ isProposed: proposed, latest: result, ...row }: Row, label: string | null): StudentRowView {
  const { className: resultClass, createdAt, ...shown } = result ?? { className: null, createdAt: "" };
  return {
    ...row,
    yearLabel: row.className === null ? null : label,
    proposedClass: proposed && resultClass !== null ? String(resultClass) : null,
    lastResult: result && {
      ...shown,
      percentage: result.percentage,
      exam: result.exam,
      subject: result.subject,
      createdAt: new Date(createdAt),
    },
  };
}

const people = (yearId: string | null) =>
  Prisma.sql`students s join users u on u.id = s.user_id left join (${placed(yearId)}) e on e.student_id = s.user_id`;

/** The page is chosen by what it is sorted by; only its rows are looked at further. */
function rowsOf(input: Filters, yearId: string | null, limit: number, offset: number): Promise<Row[]> {
  const order = orderOf(input);
  return sql<Row>(
    Prisma.sql`
      with e as materialized (${placed(yearId)}), page as materialized (
        select s.user_id as id, row_number() over (order by ${order}) as place
        from students s join users u on u.id = s.user_id left join e on e.student_id = s.user_id
        where ${matching(input)} order by ${order} limit ${limit} offset ${offset})
      select ${columns} from page join students s on s.user_id = page.id join users u on u.id = page.id
      left join e on e.student_id = page.id order by page.place`,
    "search",
  );
}

/** All students that match, for a table. */
export async function listAllStudents(input: Filters, most: number, now: Date): Promise<StudentRowView[]> {
  const year = input.year === undefined ? await currentYear(now) : await yearOf(input.year, now);
  const rows = await rowsOf(input, year?._id ?? null, most, 0);
  return rows.map((row) => rowViewOf(row, year?.label ?? null));
}

/** The students that match, a page at a time, with the numbers of the built-in views. */
export async function listStudents(input: ListStudentsInput, now: Date): Promise<StudentsPage> {
  const year = input.year === undefined ? await currentYear(now) : await yearOf(input.year, now);
  const [from, where] = [people(year?._id ?? null), matching(input)];
  const { page, limit } = input;
  const [rows, [counts]] = await Promise.all([
    rowsOf(input, year?._id ?? null, limit, (page - 1) * limit),
    sql<StudentsPage["views"] & { total: number; sections: string[] }>(
      Prisma.sql`select count(*)::int as all, count(*) filter (where ${where})::int as total,
        count(*) filter (where ${stateOf} = 'not placed')::int as "notPlaced",
        count(*) filter (where ${loginOf} = 'none')::int as "noLogin",
        count(*) filter (where ${isProposedOfAll})::int as proposed,
        coalesce(array_agg(distinct e.section) filter (where e.section is not null), '{}') as sections from ${from}`,
      "search",
    ),
  ]);
  const none = { total: 0, sections: [], all: 0, notPlaced: 0, noLogin: 0, proposed: 0 };
  const { total, sections, ...views } = counts ?? none;
  return {
    items: rows.map((row) => rowViewOf(row, year?.label ?? null)),
    total,
    page,
    pages: Math.max(1, Math.ceil(total / limit)),
    year: year && { _id: year._id, label: year.label },
    views,
    sections,
  };
}
