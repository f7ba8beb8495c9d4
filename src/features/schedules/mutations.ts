import "server-only";
import { resolveSubjects } from "@/features/subjects/data";
import { isoDate } from "@/lib/dates";
import { AppError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit/audit";
import { isMissing, transaction } from "@/server/db/client";
import type { TestSchedule } from "@/server/generated/prisma/client";
import { requireScope } from "@/server/trpc/scope";
import { scheduleViewOf } from "./data";
import { say } from "./messages";
import { actions } from "./rules";
import type { ScheduleInput, ScheduleView } from "./schema";

/** Announces a test. @throws AppError FORBIDDEN for a class or subject that a teacher does not teach */
export async function addSchedule(input: ScheduleInput, by: Principal): Promise<ScheduleView> {
  requireScope(by, actions.manage, input);
  return transaction(async (tx) => {
    const subject = (await resolveSubjects([input.subject]))(input.subject);
    const row = await tx.testSchedule.create({ data: { ...input, subject, testDate: new Date(input.testDate) } });
    await record(tx, { action: "schedule-added", by, subjectId: row.id, detail: detailOf(row) });
    return scheduleViewOf(row);
  });
}

/** Takes an announcement back. @throws AppError NOT_FOUND */
export async function removeSchedule(id: string, by: Principal): Promise<void> {
  await transaction(async (tx) => {
    const row = await tx.testSchedule.delete({ where: { id } }).catch((error: unknown) => {
      throw isMissing(error) ? new AppError("NOT_FOUND", say("notFound")) : error;
    });
    requireScope(by, actions.manage, row);
    await record(tx, { action: "schedule-removed", by, subjectId: id, detail: detailOf(row) });
  });
}

function detailOf({ className, subject, testDate }: TestSchedule) {
  return { class: className, subject, date: isoDate(testDate) };
}
