import "server-only";
import { startIn } from "@/features/years/data";
import { wordsOf } from "@/lib/catalogue";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit/audit";
import type { Transaction } from "@/server/db/client";
import { newIds } from "@/server/db/ids";
import { findRollNumbers } from "@/server/roster/enrolments";
import { say as sayRoster } from "@/server/roster/messages";
import { rosterTransaction } from "@/server/roster/refusals";
import { lockStudents } from "@/server/roster/students";
import { yearOf } from "./data";
import { findUnplaced, placeKey } from "./data-many";
import { say } from "./messages";
import type { ConfirmedView, ConfirmProposedInput } from "./schema";

type Row = ConfirmProposedInput["students"][number];

/**
 * Enrols students who were never enrolled in the classes proposed by their results. Each row is handled independently.
 * @throws AppError if there is no school year
 */
export async function confirmProposed(input: ConfirmProposedInput, by: Principal, now: Date): Promise<ConfirmedView> {
  const year = await yearOf(input.year, now);
  const day = startIn(year, now);
  return rosterTransaction(async (tx) => {
    await lockStudents(
      tx,
      input.students.map(({ studentId }) => studentId),
    );
    const { rows, refused } = await judge(input.students, year._id, day);
    await insert(tx, rows, year._id, day);
    const detail = { count: rows.length };
    if (rows.length > 0) await record(tx, { action: "classes-confirmed", by, detail });
    return { done: rows.length, refused, firstDay: day };
  });
}

/** The students who can be enrolled, and the others with the reason. */
async function judge(students: Row[], yearId: string, day: string) {
  const found = await findUnplaced(students.map(({ studentId }) => studentId));
  const known = new Map(found.map((student) => [student.id, student]));
  const numbers = await findRollNumbers([yearId], day);
  const taken = new Map(numbers.map((number) => [placeKey(number), number.name]));
  const rows: Row[] = [];
  const refused: ConfirmedView["refused"] = [];
  for (const row of students) {
    const student = known.get(row.studentId);
    const holder = row.rollNo === null ? undefined : taken.get(placeKey(row));
    const why = !student
      ? say("erased")
      : student.wasPlaced
        ? say("wasPlaced")
        : holder !== undefined && row.rollNo !== null
          ? sayRoster("rollNoTaken", row.rollNo, holder)
          : undefined;
    if (why !== undefined) {
      refused.push({ studentId: row.studentId, name: student?.name ?? "", why: wordsOf(why) });
      continue;
    }
    rows.push(row);
    known.set(row.studentId, { id: row.studentId, name: student?.name ?? "", wasPlaced: true });
    taken.set(placeKey(row), student?.name ?? "");
  }
  return { rows, refused };
}

async function insert(tx: Transaction, rows: Row[], yearId: string, day: string): Promise<void> {
  const ids = newIds(rows.length);
  const values = JSON.stringify(rows.map((row, index) => ({ ...row, id: ids[index] })));
  await tx.$executeRaw`
    insert into enrolments (id, student_id, school_year_id, class_name, section, roll_no, from_day)
    select id, "studentId", ${yearId}::uuid, "className", section, "rollNo", ${day}::date
    from json_to_recordset(${values}::json) as row (id uuid, "studentId" uuid, "className" smallint, section text, "rollNo" text)`;
}
