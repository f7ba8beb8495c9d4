import "server-only";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";

const archive = /^lyceum-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3}Z)\.zip$/;
const week = 7 * 24 * 60 * 60 * 1000;

/** Of archives' names, those to keep: the last of each of the last 7 days that have one, and of the last 4 weeks. */
export function keptBackups(names: string[]): string[] {
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
  // The days before 1970-01-05, a Monday, make one week less than whole ones do.
  const weekOf = (name: string) => Math.floor((Date.parse(dayOf(name)) - 4 * (week / 7)) / week);
  return [...new Set([...firstOf(dayOf, 7), ...firstOf(weekOf, 4)])];
}

/** Deletes the archives in `folder` that need not be kept; nothing else there is touched. */
export async function forgetBackups(folder: string): Promise<void> {
  const names = await readdir(/*turbopackIgnore: true*/ folder);
  const kept = new Set(keptBackups(names));
  for (const name of names) {
    if (archive.test(name) && !kept.has(name)) await rm(join(/*turbopackIgnore: true*/ folder, name));
  }
}
