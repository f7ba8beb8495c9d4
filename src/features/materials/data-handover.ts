import "server-only";
import { db } from "@/server/db/client";

/** How many materials of a person are still to be published by themselves. */
export const countScheduledBy = (userId: string): Promise<number> =>
  db().material.count({ where: { uploadedById: userId, availableFrom: { not: null } } });
