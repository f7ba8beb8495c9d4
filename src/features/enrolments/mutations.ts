import "server-only";
import { dateHere } from "@/content/institute";
import { laterYearOn, listYears, startIn } from "@/features/years/data";
import { addDays, isoDate, shownDate } from "@/lib/dates";
import { AppError, fieldError, requireVersion } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import type { AuditEntry } from "@/server/audit/audit";
import type { Transaction } from "@/server/db/client";
import type { Enrolment } from "@/server/generated/prisma/client";
import { recordChanges, type Values, valuesOf } from "@/server/roster/changes";
import {
  closeEnrolment,
  findBeforeComing,
  findOpenEnrolment,
  isNoMistake,
  openEnrolment,
  requireFreeRollNo,
} from "@/server/roster/enrolments";
import { rosterTransaction } from "@/server/roster/refusals";
import { lockStudent } from "@/server/roster/students";
import { enrolAction, leaveBefore, requireAfterLeave, resolvePlace } from "./data";
import { say } from "./messages";
import type { ChangeEnrolmentInput, EndInput, EnrolInput, MoveInput } from "./schema";

type Action = Extract<AuditEntry["action"], `student-${string}` | "enrolment-changed">;

/** Runs a change on one locked student, and audits it unless nothing changed. @throws AppError */
function withStudent(
  studentId: string,
  usualAction: Action,
  by: Principal,
  work: (tx: Transaction) => Promise<Pick<Enrolment, "id" | "className"> & { isSame?: boolean; action?: Action }>,
  { reason, day }: { reason?: string; day?: string } = {},
): Promise<string> {
  return rosterTransaction(async (tx) => {
    await lockStudent(tx, studentId);
    const before = await placeOn(studentId, day);
    const { id, className, isSame, action = usualAction } = await work(tx);
    if (isSame) return id;
    const after = await placeOn(studentId, day);
    const event = { action, by, subjectId: studentId, detail: { class: className }, reason };
    await recordChanges(tx, event, [{ userId: studentId, before, after }]);
    return id;
  });
}

/** The place that a change with effect from `day` concerns. */
async function placeOn(studentId: string, day: string | undefined): Promise<Values> {
  const earlier = day === undefined ? null : await findBeforeComing(studentId, day);
  return valuesOf(earlier ?? (await findOpenEnrolment(studentId)));
}

async function requireOpen(studentId: string, seen: string | undefined): Promise<Enrolment> {
  const open = await findOpenEnrolment(studentId);
  if (!open) throw new AppError("CONFLICT", say("notInClass"));
  if (seen !== undefined && seen !== open.id) throw new AppError("CONFLICT", say("changedMeanwhile"));
  return open;
}

/** Enrols a student. Returns the enrolment's id. @throws AppError CONFLICT if one is open */
export async function enrol({ studentId, ...entered }: EnrolInput, by: Principal, now: Date): Promise<string> {
  const { place, fromDay } = await resolvePlace(entered, now);
  return withStudent(studentId, "student-enrolled", by, async (tx) => {
    const student = await lockStudent(tx, studentId);
    requireAfterLeave(student, fromDay, now);
    return { ...(await openEnrolment(tx, studentId, place, fromDay)), action: enrolAction(student) };
  });
}

/** Readmits a student who has left; all stored data become available again. @throws AppError CONFLICT */
export async function returnStudent({ studentId, ...entered }: EnrolInput, by: Principal, now: Date): Promise<string> {
  const { place, fromDay } = await resolvePlace(entered, now);
  return withStudent(studentId, "student-returned", by, async (tx) => {
    const student = await lockStudent(tx, studentId);
    if (student.leftOn === null) throw new AppError("CONFLICT", say("notLeft"));
    requireAfterLeave(student, fromDay, now);
    return openEnrolment(tx, studentId, place, fromDay);
  });
}

/** Changes section, roll number or first day of an open enrolment; equal values change nothing. @throws AppError */
export async function changeEnrolment(
  input: ChangeEnrolmentInput,
  studentId: string,
  by: Principal,
  now: Date,
): Promise<string> {
  const { id, section, rollNo, fromDay, rowVersion } = input;
  return withStudent(studentId, "enrolment-changed", by, async (tx) => {
    const before = await tx.enrolment.findUniqueOrThrow({ where: { id } });
    if (before.toDay !== null) throw new AppError("CONFLICT", say("ended"));
    requireVersion(rowVersion, before.rowVersion, say("changedMeanwhile"));
    const after = {
      ...before,
      ...(section !== undefined && { section }),
      ...(rollNo !== undefined && { rollNo }),
      ...(fromDay !== undefined && { fromDay: new Date(fromDay) }),
    };
    const isSameDay = after.fromDay.getTime() === before.fromDay.getTime();
    const isSamePlace = after.section === before.section && after.rollNo === before.rollNo;
    if (isSameDay && isSamePlace) return { ...before, isSame: true };
    const joinsSooner = after.fromDay < before.fromDay && isoDate(before.fromDay) > dateHere(now);
    if (!isSamePlace || joinsSooner) await requireFreeRollNo(after, studentId);
    // An unchanged day may overlap the enrolment before: a student can be moved on its first day.
    if (!isSameDay) await requireFreeDay(tx, after);
    const { section: inSection, rollNo: numbered, fromDay: since } = after;
    return tx.enrolment.update({ where: { id }, data: { section: inSection, rollNo: numbered, fromDay: since } });
  });
}

/** Requires a first day within the school year and after the student's other enrolments. @throws AppError */
async function requireFreeDay(tx: Transaction, { id, studentId, schoolYearId, fromDay }: Enrolment): Promise<void> {
  const year = await tx.schoolYear.findUniqueOrThrow({ where: { id: schoolYearId } });
  if (fromDay < year.firstDay)
    throw fieldError("fromDay", say("beforeYear", year.label, shownDate(isoDate(year.firstDay))));
  const overlapped = await tx.enrolment.findFirst({
    where: { studentId, id: { not: id }, toDay: { gte: fromDay }, endReason: { not: "mistake" } },
    orderBy: { toDay: "desc" },
  });
  if (overlapped?.toDay) throw fieldError("fromDay", say("placedUntil", shownDate(isoDate(overlapped.toDay))));
  await requireNoLaterYear(schoolYearId, "fromDay", isoDate(fromDay));
}

/** Requires that no later school year has begun on the day: only a promotion leads into a later year. @throws AppError */
async function requireNoLaterYear(yearId: string, field: string, day: string): Promise<void> {
  const later = laterYearOn(await listYears(), yearId, day);
  if (later) throw fieldError(field, say("laterYear", later.label));
}

/**
 * Moves a student to another class or section of the same year, from a date on: by default today, or the first day of a coming
 * class. @throws AppError
 */
export async function moveStudent(input: MoveInput, by: Principal, now: Date): Promise<string> {
  const { studentId, className, section, rollNo } = input;
  const move = async (tx: Transaction) => {
    const open = await requireOpen(studentId, input.enrolmentId);
    const day = input.day ?? startIn({ firstDay: isoDate(open.fromDay) }, now);
    const earlier = await findBeforeComing(studentId, day);
    // A student cannot move up before the day that was entered for it.
    if (earlier && className > earlier.className)
      throw fieldError("day", say("comesOn", String(open.className), shownDate(isoDate(open.fromDay))));
    const left = earlier ?? open;
    requireNotBefore(left, day, now);
    await requireNoLaterYear(left.schoolYearId, "day", day);
    if (left.className === className && left.section === section) throw fieldError("className", say("samePlace"));
    await closeEnrolment(tx, left, new Date(addDays(day, -1)), "moved");
    const place = { schoolYearId: left.schoolYearId, className, section, rollNo };
    const fromDay = new Date(day);
    if (!earlier) return openEnrolment(tx, studentId, place, fromDay);
    await requireFreeRollNo({ ...place, fromDay }, studentId);
    // The next class still follows as entered.
    const { toDay, endReason } = earlier;
    return tx.enrolment.create({ data: { studentId, ...place, fromDay, toDay, endReason } });
  };
  return withStudent(studentId, "student-moved", by, move, input);
}

/**
 * Ends a student's enrolment with last day and reason; results stay. An enrolment that was entered by mistake counts for no day:
 * it can end on any day, an earlier leave applies again, and a class that it was to replace continues. @throws AppError
 */
export async function endEnrolment(input: EndInput, by: Principal, now: Date): Promise<string> {
  const { studentId, day, reason, mistake } = input;
  const end = async (tx: Transaction) => {
    const open = await requireOpen(studentId, input.enrolmentId);
    const earlier = mistake ? null : await findBeforeComing(studentId, day);
    const left = earlier ?? open;
    if (!mistake) requireNotBefore(left, day, now);
    await closeEnrolment(tx, left, new Date(day), mistake ? "mistake" : "left");
    // A student who leaves before the next class begins was never in it.
    if (earlier) await closeEnrolment(tx, open, open.fromDay, "mistake");
    const leave = mistake ? await leaveBefore(tx, open) : { leftOn: new Date(day), leftReason: reason };
    if (leave) await tx.student.update({ where: { userId: studentId }, data: leave });
    if (mistake) await reopenLast(tx, open, now);
    return left;
  };
  return withStudent(studentId, "student-ended", by, end, { reason, ...(!mistake && { day }) });
}

/** Reopens the previous class if a promotion or a move within the year has not ended it yet, and its roll number is free. */
async function reopenLast(tx: Transaction, mistaken: Enrolment, now: Date): Promise<void> {
  const { studentId, schoolYearId: yearId, fromDay } = mistaken;
  const last = await tx.enrolment.findFirst({
    where: { studentId, ...isNoMistake },
    orderBy: [{ fromDay: "desc" }, { id: "desc" }],
  });
  if (!last?.toDay || isoDate(last.toDay) < dateHere(now)) return;
  // A class that was left on its first day has that day as its last day, too, so a move of today is not in the future.
  const isOfMove = last.endReason === "moved" && last.schoolYearId === yearId && isoDate(fromDay) > dateHere(now);
  if (last.endReason !== "promoted" && !isOfMove) return;
  const { id, schoolYearId, className, section, rollNo } = last;
  const taken = { schoolYearId, className, section, rollNo, toDay: null };
  if (rollNo !== null && (await tx.enrolment.count({ where: taken })) > 0) return;
  await tx.enrolment.update({ where: { id }, data: { toDay: null, endReason: null } });
}

/** @throws AppError for a day before the first one in the class */
function requireNotBefore({ className, fromDay }: Enrolment, day: string, now: Date): void {
  const firstDay = isoDate(fromDay);
  if (day >= firstDay) return;
  const isComing = firstDay > dateHere(now);
  throw fieldError(
    "day",
    isComing ? say("comesOn", String(className), shownDate(firstDay)) : say("beforeFirstDay", shownDate(firstDay)),
  );
}
