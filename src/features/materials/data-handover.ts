import "server-only";
import { db } from "@/server/db/client";

/** The number of a person's materials that are scheduled to be published automatically. */
export const countScheduledBy = (userId: string): Promise<number> =>
  db().material.count({ where: { uploadedById: userId, availableFrom: { not: null } } });
