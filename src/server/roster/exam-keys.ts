import "server-only";
import type { Transaction } from "@/server/db/client";

/**
 * Locks the keys of all exams until the transaction ends: no exam gets the same key as another one meanwhile, and no subject is
 * renamed. Take it before exams are locked, and resolve subjects afterwards.
 */
export async function lockExamKeys(tx: Transaction): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock_shared(hashtext('subjects'))`;
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtext('exams'))`;
}
