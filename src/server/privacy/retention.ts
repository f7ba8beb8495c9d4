import "server-only";
import { type AuditEntry, record } from "@/server/audit/audit";
import { transaction } from "@/server/db/client";
import { writeErasedLog } from "./erasure";

class Trial extends Error {}

/** Runs a purge in a transaction with its audit entry. */
export async function runRetention(purge: () => Promise<AuditEntry | undefined>): Promise<void> {
  await transaction(async (tx) => {
    const entry = await purge();
    if (!entry) return;
    await record(tx, entry);
    await writeErasedLog(tx);
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
