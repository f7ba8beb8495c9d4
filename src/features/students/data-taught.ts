import "server-only";
import { listResultHistory } from "@/features/results/data-versions";
import { AppError } from "@/lib/errors";
import { covers, reachOf, type Taught } from "@/lib/may";
import type { Principal } from "@/lib/principal";
import { db } from "@/server/db/client";
import type { Prisma } from "@/server/generated/prisma/client";
import { say } from "@/server/roster/messages";
import { staffAccessOf } from "@/server/roster/readers";
import { actions } from "./rules";
import type { TaughtStudent, TaughtStudentView } from "./schema-taught";

/** More than anybody teaches. */
const mostTaught = 2000;

const shown = {
  studentId: true,
  className: true,
  section: true,
  rollNo: true,
  student: { select: { user: { select: { name: true } } } },
} satisfies Prisma.EnrolmentSelect;

type Row = Prisma.EnrolmentGetPayload<{ select: typeof shown }>;

/** What a person teaches; empty for the office, which has the roster. */
function taughtBy(by: Principal): Taught[] {
  const reach = reachOf(by, actions.readTaught);
  return typeof reach === "object" && "taught" in reach ? reach.taught : [];
}

const placeOf = ({ className, section }: Row) => ({ className, section: section ?? "" });
const isClassTeacherOf = (row: Row) => (one: Taught) => one.subjectKeys === null && covers(one, placeOf(row));

/** The open enrolments in the taught classes, with guardians for class teachers. */
async function listRows(taught: readonly Taught[], studentId?: string): Promise<[Row, TaughtStudent][]> {
  if (taught.length === 0) return [];
  const places = taught.map(({ className, section }) => ({ className, ...(section !== null && { section }) }));
  const rows = await db().enrolment.findMany({
    where: { toDay: null, OR: places, ...(studentId !== undefined && { studentId }) },
    select: shown,
    orderBy: [{ className: "asc" }, { section: { sort: "asc", nulls: "first" } }, { id: "asc" }],
    take: mostTaught,
  });
  const own = rows.filter((row) => taught.some(isClassTeacherOf(row)));
  const guardians = await listGuardians(own.map((row) => row.studentId));
  const isOwn = new Set(own);
  return rows.map((row) => [
    row,
    {
      ...{ _id: row.studentId, name: row.student.user.name, className: String(row.className) },
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

/** A student whom a person teaches, with the marks the person may read. @throws AppError NOT_FOUND for others */
export async function getTaught(id: string, by: Principal): Promise<TaughtStudentView> {
  const [found] = await listRows(taughtBy(by), id);
  if (!found) throw new AppError("NOT_FOUND", say("notFound"));
  const [, student] = found;
  const [results, isRead] = await Promise.all([listResultHistory(id), staffAccessOf(by, id)]);
  const read = results.filter(
    ({ withdrawal, className, subject }) => withdrawal === null && isRead?.({ className: Number(className), subject }),
  );
  return { ...student, results: read };
}
