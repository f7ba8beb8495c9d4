import "server-only";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit/audit";
import { enqueueAccountEmails } from "@/server/auth/users";
import { transaction } from "@/server/db/client";
import { takeLock } from "@/server/db/locks";
import { sortInvited } from "./data-many";
import type { InvitedManyView } from "./schema";

/**
 * Emails an invitation to these students and to their guardians who see results, if they have an address and no login. Returns
 * the people who need something else.
 */
export async function inviteMany({ students }: { students: string[] }, by: Principal): Promise<InvitedManyView> {
  return transaction(async (tx) => {
    // Of two concurrent calls, the second one sees whom the first one has invited.
    await takeLock(tx, "invitations");
    const { mailed, answer } = await sortInvited(students);
    if (mailed.length === 0) return answer;
    await enqueueAccountEmails(tx, "invitation", mailed, { by: by.userId }, 1);
    await record(tx, { action: "students-invited", by, detail: { count: mailed.length } });
    return answer;
  });
}
