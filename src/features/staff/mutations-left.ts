import "server-only";
import { listFormerStaff, removeGrantsOver } from "@/server/auth/staff";
import { transaction } from "@/server/db/client";
import { mailIdsOf } from "@/server/mail/records";
import { eraseRows } from "@/server/privacy/erasure";
import { lockSame } from "@/server/roster/students";

/** Maximum number erased per night; the rest follows the next night. */
const mostANight = 500;

/**
 * Erases people whose last grant ended before `time`, unless they are students or guardians or have a login in use, and
 * deletes ended grants of others. Until then, the trail and histories can name them. Returns the number of grants.
 */
export async function forgetFormerStaff(time: Date): Promise<number> {
  return transaction(async (tx) => {
    const { people, listed } = await lockSame(tx, () => listFormerStaff(time, mostANight));
    // Keep the ended grants if people are left: the next night finds them by these.
    const removed = listed === mostANight ? 0 : await removeGrantsOver(tx, time);
    if (people.length === 0) return removed;
    const mails = await mailIdsOf(tx, people);
    await eraseRows(tx, { users: people.map(({ id }) => id), mails });
    return removed;
  });
}
