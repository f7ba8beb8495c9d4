import "server-only";
import { type AuditEntry, record } from "./audit";
import { transaction } from "./db";
import { writeErasedLog } from "./erasure";

class Trial extends Error {}

/** Does `work` in one transaction and records what it answers; on a `trial` all of it is taken back at the end. */
export async function forgetting(trial: boolean, work: () => Promise<AuditEntry | undefined>): Promise<void> {
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
