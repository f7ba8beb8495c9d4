import "server-only";
import DataLoader from "dataloader";
import { outsideTransaction } from "./transaction";

/**
 * Batches the single reads of one tick into one statement. It caches nothing, so each read sees current data.
 * @param read rows for these keys
 * @param keyOf key of a row
 * @param maxBatchSize largest batch
 */
export function createLoader<Row>(
  read: (keys: string[]) => Promise<Row[]>,
  keyOf: (row: Row) => string,
  maxBatchSize: number,
): (key: string) => Promise<Row[]> {
  const loader = new DataLoader<string, Row[]>(
    async (asked) => {
      const rows = new Map(asked.map((key): [string, Row[]] => [key, []]));
      for (const row of await outsideTransaction(() => read([...rows.keys()]))) rows.get(keyOf(row))?.push(row);
      return asked.map((key) => rows.get(key) ?? []);
    },
    // Wait until all sockets that are ready have been read.
    { cache: false, maxBatchSize, batchScheduleFn: (ask) => void setImmediate(ask) },
  );
  return (key) => loader.load(key);
}
