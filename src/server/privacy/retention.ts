import "server-only";
import { type AuditEntry, record } from "@/server/audit/audit";
import { transaction } from "@/server/db/client";
import { writeErasedLog } from "./erasure";

class Trial extends Error {}

/** Runs `work` in a transaction with its audit entry; a `trial` is rolled back. */
export async function runRetention(trial: boolean, work: () => Promise<AuditEntry | undefined>): Promise<void> {
  try {
    await transaction(async (tx) => {
      const entry = await work();
      if (trial) throw new Trial();
      if (entry) await record(tx, entry);
      await writeErasedLog(tx);
    });
  } catch (error) {
    if (!(error instanceof Trial)) throw error;
  }
}
