import "server-only";
import { join, readdir, rm } from "@/server/builtins";
import { listBackups } from "./last";
import { archiveName } from "./make";

const archive = /^lyceum-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3}Z)\.zip$/;
const week = 7 * 24 * 60 * 60 * 1000;

/** Backups to keep of `newest`, newest first: the last of each of the last 7 days and 4 weeks that have one. */
export function backupsToKeep(newest: string[]): string[] {
  const firstOf = (group: (name: string) => string | number, most: number) => {
    const groups = new Map<string | number, string>();
    for (const name of newest) if (!groups.has(group(name))) groups.set(group(name), name);
    return [...groups.values()].slice(0, most);
  };
  const dayOf = (name: string) => archive.exec(name)?.[1] ?? "";
  // 1970-01-05 was a Monday.
  const weekOf = (name: string) => Math.floor((Date.parse(dayOf(name)) - 4 * (week / 7)) / week);
  return [...new Set([...firstOf(dayOf, 7), ...firstOf(weekOf, 4)])];
}

/**
 * Deletes the backups of a data folder in `folder` that are not kept, except the last complete one of a night. Ignores other
 * files: a backup that the data folder's log does not name may belong to another institute that shares the folder. The log
 * says which are the newest, because the clock may have been wrong. @throws the first error, after it has tried all
 */
export async function pruneBackups(folder: string, dataDir: string): Promise<void> {
  const nameOf = (at: string) => archiveName(new Date(at));
  const made = await listBackups(dataDir, Number.POSITIVE_INFINITY);
  const found = new Set(await readdir(folder));
  const own = [...new Set(made.map(({ at }) => nameOf(at)))].filter((name) => found.has(name));
  const complete = made.find(({ ok, how }) => ok && how === "nightly");
  const kept = new Set([...backupsToKeep(own), complete && nameOf(complete.at)]);
  const old = own.filter((name) => !kept.has(name));
  const failures: unknown[] = [];
  for (const name of old) await rm(join(folder, name)).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
