import "server-only";
import type { Transaction } from "./client";

/** The later of `now` and the database's time, by which emails leave: the clock of this process may be behind. */
export async function laterNow(tx: Transaction, now: Date): Promise<Date> {
  const [row] = await tx.$queryRaw<{ now: Date }[]>`select greatest(clock_timestamp(), ${now}::timestamptz) as now`;
  return row?.now ?? now;
}
