import "server-only";
import type { Transaction } from "@/server/db/client";
import { takeLock } from "@/server/db/locks";

/**
 * Locks the keys of all exams until the transaction ends: until then, no exam gets the same key as another one, and no subject
 * is renamed. Take it before exams are locked, and resolve subjects afterwards.
 */
export async function lockExamKeys(tx: Transaction): Promise<void> {
  await takeLock(tx, "subjects", "shared");
  await takeLock(tx, "exams");
}
