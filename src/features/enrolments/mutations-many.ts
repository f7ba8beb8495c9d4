import "server-only";
import { startIn } from "@/features/years/data";
import { wordsOf } from "@/lib/catalogue";
import { addDays, shownDate } from "@/lib/dates";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit/audit";
import { type Transaction, transaction } from "@/server/db/client";
import { newIds } from "@/server/db/ids";
import { keepChanges, type Values } from "@/server/roster/changes";
import { inRosterWords } from "@/server/roster/refusals";
import { yearOf } from "./data";
import { lockStandings, type Standing } from "./data-many";
import { say } from "./messages";
import type { EndManyInput, PlaceManyInput, RowsDoneView } from "./schema";

type Why = Parameters<typeof wordsOf>[0];

/** Enrols students in a class and section, or moves them there, from a date on. Each is done or rejected by itself. */
export async function placeMany(input: PlaceManyInput, by: Principal, now: Date): Promise<RowsDoneView> {
  const { className, section } = input;
  const year = await yearOf(undefined, now);
  const day = input.day ?? startIn(year, now);
  const refusalOf = ({ open, hasLeft }: Standing): Why | undefined => {
    if (!open && hasLeft) return say("hasLeft");
    if (open?.className === className && open.section === section) return say("isThere");
    if (open && day < open.fromDay) return say("thereSince", shownDate(open.fromDay));
    return !open && day < year.firstDay ? say("beforeYear", year.label, shownDate(year.firstDay)) : undefined;
  };
  return inRosterWords(
    transaction(async (tx) => {
      const { chosen, refused } = await judge(tx, input.students, refusalOf);
      if (chosen.length > 0) {
        await close(tx, chosen, addDays(day, -1), "moved");
        await open(tx, chosen, { className, section, day, yearId: year._id });
        const [action, detail] = ["students-placed" as const, { class: className, count: chosen.length }];
        const eventId = await record(tx, { action, by, detail });
        const after = { className: String(className), section, rollNo: null };
        const people = chosen.map((one) => ({ userId: one.id, before: placeOf(one), after }));
        await keepChanges(tx, { eventId, action, by: by.userId }, people);
      }
      return { done: chosen.length, refused };
    }),
  );
}

/** Ends enrolments with the same last day and reason; results stay. Each is done or rejected by itself. */
export async function endMany({ students, day, reason }: EndManyInput, by: Principal): Promise<RowsDoneView> {
  const refusalOf = ({ open, hasLeft }: Standing): Why | undefined => {
    if (!open) return say(hasLeft ? "leftAlready" : "inNoClass");
    return day < open.fromDay ? say("thereSince", shownDate(open.fromDay)) : undefined;
  };
  return inRosterWords(
    transaction(async (tx) => {
      const { chosen, refused } = await judge(tx, students, refusalOf);
      if (chosen.length > 0) {
        await close(tx, chosen, day, "left");
        const ids = chosen.map(({ id }) => id);
        await tx.student.updateMany({
          where: { userId: { in: ids } },
          data: { leftOn: new Date(day), leftReason: reason },
        });
        const action = "students-ended";
        const eventId = await record(tx, { action, by, detail: { count: chosen.length } });
        const people = chosen.map((one) => ({ userId: one.id, before: placeOf(one), after: {} }));
        await keepChanges(tx, { eventId, action, by: by.userId, reason }, people);
      }
      return { done: chosen.length, refused };
    }),
  );
}

function placeOf({ open }: Standing): Values {
  return open ? { className: String(open.className), section: open.section, rollNo: open.rollNo } : {};
}

/** The students to process, and the rejected ones with the reason, in the order of the input. */
async function judge(tx: Transaction, ids: readonly string[], refusalOf: (standing: Standing) => Why | undefined) {
  const unique = [...new Set(ids)];
  const known = await lockStandings(tx, unique);
  const chosen: Standing[] = [];
  const refused: RowsDoneView["refused"] = [];
  for (const studentId of unique) {
    const standing = known.get(studentId);
    const why = standing ? refusalOf(standing) : say("erased");
    if (standing && why === undefined) chosen.push(standing);
    else if (why !== undefined) refused.push({ studentId, name: standing?.name ?? "", why: wordsOf(why) });
  }
  return { chosen, refused };
}

/** Ends the open enrolments, at the earliest on their first day. */
async function close(tx: Transaction, students: readonly Standing[], day: string, reason: "moved" | "left") {
  const ids = students.flatMap(({ open }) => open?.id ?? []);
  await tx.$executeRaw`update enrolments set to_day = greatest(from_day, ${day}::date), end_reason = ${reason}::end_reason
    where id = any(${ids}::uuid[])`;
}

type Target = { className: number; section: string | null; day: string; yearId: string };

/** Opens the new enrolments, in the same school year for students who move. */
async function open(tx: Transaction, students: readonly Standing[], { className, section, day, yearId }: Target) {
  const ids = newIds(students.length);
  const rows = students.map(({ id, open }, n) => ({ id: ids[n], studentId: id, yearId: open?.yearId ?? yearId }));
  await tx.$executeRaw`
    insert into enrolments (id, student_id, school_year_id, class_name, section, from_day)
    select id, "studentId", "yearId", ${className}::smallint, ${section}, ${day}::date
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (id uuid, "studentId" uuid, "yearId" uuid)`;
}
