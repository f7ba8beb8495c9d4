import "server-only";
import type { Transaction } from "@/server/db/client";

/** Ends each "does not take it" of the subject that hides an unreleased mark (decision 317). */
export async function endHidingExemptions(tx: Transaction, subjectKey: string): Promise<void> {
  await tx.$executeRaw`select end_hiding_exemptions(${subjectKey})`;
}
