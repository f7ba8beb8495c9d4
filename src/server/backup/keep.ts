import "server-only";
import { join, readdir, rm } from "@/server/builtins";

const archive = /^lyceum-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3}Z)\.zip$/;
const week = 7 * 24 * 60 * 60 * 1000;

/** Backups to keep: the last of each of the last 7 days and 4 weeks that have one. */
export function backupsToKeep(names: string[]): string[] {
  const newest = names
    .filter((name) => archive.test(name))
    .sort()
    .reverse();
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

/** Deletes the backups in `folder` that are not kept, except `last`, which is complete. Ignores other files. */
export async function pruneBackups(folder: string, last?: string): Promise<void> {
  const names = await readdir(folder);
  const kept = new Set([...backupsToKeep(names), last]);
  for (const name of names) {
    if (archive.test(name) && !kept.has(name)) await rm(join(folder, name));
  }
}
