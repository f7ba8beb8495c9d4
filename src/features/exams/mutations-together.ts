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
  await transaction(async (tx) => {
    // All of them first, in one order: whoever releases one of them meanwhile waits here, not behind the news of another.
    const ids = exams.map(({ id }) => id);
    await tx.$queryRaw`select from exams where id = any(${ids}::uuid[]) order by id for update`;
    for (const shown of exams) {
      if (moment) await planShown(tx, shown, moment, by, now);
      else await releaseShown(tx, shown, by, now);
    }
  });
}
