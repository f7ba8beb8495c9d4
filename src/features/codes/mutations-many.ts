import "server-only";
import { randomUUID } from "node:crypto";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit/audit";
import { transaction } from "@/server/db/client";
import { enqueueEmails } from "@/server/mail/outbox";
import { sortInvited } from "./data-many";
import type { InvitedManyView } from "./schema";

/** Emails an invitation to each of these students who has an address and no login; returns who needs something else. */
export async function inviteMany(students: string[], by: Principal): Promise<InvitedManyView> {
  return transaction(async (tx) => {
    const { mailed, answer } = await sortInvited(students);
    if (mailed.length === 0) return answer;
    const kind = "invitation";
    await enqueueEmails(
      tx,
      mailed.map(({ userId, email }) => ({
        ...{
          kind,
          event: `${kind}:${randomUUID()}`,
          recipient: email,
          rank: 0 as const,
          userId,
          about: { by: by.userId },
        },
      })),
    );
    await record(tx, { action: "students-invited", by, detail: { count: mailed.length } });
    return answer;
  });
}
