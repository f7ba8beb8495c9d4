import "server-only";
import DataLoader from "dataloader";
import { apart } from "./unit";

/**
 * Reads in one statement what was asked for one by one in the same turn of the process: on a busy evening a statement for
 * each person would be most of the work. Nothing is kept: what the database says, it says after it was asked.
 * @param read answers the rows of these keys @param keyOf the key that a row belongs to @param most how many keys at once
 */
export function batched<Row>(
  read: (keys: string[]) => Promise<Row[]>,
  keyOf: (row: Row) => string,
  most: number,
): (key: string) => Promise<Row[]> {
  const loader = new DataLoader<string, Row[]>(
    async (asked) => {
      const rows = new Map(asked.map((key): [string, Row[]] => [key, []]));
      // The statement is a part of no one's transaction.
      for (const row of await apart(() => read([...rows.keys()]))) rows.get(keyOf(row))?.push(row);
      return asked.map((key) => rows.get(key) ?? []);
    },
    // Once everything that has arrived was looked at.
    { cache: false, maxBatchSize: most, batchScheduleFn: (ask) => void setImmediate(ask) },
  );
  return (key) => loader.load(key);
}
