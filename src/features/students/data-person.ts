import "server-only";
import { isoDate } from "@/lib/dates";
import { db } from "@/server/db/client";
import { exportConsentsOf } from "@/server/roster/consents";

/** The number of roster rows about a person: the entry, enrolments, and links to guardians or students. */
export async function countRosterOf(userId: string | null): Promise<number> {
  return (await exportRosterOf(userId)).length;
}

export async function exportRosterOf(userId: string | null): Promise<Record<string, unknown>[]> {
  if (userId === null) return [];
  const [student, names, changes, enrolments, links, given] = await Promise.all([
    db().student.findUnique({ where: { userId } }),
    db().personName.findMany({ where: { userId }, orderBy: { id: "asc" }, take: 1000 }),
    db().personChange.findMany({ where: { userId }, orderBy: { id: "asc" }, take: 1000 }),
    db().enrolment.findMany({
      where: { studentId: userId },
      include: { schoolYear: true },
      orderBy: { id: "asc" },
      take: 1000,
    }),
    db().guardianship.findMany({
      // The end of a link that nobody was notified of is not exported either.
      where: { OR: [{ studentId: userId }, { guardianId: userId }], endedQuietly: false },
      orderBy: { id: "asc" },
      take: 1000,
    }),
    exportConsentsOf(userId),
  ]);
  const entry = student && {
    what: "student",
    admissionNo: student.admissionNo,
    bornOn: student.bornOn && isoDate(student.bornOn),
    origin: student.origin,
    linksByOfficeOnly: student.linksByOfficeOnly,
    leftOn: student.leftOn && isoDate(student.leftOn),
    leftReason: student.leftReason,
  };
  return [
    ...(entry ? [entry] : []),
    ...names.map(({ name, untilAt }) => ({ what: "earlier name", name, untilAt })),
    ...changes.map(({ at, action, field, before, after, reason }) => ({
      what: "change",
      at,
      action,
      field,
      before,
      after,
      reason,
    })),
    ...enrolments.map(({ schoolYear, className, section, rollNo, fromDay, toDay, endReason }) => ({
      what: "enrolment",
      year: schoolYear.label,
      className: String(className),
      section,
      rollNo,
      fromDay: isoDate(fromDay),
      toDay: toDay && isoDate(toDay),
      endReason,
    })),
    ...links.map(({ guardianId, relation, seesResults, getsMails, contactOrder, origin, createdAt, endedAt }) => ({
      what: guardianId === userId ? "guardian of a student" : "guardian",
      relation,
      seesResults,
      getsMails,
      contactOrder,
      origin,
      createdAt,
      endedAt,
    })),
    ...given,
  ];
}
