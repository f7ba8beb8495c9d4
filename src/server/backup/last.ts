import "server-only";
import { z } from "zod";
import { join, readFile, writeFile } from "@/server/builtins";
import { nameFile } from "./write";

const last = z.object({ at: z.iso.datetime(), bytes: z.int(), ok: z.boolean() });

/** Time (UTC), size and result of the last backup. */
export type LastBackup = z.infer<typeof last>;

const pathIn = (dataDir: string) => join(dataDir, "last-backup.json");

/** Records the result of a backup. */
export async function recordBackup(dataDir: string, backup: LastBackup): Promise<void> {
  const path = pathIn(dataDir);
  await writeFile(`${path}.new`, JSON.stringify(backup), { mode: 0o600, flush: true });
  await nameFile(`${path}.new`, path);
}

/** Result of the last backup of a data folder, or null. */
export async function lastBackup(dataDir: string): Promise<LastBackup | null> {
  const text = await readFile(pathIn(dataDir), "utf8").catch(() => "null");
  return last.nullable().parse(JSON.parse(text));
}
