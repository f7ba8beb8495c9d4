import "server-only";
import { type Transaction, transaction } from "@/server/db/client";
import { enqueue } from "@/server/jobs/jobs";
import { markDiscarded } from "./records";

/** Schedules the deletion of a file, now or at `at`, by a job that retries until the store agrees. */
export function enqueueRemoval(tx: Transaction, key: string, at?: Date) {
  return enqueue(tx, "removeFile", { key }, { once: key, ...(at && { at }) });
}

/** Marks a file as unpublished and schedules its deletion. */
export async function discard(tx: Transaction, key: string): Promise<void> {
  await markDiscarded(tx, key);
  await enqueueRemoval(tx, key);
}

/** Like {@link discard}, for a file whose sender is no longer allowed to publish it. */
export async function discardFile(key: string): Promise<void> {
  await transaction((tx) => discard(tx, key));
}
