import "server-only";
import { dateHere } from "@/content/institute";
import { laterYearOn, listYears, startIn } from "@/features/years/data";
import { wordsOf } from "@/lib/catalogue";
import { addDays, shownDate } from "@/lib/dates";
import type { Principal } from "@/lib/principal";
import type { Transaction } from "@/server/db/client";
import { newIds } from "@/server/db/ids";
import { recordChanges, valuesOf } from "@/server/roster/changes";
import { cutBefore } from "@/server/roster/enrolments";
import { rosterTransaction } from "@/server/roster/refusals";
import { yearOf } from "./data";
import { type Enrolled, lockStandings, type Standing } from "./data-many";
import { say } from "./messages";
import type { EndManyInput, PlaceManyInput, RowsDoneView } from "./schema";

type Why = Parameters<typeof wordsOf>[0];

/** Enrols students in a class and section, or moves them there, from a date on. Each student is handled independently. */
export async function placeMany(input: PlaceManyInput, by: Principal, now: Date): Promise<RowsDoneView> {
  const { className, section } = input;
  const [shown, years] = [await yearOf(input.year, now), await listYears()];
  const day = input.day ?? startIn(shown, now);
  // The year for students who are in no class yet.
  const year = laterYearOn(years, shown._id, day) ?? shown;
  const refusalOf = ({ place, next, leftOn }: Standing): Why | undefined => {
    if (!place && leftOn !== null) return gone(leftOn, now, "hasLeft");
    if (place && isOfAnother(input.year, place)) return inOtherYear(input.year, place, next);
    // A student cannot move up before the day that was entered for it.
    if (place && next && className > place.className) return comesLater(next);
    if (place?.className === className && place.section === section) return say("isThere");
    if (place && day < place.fromDay) return laterThere(place, now);
    const later = place && laterYearOn(years, place.yearId, day);
    if (later) return say("laterYear", later.label);
    return !place && day < year.firstDay ? say("beforeYear", year.label, shownDate(year.firstDay)) : undefined;
  };
  return rosterTransaction(async (tx) => {
    const { chosen, refused } = await judge(tx, input.students, day, refusalOf);
    if (chosen.length > 0) {
      await close(tx, chosen, addDays(day, -1), "moved");
      await cutBefore(
        tx,
        chosen.flatMap(({ id, next }) => (next ? [] : id)),
        new Date(day),
      );
      await open(tx, chosen, { className, section, day, yearId: year._id });
      const after = valuesOf({ className, section, rollNo: null });
      const people = chosen.map((one) => ({ userId: one.id, before: valuesOf(one.place), after }));
      const detail = { class: className, count: chosen.length };
      await recordChanges(tx, { action: "students-placed", by, detail }, people);
    }
    return { done: chosen.length, refused };
  });
}

/** Ends enrolments with the same last day and reason; results stay. Each student is handled independently. */
export async function endMany({ students, day, reason, year }: EndManyInput, by: Principal, now: Date) {
  const refusalOf = ({ place, next, leftOn }: Standing): Why | undefined => {
    if (!place) return leftOn === null ? say("inNoClass") : gone(leftOn, now, "leftAlready");
    if (isOfAnother(year, place)) return inOtherYear(year, place, next);
    return day < place.fromDay ? laterThere(place, now) : undefined;
  };
  return rosterTransaction(async (tx) => {
    const { chosen, refused } = await judge(tx, students, day, refusalOf);
    if (chosen.length > 0) {
      await close(tx, chosen, day, "left");
      await dropComing(tx, chosen);
      const ids = chosen.map(({ id }) => id);
      await tx.student.updateMany({
        where: { userId: { in: ids } },
        data: { leftOn: new Date(day), leftReason: reason },
      });
      const people = chosen.map((one) => ({ userId: one.id, before: valuesOf(one.place), after: {} }));
      await recordChanges(tx, { action: "students-ended", by, detail: { count: chosen.length }, reason }, people);
    }
    return { done: chosen.length, refused };
  });
}

const gone = (leftOn: string, now: Date, past: "hasLeft" | "leftAlready"): Why =>
  leftOn >= dateHere(now) ? say("leavesOn", shownDate(leftOn)) : say(past);

const isOfAnother = (year: string | undefined, place: Enrolled) => year !== undefined && place.yearId !== year;

const inOtherYear = (year: string | undefined, { className }: Enrolled, next: Enrolled | null): Why =>
  next && next.yearId === year ? comesLater(next) : say("inOtherYear", String(className));

const comesLater = ({ className, fromDay }: Enrolled): Why => say("thereOn", String(className), shownDate(fromDay));

const laterThere = (place: Enrolled, now: Date): Why =>
  place.fromDay > dateHere(now) ? comesLater(place) : say("thereSince", shownDate(place.fromDay));

/** The students to process, and the rejected ones with the reason, in the order of the input. */
async function judge(
  tx: Transaction,
  ids: readonly string[],
  day: string,
  refusalOf: (standing: Standing) => Why | undefined,
) {
  const unique = [...new Set(ids)];
  const known = await lockStandings(tx, unique, day);
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

/** Ends the enrolments, at the earliest on their first day. */
async function close(tx: Transaction, students: readonly Standing[], day: string, reason: "moved" | "left") {
  const ids = students.flatMap(({ place }) => place?.id ?? []);
  await tx.$executeRaw`update enrolments set to_day = greatest(from_day, ${day}::date), end_reason = ${reason}::end_reason
    where id = any(${ids}::uuid[])`;
}

/** A student who leaves before the next class begins was never in it. */
async function dropComing(tx: Transaction, students: readonly Standing[]) {
  const ids = students.flatMap(({ next }) => next?.id ?? []);
  await tx.$executeRaw`update enrolments set to_day = from_day, end_reason = 'mistake' where id = any(${ids}::uuid[])`;
}

type Target = { className: number; section: string | null; day: string; yearId: string };

/** Opens the new enrolments: in the same school year for students who move, and ending before a next class, if there is one. */
async function open(tx: Transaction, students: readonly Standing[], { className, section, day, yearId }: Target) {
  const ids = newIds(students.length);
  const rows = students.map(({ id, place, next }, n) => ({
    id: ids[n],
    studentId: id,
    yearId: place?.yearId ?? yearId,
    ...(next && { toDay: place?.toDay, endReason: place?.endReason }),
  }));
  await tx.$executeRaw`
    insert into enrolments (id, student_id, school_year_id, class_name, section, from_day, to_day, end_reason)
    select id, "studentId", "yearId", ${className}::smallint, ${section}, ${day}::date, "toDay", "endReason"
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as row (id uuid, "studentId" uuid, "yearId" uuid, "toDay" date, "endReason" end_reason)`;
}
