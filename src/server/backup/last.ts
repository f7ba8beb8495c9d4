import "server-only";
import { z } from "zod";
import { join, open, readFile } from "@/server/builtins";

const line = z.object({
  at: z.iso.datetime(),
  bytes: z.int(),
  /** True if it is complete. */
  ok: z.boolean(),
  /** Number of published files that it lacks. */
  missing: z.int().optional(),
  /** How a backup was made: nightly, by the command or from the office's page; unknown in earlier versions. */
  how: z.enum(["nightly", "command", "office"]).optional(),
});

/** Time (UTC), size and result of a backup. */
export type LastBackup = z.infer<typeof line>;

/** A backup without some of the files is kept, but is not a good one. */
export const completeness = (missing: string[]) =>
  missing.length === 0 ? { ok: true } : { ok: false, missing: missing.length };

// Kept outside of the database, because the database may be what made a backup fail.
const pathIn = (dataDir: string) => join(dataDir, "backups.log");

export async function recordBackup(dataDir: string, backup: LastBackup): Promise<void> {
  const file = await open(pathIn(dataDir), "a", 0o600);
  try {
    // Start a new line if a crash truncated the last one.
    await file.appendFile(`\n${JSON.stringify(backup)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The latest backups of a data folder, newest first. */
export async function listBackups(dataDir: string, most: number): Promise<LastBackup[]> {
  const read = (path: string) => readFile(path, "utf8").catch(() => "");
  const [log, earlier] = await Promise.all([read(pathIn(dataDir)), read(join(dataDir, "last-backup.json"))]);
  const lines = [earlier, ...log.split("\n")].flatMap((text) => {
    const { data } = line.safeParse(jsonOf(text));
    return data ?? [];
  });
  return lines.reverse().slice(0, most);
}

/** Result of the last backup of a data folder, or null. */
export async function lastBackup(dataDir: string): Promise<LastBackup | null> {
  return (await listBackups(dataDir, 1))[0] ?? null;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
