import "server-only";
import { type Transaction, transaction } from "@/server/db/client";
import { logUnexpected } from "@/server/trpc/trpc";

/** A job may start this early, in milliseconds. */
const early = 500;

/** The time up to which planned rows count as due. */
export const dueUntil = (now: Date) => new Date(now.getTime() + early);

/**
 * Works on each planned row in a transaction of its own, so that a failing row does not stop the others. `work` locks the row
 * and checks it again, because another process may have been first. @throws the last failure
 */
export async function eachDue(
  found: readonly { id: string }[],
  name: string,
  work: (tx: Transaction, id: string) => Promise<void>,
): Promise<void> {
  let failure: unknown;
  for (const { id } of found) {
    await transaction((tx) => work(tx, id)).catch((error: unknown) => {
      logUnexpected(error, name);
      failure = error;
    });
  }
  if (failure !== undefined) throw failure;
}
