import "server-only";
import { db } from "@/server/db/client";

/** How many notices of a person are still to be published by themselves; one that is held waits for the office instead. */
export const countScheduledBy = (userId: string): Promise<number> =>
  db().notice.count({ where: { createdById: userId, state: "scheduled", heldAt: null } });
