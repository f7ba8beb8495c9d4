import "server-only";
import { AppError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit";
import { isMissing, transaction } from "@/server/db";
import { copy } from "./copy";
import { scheduleViewOf } from "./data";
import type { ScheduleInput, ScheduleView } from "./schema";

/** Announces a test. */
export async function addSchedule(input: ScheduleInput, by: Principal): Promise<ScheduleView> {
  return transaction(async (tx) => {
    const row = await tx.testSchedule.create({ data: { ...input, testDate: new Date(input.testDate) } });
    await record(tx, { action: "schedule-added", by, subjectId: row.id, detail: { class: row.className } });
    return scheduleViewOf(row);
  });
}

/** Takes an announcement back. @throws AppError NOT_FOUND */
export async function removeSchedule(id: string, by: Principal): Promise<void> {
  await transaction(async (tx) => {
    const { className } = await tx.testSchedule.delete({ where: { id } }).catch((error: unknown) => {
      throw isMissing(error) ? new AppError("NOT_FOUND", copy.notFound) : error;
    });
    await record(tx, { action: "schedule-removed", by, subjectId: id, detail: { class: className } });
  });
}
