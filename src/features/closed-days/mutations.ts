import "server-only";
import { listTestsOn } from "@/features/schedules/data-warnings";
import { AppError, fieldError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit/audit";
import { isMissing, transaction } from "@/server/db/client";
import { closedDayViewOf, findOverlapping } from "./data";
import { say } from "./messages";
import { shownDays } from "./rules";
import { type AddedClosedDaysView, type ClosedDayInput, type ClosedDayView, countDays } from "./schema";

/**
 * Adds closed days, and says which announced tests are on them.
 * @throws AppError CONFLICT with the closed days that overlap
 */
export async function addClosedDays(input: ClosedDayInput, by: Principal, now: Date): Promise<AddedClosedDaysView> {
  const firstDay = new Date(input.firstDay);
  const lastDay = new Date(input.lastDay ?? input.firstDay);
  return transaction(async (tx) => {
    // Serializes concurrent inserts; reads are not blocked.
    await tx.$executeRaw`lock table closed_days in share row exclusive mode`;
    const other = await findOverlapping(tx, firstDay, lastDay);
    if (other) throw fieldError("firstDay", say("overlaps", other.name, shownDays(other)), "CONFLICT");
    const { kind, name } = input;
    const row = await tx.closedDay.create({ data: { firstDay, lastDay, kind, name, createdById: by.userId } });
    const view = closedDayViewOf(row);
    await record(tx, { action: "closed-days-added", by, subjectId: row.id, detail: detailOf(view) });
    return { ...view, tests: await listTestsOn(view, now) };
  });
}

/** Removes closed days. @throws AppError NOT_FOUND */
export async function removeClosedDays({ id }: { id: string }, by: Principal): Promise<{ _id: string }> {
  await transaction(async (tx) => {
    const row = await tx.closedDay.delete({ where: { id } }).catch((error: unknown) => {
      throw isMissing(error) ? new AppError("NOT_FOUND", say("notFound")) : error;
    });
    const detail = detailOf(closedDayViewOf(row));
    await record(tx, { action: "closed-days-removed", by, subjectId: id, detail });
  });
  return { _id: id };
}

function detailOf({ firstDay, lastDay, name }: ClosedDayView) {
  return { subject: name, date: firstDay, count: countDays({ firstDay, lastDay }) };
}
