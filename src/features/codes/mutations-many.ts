import "server-only";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit/audit";
import { enqueueAccountEmails } from "@/server/auth/users";
import { transaction } from "@/server/db/client";
import { takeLock } from "@/server/db/locks";
import { sortInvited } from "./data-many";
import type { InvitedManyView } from "./schema";

/**
 * Emails an invitation to everybody with an address and no login among these students and those of their guardians who see results;
 * returns who needs something else.
 */
export async function inviteMany(students: string[], by: Principal): Promise<InvitedManyView> {
  return transaction(async (tx) => {
    // Of two at the same time, the second sees whom the first has invited.
    await takeLock(tx, "invitations");
    const { mailed, answer } = await sortInvited(students);
    if (mailed.length === 0) return answer;
    await enqueueAccountEmails(tx, "invitation", mailed, { by: by.userId }, 1);
    await record(tx, { action: "students-invited", by, detail: { count: mailed.length } });
    return answer;
  });
}
