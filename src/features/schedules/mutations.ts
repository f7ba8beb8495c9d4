import "server-only";
import { AppError } from "@/lib/errors";
import { db } from "@/server/db";
import { copy } from "./copy";
import { scheduleViewOf } from "./data";
import type { ScheduleInput, ScheduleView } from "./schema";

/** Announces a test. */
export async function addSchedule(input: ScheduleInput): Promise<ScheduleView> {
  return scheduleViewOf(await db().testSchedule.create({ data: { ...input, testDate: new Date(input.testDate) } }));
}

/** Takes an announcement back. @throws AppError NOT_FOUND */
export async function removeSchedule(id: string): Promise<void> {
  const { count } = await db().testSchedule.deleteMany({ where: { id } });
  if (count === 0) throw new AppError("NOT_FOUND", copy.notFound);
}
