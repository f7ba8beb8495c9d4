import "server-only";
import type { Principal } from "@/lib/principal";
import { transaction } from "@/server/db/client";
import { futureMoment, planShown } from "./mutations-plan";
import { releaseShown } from "./mutations-release";
import type { ReleaseTogetherInput } from "./schema-together";

/**
 * Releases exams at one moment, or plans them for one: all of them as their previews show, or none.
 * @throws AppError NOT_FOUND, FORBIDDEN, BAD_REQUEST for a time in the past, CONFLICT
 */
export async function releaseTogether(input: ReleaseTogetherInput, by: Principal, now: Date): Promise<void> {
  const { exams, date, time } = input;
  const moment = date && time ? futureMoment({ date, time }, now) : undefined;
  // Locked in one order, so that two who press at once wait for each other.
  const ordered = exams.toSorted((one, other) => one.id.localeCompare(other.id));
  await transaction(async (tx) => {
    for (const shown of ordered) {
      if (moment) await planShown(tx, shown, moment, by, now);
      else await releaseShown(tx, shown, by, now);
    }
  });
}
