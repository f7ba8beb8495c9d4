import "server-only";
import type { Transaction } from "./client";

/** `now` by the database's clock, by which emails leave, where the clock of this process is behind it. */
export async function laterNow(tx: Transaction, now: Date): Promise<Date> {
  const here = Date.now();
  const [row] = await tx.$queryRaw<{ there: Date }[]>`select clock_timestamp() as there`;
  return new Date(now.getTime() + Math.max(0, Number(row?.there ?? here) - here));
}
