import "server-only";
import { dateHere } from "@/content/institute";
import { listResultHistory } from "@/features/results/data-versions";
import { currentYear } from "@/features/years/data";
import { AppError } from "@/lib/errors";
import { covers, reachOf, type Taught } from "@/lib/may";
import type { Principal } from "@/lib/principal";
import { db, sql } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import { coversToday } from "@/server/roster/in-class";
import { say } from "@/server/roster/messages";
import { staffAccessOf } from "@/server/roster/readers";
import { actions } from "./rules";
import { wordsOfSearch } from "./rules-list";
import type { TaughtStudent, TaughtStudentView } from "./schema-taught";

/** More than anybody teaches. */
const mostTaught = 2000;

type Row = { studentId: string; name: string; className: number; section: string | null; rollNo: string | null };

/** What a person teaches; empty for the office, which has the roster. */
function taughtBy(by: Principal): Taught[] {
  const reach = reachOf(by, actions.readTaught);
  return typeof reach === "object" && "taught" in reach ? reach.taught : [];
}

const placeOf = ({ className, section }: Row) => ({ className, section: section ?? "" });
const isClassTeacherOf = (row: Row) => (one: Taught) => one.subjectKeys === null && covers(one, placeOf(row));

/** The enrolments of today in the taught classes, with guardians for class teachers. */
async function listRows(taught: readonly Taught[], studentId?: string): Promise<[Row, TaughtStudent][]> {
  if (taught.length === 0) return [];
  const places = JSON.stringify(taught.map(({ className, section }) => ({ className, section })));
  const isAsked = studentId === undefined ? Prisma.sql`true` : Prisma.sql`e.student_id = ${studentId}::uuid`;
  const rows = await sql<Row>(Prisma.sql`
    select e.student_id as "studentId", u.name, e.class_name as "className", e.section, e.roll_no as "rollNo"
    from enrolments e join users u on u.id = e.student_id
    where ${coversToday} and ${isAsked} and exists (
      select from json_to_recordset(${places}::json) as place ("className" int, section text)
      where place."className" = e.class_name and (place.section is null or place.section = e.section))
    order by e.class_name, e.section nulls first, e.id limit ${mostTaught}`);
  const own = rows.filter((row) => taught.some(isClassTeacherOf(row)));
  const guardians = await listGuardians(own.map((row) => row.studentId));
  const isOwn = new Set(own);
  return rows.map((row) => [
    row,
    {
      ...{ _id: row.studentId, name: row.name, className: String(row.className) },
      ...{ section: row.section, rollNo: row.rollNo },
      guardians: isOwn.has(row) ? (guardians.get(row.studentId) ?? []) : null,
    },
  ]);
}

async function listGuardians(studentIds: string[]) {
  const byStudent = new Map<string, NonNullable<TaughtStudent["guardians"]>>();
  if (studentIds.length === 0) return byStudent;
  const links = await db().guardianship.findMany({
    where: { studentId: { in: studentIds }, endedAt: null },
    select: { studentId: true, relation: true, guardian: { select: { name: true, phone: true } } },
    orderBy: [{ contactOrder: "asc" }, { id: "asc" }],
    take: 10 * mostTaught,
  });
  for (const { studentId, relation, guardian } of links)
    byStudent.set(studentId, [...(byStudent.get(studentId) ?? []), { ...guardian, relation }]);
  return byStudent;
}

const byPlace = new Intl.Collator("en", { numeric: true });

/** The students of the classes that a person teaches today, by class, section and roll number. */
export async function listTaught(by: Principal): Promise<TaughtStudent[]> {
  const students = (await listRows(taughtBy(by))).map(([, student]) => student);
  const keyOf = ({ className, section, rollNo }: TaughtStudent) => [className, section ?? "", rollNo ?? "~"].join(" ");
  return students.sort(
    (one, other) => byPlace.compare(keyOf(one), keyOf(other)) || byPlace.compare(one.name, other.name),
  );
}

/** The first students whom a person teaches whose names or roll numbers match these words. */
export async function searchTaught(search: string, most: number, by: Principal): Promise<TaughtStudent[]> {
  const words = wordsOfSearch(search);
  const textOf = ({ name, rollNo }: TaughtStudent) => `${name}\n${rollNo ?? ""}`.normalize("NFC").toLowerCase();
  const found = (await listTaught(by)).filter((one) => words.every((word) => textOf(one).includes(word)));
  return found.slice(0, most);
}

/** A student whom a person teaches, with the marks the person may read. @throws AppError NOT_FOUND for others */
export async function getTaught(id: string, by: Principal): Promise<TaughtStudentView> {
  const [found] = await listRows(taughtBy(by), id);
  if (!found) throw new AppError("NOT_FOUND", say("notFound"));
  const [, student] = found;
  const yearBegins = (await currentYear())?.firstDay ?? "";
  const [results, isRead] = await Promise.all([listResultHistory(id), staffAccessOf(by, id, yearBegins)]);
  const read = results.filter(({ withdrawal, className, subject, examDate, createdAt }) => {
    const day = examDate ?? dateHere(createdAt);
    return withdrawal === null && isRead?.({ className: Number(className), subject, day });
  });
  return { ...student, results: read };
}
