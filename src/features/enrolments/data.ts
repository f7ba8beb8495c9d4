import "server-only";
import { dateHere } from "@/content/institute";
import { laterYearOn, listYears, startIn, yearAt } from "@/features/years/data";
import { wordsOf } from "@/lib/catalogue";
import { decodeCursor, pageOf } from "@/lib/cursor";
import { isoDate, shownDate } from "@/lib/dates";
import { AppError, fieldError } from "@/lib/errors";
import { db, type Transaction } from "@/server/db/client";
import type { Enrolment, Student } from "@/server/generated/prisma/client";
import { findPlaceToday, hasEnrolment, isNoMistake, type Place } from "@/server/roster/enrolments";
import { say as sayRoster } from "@/server/roster/messages";
import { getStudent } from "@/server/roster/students";
import { say } from "./messages";
import { leavesBecause } from "./rules";
import type { EnrolmentView, ListEnrolmentsInput } from "./schema";

export type EnteredPlace = {
  className: number;
  section: string | null;
  rollNo: string | null;
  year?: string | undefined;
  fromDay?: string | undefined;
};

/**
 * The school year with this id; without an id, the current one, or the later one that contains `day`.
 * @throws AppError NOT_FOUND, BAD_REQUEST while there is none
 */
export async function yearOf(id: string | undefined, now: Date, day?: string) {
  const years = await listYears();
  const year = id === undefined ? yearAt(years, now) : years.find(({ _id }) => _id === id);
  if (year) return (id === undefined && day !== undefined && laterYearOn(years, year._id, day)) || year;
  throw id === undefined ? fieldError("year", sayRoster("noYear")) : new AppError("NOT_FOUND", sayRoster("noSuchYear"));
}

type Year = Awaited<ReturnType<typeof yearOf>>;

/** The class and first day of an enrolment; by default the year of that day, and today. @throws AppError */
export async function resolvePlace(entered: EnteredPlace, now: Date): Promise<{ place: Place; fromDay: Date }> {
  const { className, section, rollNo } = entered;
  const year = await yearOf(entered.year, now, entered.fromDay);
  const day = entered.fromDay ?? startIn(year, now);
  await requireDayIn(year, day, entered.fromDay !== undefined);
  return { place: { schoolYearId: year._id, className, section, rollNo }, fromDay: new Date(day) };
}

/** @throws AppError for a first day before the year or in a later one */
export async function requireDayIn(year: Year, day: string, isEntered = true): Promise<void> {
  if (day < year.firstDay) throw fieldError("fromDay", say("beforeYear", year.label, shownDate(year.firstDay)));
  const later = laterYearOn(await listYears(), year._id, day);
  if (later) throw fieldError("fromDay", isEntered ? say("laterYear", later.label) : say("pastYear", year.label));
}

/** @throws AppError for a day before a past leave; a future leave is cancelled */
export function requireAfterLeave({ leftOn }: Pick<Student, "leftOn">, fromDay: Date, now: Date): void {
  if (leftOn !== null && fromDay < leftOn && isoDate(leftOn) < dateHere(now))
    throw fieldError("fromDay", say("beforeLeft", shownDate(isoDate(leftOn))));
}

/** A student with a leave, past or future, counts as returned: {@link leaveBefore} relies on this. */
export const enrolAction = ({ leftOn }: Pick<Student, "leftOn">) =>
  leftOn === null ? "student-enrolled" : "student-returned";

/**
 * The class whose materials and tests a student follows: the class of today's enrolment, or null before the first day and after
 * the last day. Undefined for a person who was never enrolled.
 */
export async function followedClass(studentId: string): Promise<string | null | undefined> {
  const place = await findPlaceToday(studentId);
  if (place) return String(place.className);
  return (await hasEnrolment(studentId)) ? null : undefined;
}

const mostShown = 50;

type Row = Enrolment & { schoolYear: { id: string; label: string } };

function enrolmentViewOf({ id, studentId, schoolYear, className, section, rollNo, ...row }: Row): EnrolmentView {
  const { fromDay, toDay, endReason, rowVersion } = row;
  return {
    _id: id,
    studentId,
    year: { _id: schoolYear.id, label: schoolYear.label },
    className: String(className),
    section,
    rollNo,
    fromDay: isoDate(fromDay),
    toDay: toDay && isoDate(toDay),
    endReason,
    rowVersion,
  };
}

/** The enrolments of a student, newest first. */
export async function listEnrolmentsOf(studentId: string): Promise<EnrolmentView[]> {
  const rows = await db().enrolment.findMany({
    where: { studentId },
    include: { schoolYear: true },
    orderBy: [{ fromDay: "desc" }, { id: "desc" }],
    take: mostShown,
  });
  return rows.map(enrolmentViewOf);
}

/** A page of enrolments, newest first. @throws AppError NOT_FOUND for an unknown year or student */
export async function listEnrolments({ studentId, year, className, limit, cursor }: ListEnrolmentsInput, now: Date) {
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  const rows = await db().enrolment.findMany({
    where: {
      ...(studentId !== undefined && { studentId }),
      ...(year !== undefined && { schoolYearId: year }),
      ...(className !== undefined && { className }),
      ...(after && { fromDay: { lte: after.date }, OR: [{ fromDay: { lt: after.date } }, { id: { lt: after.id } }] }),
    },
    include: { schoolYear: true },
    orderBy: [{ fromDay: "desc" }, { id: "desc" }],
    take: limit + 1,
  });
  if (rows.length === 0 && year !== undefined) await yearOf(year, now);
  if (rows.length === 0 && studentId !== undefined) await getStudent(studentId);
  return pageOf(rows.map(enrolmentViewOf), limit, ({ fromDay, _id }) => ({ at: new Date(fromDay), id: _id }));
}

/** An enrolment. @throws AppError NOT_FOUND */
export async function getEnrolment(id: string): Promise<EnrolmentView> {
  const row = await db().enrolment.findUnique({ where: { id }, include: { schoolYear: true } });
  if (!row) throw new AppError("NOT_FOUND", say("noEnrolment"));
  return enrolmentViewOf(row);
}

/**
 * The leave that ended a student's last enrolment, to be restored when a return was entered by mistake.
 * @throws AppError CONFLICT for a return that replaced a future leave, whose day is not stored anywhere
 */
export async function leaveBefore(tx: Transaction, { id: ended, studentId }: Enrolment) {
  const last = await tx.enrolment.findFirst({
    where: { studentId, ...isNoMistake },
    include: { schoolYear: { select: { label: true } } },
    orderBy: [{ fromDay: "desc" }, { id: "desc" }],
  });
  if (last?.endReason !== "left") {
    const returned = { userId: studentId, action: "student-returned", id: { gt: ended } };
    if ((await tx.personChange.count({ where: returned })) > 0) throw new AppError("CONFLICT", say("cutLeave"));
    return null;
  }
  const { id, toDay: leftOn, className, schoolYear } = last;
  const next = await tx.enrolment.findFirst({ where: { studentId, id: { gt: id } }, orderBy: { id: "asc" } });
  // Ids ascend with time. A promotion stores no change with a reason.
  const noted = await tx.personChange.findFirst({
    where: {
      userId: studentId,
      action: { in: ["student-ended", "students-ended"] },
      id: { gt: id, ...(next && { lt: next.id }) },
    },
    orderBy: { id: "desc" },
  });
  return { leftOn, leftReason: noted?.reason ?? wordsOf(leavesBecause(className, schoolYear.label)) };
}
