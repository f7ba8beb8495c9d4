import "server-only";
import { yearOf } from "@/features/enrolments/data";
import { currentYear } from "@/features/years/data";
import { mostSuggested } from "@/lib/fields";
import { percentageOf } from "@/lib/grades";
import { sql } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import { inOrder, isFamilyInvited, proposedOf, rosterOf } from "./data-roster";
import { findGuardianAddresses } from "./data-who";
import { type Listed, matching } from "./rules-list";
import type {
  ChosenView,
  ListStudentsInput,
  NeighboursInput,
  NeighboursView,
  StudentRowView,
  StudentsPage,
} from "./schema-list";

type Filters = Omit<ListStudentsInput, "page" | "limit">;

const latest = (what: Prisma.Sql) =>
  Prisma.sql`(select ${what} from current_results r where r.student_id = k.id order by r.created_at desc, r.first_id desc limit 1)`;

const latestResult = latest(Prisma.sql`json_build_object('exam', r.exam_name, 'subject', r.subject,
  'score', r.score, 'totalMarks', r.total_marks, 'createdAt', to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'className', r.class_name)`);

type Latest = Record<"exam" | "subject", string | null> &
  Record<"score" | "totalMarks" | "className", number> & { createdAt: string };
type Details = { id: string; latest: Latest | null; guardians: string[] };

/** Data that is shown in the list but that no filter uses. */
async function detailsOf(ids: string[]): Promise<Map<string, Details>> {
  if (ids.length === 0) return new Map();
  const found = await sql<Details>(
    Prisma.sql`select k.id, ${latestResult} as latest,
      array(select g.name from guardianships l join users g on g.id = l.guardian_id
        where l.student_id = k.id and l.ended_at is null order by l.contact_order, l.created_at) as guardians
      from unnest(${ids}::uuid[]) k(id)`,
  );
  return new Map(found.map((one) => [one.id, one]));
}

type Part = { offset: number; limit: number };

/** A slice of the students sorted by latest result; those without one come last. */
async function byLastResult(students: readonly Listed[], direction: Filters["direction"], part: Part) {
  const known = new Map(students.map((student) => [student._id, student]));
  const way = direction === "asc" ? Prisma.sql`asc nulls last` : Prisma.sql`desc nulls last`;
  const rows = await sql<{ id: string }>(
    // One text is faster to send than thousands of ids.
    Prisma.sql`select k.id from unnest(string_to_array(${[...known.keys()].join()}, ',')::uuid[]) with ordinality k(id, place)
      order by ${latest(Prisma.sql`r.created_at`)} ${way}, k.place limit ${part.limit} offset ${part.offset}`,
  );
  return rows.flatMap(({ id }) => known.get(id) ?? []);
}

function rowViewOf(student: Listed, details: Details | undefined, label: string | null, isProposed: boolean) {
  const { isPlaced: _isPlaced, waits: _waits, comes: _comes, hasLeft: _left, text: _text, ...more } = student;
  const { lacksConsent: _consent, lacksGuardian: _guardian, lacksCode: _code, ...shown } = more;
  const { latest: result = null, guardians = [] } = details ?? {};
  return {
    ...shown,
    guardians,
    yearLabel: student.className === null ? null : label,
    proposedClass: isProposed && result !== null ? String(result.className) : null,
    lastResult: result && {
      exam: result.exam,
      subject: result.subject,
      percentage: percentageOf(result.score, result.totalMarks),
      createdAt: new Date(result.createdAt),
    },
  } satisfies StudentRowView;
}

/** The ids of all matching students in order, and a function that loads some of their rows. */
async function find(input: Filters, now: Date, only?: ReadonlySet<string>) {
  const year = input.year === undefined ? await currentYear(now) : await yearOf(input.year, now);
  const roster = await rosterOf(year?._id ?? null);
  const proposed = await proposedOf(roster);
  const matches = matching(input, ({ _id }) => proposed.has(_id));
  const found = inOrder(roster, input).filter((one) => (only?.has(one._id) ?? true) && matches(one));
  const viewsOf = async (some: readonly Listed[]) => {
    const details = await detailsOf(some.map(({ _id }) => _id));
    return some.map((one) => rowViewOf(one, details.get(one._id), year?.label ?? null, proposed.has(one._id)));
  };
  const rows = async ({ offset, limit }: Part) =>
    viewsOf(
      input.sort === "lastResult"
        ? await byLastResult(found, input.direction, { offset, limit })
        : found.slice(offset, offset + limit),
    );
  return { year, roster, proposed, found, rows, viewsOf };
}

/** All matching students, or those with the given ids, for an export. */
export async function listAllStudents(input: Filters, most: number, now: Date, ids?: string[]) {
  const { rows } = await find(input, now, ids && new Set(ids));
  return rows({ offset: 0, limit: most });
}

/** The first students whose names, numbers or addresses match these words. */
export async function searchStudents(search: string, most: number, now: Date) {
  const { found } = await find({ search, sort: "name", direction: "asc" }, now);
  return found.slice(0, most);
}

/** Suggests students whose names, numbers or addresses match these words; one without an address comes with a guardian's. */
export async function suggestStudents(search: string, now: Date) {
  const { found, viewsOf } = await find({ search, sort: "name", direction: "asc" }, now);
  const students = await viewsOf(found.slice(0, mostSuggested + 1));
  const guardians = await findGuardianAddresses(students.flatMap(({ _id, email }) => (email === null ? [_id] : [])));
  return students.map((one) => ({ ...one, guardian: null, ...guardians.get(one._id) }));
}

/** Counts of students who need attention, each with the filter of its list. */
export async function countForOffice(now: Date) {
  const { found, roster, proposed } = await find({ login: "not confirmed", sort: "name", direction: "asc" }, now);
  const { all, notPlaced, noConsent } = roster.views;
  return {
    ...{ notConfirmed: found.length, noConsent, proposed: proposed.size },
    noCode: roster.students.filter(({ lacksCode }) => lacksCode).length,
    isEmpty: all + notPlaced === 0,
    isAnyoneInvited: roster.students.some(({ login }) => login !== "none") || (await isFamilyInvited()),
  };
}

/** Maximum size of a selection. */
const mostChosen = 1000;

/** The matching students, for a bulk selection. */
export async function listMatching(input: Filters, now: Date): Promise<ChosenView[]> {
  const { found } = await find(input, now);
  return found.slice(0, mostChosen);
}

/** The neighbours of a student in a list; null if the student is not in it. */
export async function findNeighbours({ id, ...input }: NeighboursInput, now: Date): Promise<NeighboursView | null> {
  const { found } = await find(input, now);
  const all =
    input.sort === "lastResult"
      ? await byLastResult(found, input.direction, { offset: 0, limit: found.length })
      : found;
  const at = all.findIndex(({ _id }) => _id === id);
  const beside = (place: number) => all[place] ?? null;
  return at < 0 ? null : { previous: beside(at - 1), next: beside(at + 1), place: at + 1, total: all.length };
}

/** A page of matching students, with the counts of the built-in views. */
export async function listStudents(input: ListStudentsInput, now: Date): Promise<StudentsPage> {
  const { year, roster, proposed, found, rows } = await find(input, now);
  const { page, limit } = input;
  return {
    items: await rows({ offset: (page - 1) * limit, limit }),
    total: found.length,
    page,
    pages: Math.max(1, Math.ceil(found.length / limit)),
    year: year && { _id: year._id, label: year.label },
    views: { ...roster.views, proposed: proposed.size },
    sections: roster.sections,
  };
}
