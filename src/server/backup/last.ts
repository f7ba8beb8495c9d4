import "server-only";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

const last = z.object({ at: z.iso.datetime(), bytes: z.int(), ok: z.boolean() });

/** When the last backup was tried (UTC), how large it is, and whether it is good. */
export type LastBackup = z.infer<typeof last>;

const pathIn = (dataDir: string) => join(/*turbopackIgnore: true*/ dataDir, "last-backup.json");

/** The last backup of a data folder, good or not; null when there was none. */
export async function lastBackup(dataDir: string): Promise<LastBackup | null> {
  const text = await readFile(/*turbopackIgnore: true*/ pathIn(dataDir), "utf8").catch(() => "null");
  return last.nullable().parse(JSON.parse(text));
}
