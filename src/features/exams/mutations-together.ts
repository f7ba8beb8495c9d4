import "server-only";
import { AppError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { transaction } from "@/server/db/client";
import { say } from "./messages";
import { futureMoment, lockShown, planShown, type ShownRelease } from "./mutations-plan";
import { releaseShown, tellOfReleased } from "./mutations-release";
import type { ReleaseTogetherInput } from "./schema-together";

/**
 * Releases exams at one moment, or plans their releases for one: all of them as their previews show, or none.
 * @throws AppError NOT_FOUND, FORBIDDEN, BAD_REQUEST for a time in the past or before the day of an exam, CONFLICT
 */
export async function releaseTogether(input: ReleaseTogetherInput, by: Principal, now: Date): Promise<void> {
  const { exams, date, time } = input;
  const moment = date && time ? futureMoment({ date, time }, now) : undefined;
  await transaction(async (tx) => {
    // Locks all of them first, in one order: a concurrent release of one of them waits here, not behind the emails of another.
    const ids = exams.map(({ id }) => id);
    await tx.$queryRaw`select from exams where id = any(${ids}::uuid[]) order by id for update`;
    if (new Set(ids).size < ids.length) throw new AppError("CONFLICT", say("previewChanged"));
    const releases: ShownRelease[] = [];
    for (const shown of exams) releases.push(await lockShown(tx, shown, moment, by, now));
    // Only after all checks: results of one exam can make those of another second results, which its preview did not count.
    const resultIds: string[] = [];
    for (const release of releases) {
      if (moment) await planShown(tx, release, moment, by);
      else resultIds.push(...(await releaseShown(tx, release, by.userId, now)));
    }
    await tellOfReleased(tx, resultIds, now);
  });
}
