import "server-only";
import { dateHere } from "@/content/institute";
import { listResultHistory } from "@/features/results/data-versions";
import { currentYear } from "@/features/years/data";
import { AppError } from "@/lib/errors";
import { groupBy } from "@/lib/group-by";
import { covers, type Taught, taughtFor } from "@/lib/may";
import type { Principal } from "@/lib/principal";
import { byName } from "@/lib/roll-order";
import { db, sql } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import { coversToday } from "@/server/roster/in-class";
import { say } from "@/server/roster/messages";
import { staffAccessOf } from "@/server/roster/readers";
import { actions } from "./rules";
import { searchable, wordsOfSearch } from "./rules-list";
import type { TaughtStudent, TaughtStudentView } from "./schema-taught";

/** More students than any school has, because one person may teach a subject to the whole school. */
const mostTaught = 20_000;

type Row = Omit<TaughtStudent, "guardians">;

/** What a person teaches; empty for the office, which has the roster. */
const taughtBy = (by: Principal) => taughtFor(by, actions.readTaught) ?? [];

const placeOf = ({ className, section }: Row) => ({ className: Number(className), section: section ?? "" });
const isClassTeacherOf = (row: Row) => (one: Taught) => one.subjectKeys === null && covers(one, placeOf(row));

/** Today's enrolments in the taught classes. */
async function listRows(taught: readonly Taught[], studentId?: string): Promise<Row[]> {
  if (taught.length === 0) return [];
  const places = JSON.stringify(taught.map(({ className, section }) => ({ className, section })));
  const isAsked = studentId === undefined ? Prisma.sql`true` : Prisma.sql`e.student_id = ${studentId}::uuid`;
  return sql<Row>(Prisma.sql`
    select e.student_id as "_id", u.name, e.class_name::text as "className", e.section, e.roll_no as "rollNo"
    from enrolments e join users u on u.id = e.student_id
    where ${coversToday} and ${isAsked} and exists (
      select from json_to_recordset(${places}::json) as place ("className" int, section text)
      where place."className" = e.class_name and (place.section is null or place.section = e.section))
    order by e.class_name, e.section nulls first, e.id limit ${mostTaught}`);
}

/** The rows, with guardians only for class teachers. */
async function withGuardians(rows: readonly Row[], taught: readonly Taught[]): Promise<TaughtStudent[]> {
  const own = new Set(rows.filter((row) => taught.some(isClassTeacherOf(row))));
  const links = groupBy(await listLinks([...own].map(({ _id }) => _id)), ({ studentId }) => studentId);
  const guardiansOf = ({ _id }: Row) =>
    (links.get(_id) ?? []).map(({ relation, guardian }) => ({ ...guardian, relation }));
  return rows.map((row) => ({ ...row, guardians: own.has(row) ? guardiansOf(row) : null }));
}

async function listLinks(studentIds: string[]) {
  if (studentIds.length === 0) return [];
  return db().guardianship.findMany({
    where: { studentId: { in: studentIds }, endedAt: null },
    select: { studentId: true, relation: true, guardian: { select: { name: true, phone: true } } },
    orderBy: [{ contactOrder: "asc" }, { id: "asc" }],
    take: 10 * mostTaught,
  });
}

const keyOf = ({ className, section, rollNo }: Row) => [className, section ?? "", rollNo ?? "~"].join(" ");
const inOrder = (rows: readonly Row[]) =>
  rows.toSorted((one, other) => byName(keyOf(one), keyOf(other)) || byName(one.name, other.name));

/** The students in the classes that a person teaches today, by class, section and roll number. */
export async function listTaught(by: Principal): Promise<TaughtStudent[]> {
  const taught = taughtBy(by);
  return withGuardians(inOrder(await listRows(taught)), taught);
}

/** The first of a person's taught students whose names or roll numbers match these words. */
export async function searchTaught(search: string, most: number, by: Principal): Promise<Row[]> {
  const words = wordsOfSearch(search);
  const textOf = ({ name, rollNo }: Row) => searchable(`${name}\n${rollNo ?? ""}`);
  const rows = await listRows(taughtBy(by));
  return inOrder(rows.filter((row) => words.every((word) => textOf(row).includes(word)))).slice(0, most);
}

/** A student whom a person teaches, with the marks the person may read. @throws AppError NOT_FOUND for others */
export async function getTaught({ id }: { id: string }, by: Principal): Promise<TaughtStudentView> {
  const taught = taughtBy(by);
  const [student] = await withGuardians(await listRows(taught, id), taught);
  if (!student) throw new AppError("NOT_FOUND", say("notFound"));
  const yearBegins = (await currentYear())?.firstDay ?? "";
  const [results, isRead] = await Promise.all([listResultHistory(id), staffAccessOf(by, id, yearBegins)]);
  const read = results.filter(({ withdrawal, className, subject, examDate, createdAt }) => {
    const day = examDate ?? dateHere(createdAt);
    return withdrawal === null && isRead?.({ className: Number(className), subject, day });
  });
  return { ...student, results: read };
}
