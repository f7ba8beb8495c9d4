import "server-only";
import { db } from "@/server/db/client";

/** How many scheduled notices of a person will be published automatically; held ones wait for the office. */
export const countScheduledBy = (userId: string): Promise<number> =>
  db().notice.count({ where: { createdById: userId, state: "scheduled", heldAt: null } });
