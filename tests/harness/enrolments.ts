import { db } from "@/server/db/client";
import type { Prisma } from "@/server/generated/prisma/client";
import { inDays } from "./days";

export type Days = Pick<Prisma.EnrolmentUncheckedCreateInput, "className" | "endReason"> & {
  from: number;
  to?: number;
};

/** Enrols a student in section A. `from` and `to` count days from today. */
export function enrolledFor(studentId: string, schoolYearId: string, days: Days) {
  const { className, from, to, endReason = "left" } = days;
  return db().enrolment.create({
    data: {
      ...{ studentId, schoolYearId, className, section: "A", fromDay: new Date(inDays(from)) },
      ...(to !== undefined && { toDay: new Date(inDays(to)), endReason }),
    },
  });
}
