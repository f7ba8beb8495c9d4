import type { Actions } from "@/lib/may";

export const actions = { read: "teaching", manage: "office" } as const satisfies Actions;

/** Maximum number of subjects; a database trigger enforces the same number. */
export const mostSubjects = 500;

/** The wanted spellings; those that others added or removed since the caller read `were` stay so. */
export function mergedSpellings(stored: readonly string[], wanted: readonly string[], were = stored): string[] {
  const added = wanted.filter((key) => !were.includes(key));
  const kept = stored.filter((key) => wanted.includes(key) || !were.includes(key));
  return [...new Set([...kept, ...added])];
}
