import "server-only";
import { type AuditEntry, record } from "@/server/audit/audit";
import { transaction } from "@/server/db/client";
import { writeErasedLog } from "./erasure";

class Trial extends Error {}

/** Runs a purge in a transaction with its audit entry. Returns whether there was something to purge. */
export async function runRetention(purge: () => Promise<AuditEntry | undefined>): Promise<boolean> {
  return transaction(async (tx) => {
    const entry = await purge();
    if (!entry) return false;
    await record(tx, entry);
    await writeErasedLog(tx);
    return true;
  });
}

/** Runs purges in one transaction and rolls it back. */
export async function tryRetention(purges: () => Promise<void>): Promise<void> {
  const trial = transaction(async () => {
    await purges();
    throw new Trial();
  });
  await trial.catch((error: unknown) => {
    if (!(error instanceof Trial)) throw error;
  });
}
