import "server-only";
import { db } from "@/server/db/client";

/** How many notices of a person are still to be published by themselves. */
export const countScheduledBy = (userId: string): Promise<number> =>
  db().notice.count({ where: { createdById: userId, state: "scheduled" } });
