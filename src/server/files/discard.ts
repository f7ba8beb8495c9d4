import "server-only";
import { type Transaction, transaction } from "@/server/db/client";
import { enqueue } from "@/server/jobs/jobs";
import { markDiscarded } from "./records";

/** Has a file deleted, at once or `at` a time, by a job that tries until the store agrees. */
export function enqueueRemoval(tx: Transaction, key: string, at?: Date) {
  return enqueue(tx, "removeFile", { key }, { once: key, ...(at && { at }) });
}

/** Marks a file that nothing publishes, and has it deleted. */
export async function discard(tx: Transaction, key: string): Promise<void> {
  await markDiscarded(tx, key);
  await enqueueRemoval(tx, key);
}

/** The same for a file whose sender may not publish it any more. */
export async function discardFile(key: string): Promise<void> {
  await transaction((tx) => discard(tx, key));
}
