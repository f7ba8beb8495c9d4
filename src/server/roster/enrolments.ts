import "server-only";
import { AppError } from "@/lib/errors";
import { db, type Transaction } from "@/server/db/client";
import type { EndReason, Enrolment } from "@/server/generated/prisma/client";
import { say } from "./messages";

export type Place = { schoolYearId: string; className: number; section: string | null; rollNo: string | null };

/** The enrolment of a student that has not ended, the latest of them. */
export async function findOpenEnrolment(studentId: string): Promise<Enrolment | null> {
  return db().enrolment.findFirst({
    where: { studentId, toDay: null },
    orderBy: [{ fromDay: "desc" }, { id: "desc" }],
  });
}

/** True for anyone who is or was in a class. */
export async function hasEnrolment(studentId: string): Promise<boolean> {
  return (await db().enrolment.count({ where: { studentId }, take: 1 })) > 0;
}

/** Refuses a roll number that another student of class, section and year has. @throws AppError CONFLICT */
export async function requireFreeRollNo({ schoolYearId, className, section, rollNo }: Place, studentId: string) {
  if (rollNo === null) return;
  const holder = await db().enrolment.findFirst({
    where: { schoolYearId, className, section, rollNo, toDay: null, studentId: { not: studentId } },
    select: { student: { select: { user: { select: { name: true } } } } },
  });
  if (!holder) return;
  const message = say("rollNoTaken", rollNo, holder.student.user.name);
  throw new AppError("CONFLICT", message, [{ path: ["rollNo"], message }]);
}

/** Puts a student into a class. @throws AppError CONFLICT for a second open enrolment, or a roll number of another */
export async function openEnrolment(tx: Transaction, studentId: string, place: Place, fromDay: Date, batchId?: string) {
  const open = await findOpenEnrolment(studentId);
  if (open) {
    const message = say("secondEnrolment", String(open.className));
    throw new AppError("CONFLICT", message, [{ path: ["className"], message }]);
  }
  await requireFreeRollNo(place, studentId);
  const enrolment = await tx.enrolment.create({
    data: { studentId, ...place, fromDay, ...(batchId !== undefined && { batchId }) },
  });
  await tx.student.updateMany({
    where: { userId: studentId, leftOn: { not: null } },
    data: { leftOn: null, leftReason: null },
  });
  return enrolment;
}

/** Ends an enrolment with its last day; whoever leaves on the first one was there for a day. */
export async function closeEnrolment(tx: Transaction, { id, fromDay }: Enrolment, toDay: Date, endReason: EndReason) {
  await tx.enrolment.update({ where: { id }, data: { toDay: toDay < fromDay ? fromDay : toDay, endReason } });
}
