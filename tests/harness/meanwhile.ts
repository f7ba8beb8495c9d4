import { expect } from "vitest";
import { db, type Transaction } from "@/server/db/client";
import { refusalOf } from "../factories";

// Other tests use other databases of the same server.
const waiting = () => db().$queryRaw`
  select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** Starts `call` while a transaction has written but not committed. Returns the outcome of the call. */
export async function meanwhile(write: (tx: Transaction) => Promise<unknown>, call: () => Promise<unknown>) {
  let outcome: Promise<unknown> | undefined;
  await db().$transaction(async (tx) => {
    await write(tx);
    outcome = call().catch((error: unknown) => refusalOf(Promise.reject(error)));
    await expect.poll(waiting, { interval: 20, timeout: 5000 }).toHaveLength(1);
  });
  return outcome;
}
