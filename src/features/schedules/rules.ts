import type { Actions } from "@/lib/may";

/** Who may do what here. */
export const actions = { manage: "teaching" } as const satisfies Actions;

const day = 24 * 60 * 60 * 1000;

/** How far away a test is, in words, counted in calendar dates; nothing for one that is past. */
export function distanceOf(testDate: string, today: string): string | null {
  const days = Math.round((Date.parse(testDate) - Date.parse(today)) / day);
  if (days < 0) return null;
  if (days === 0) return "Today";
  if (days === 1) return "Tomorrow";
  return days < 14 ? `In ${days} days` : `In ${Math.floor(days / 7)} weeks`;
}

/** What the page asks for: the coming tests, the next one first, and the past ones, the last one first. */
export function listsFor(className: string, today: string) {
  const filter = className === "" ? {} : { className };
  return {
    upcoming: { ...filter, from: today, order: "soonest", limit: 60 },
    past: { ...filter, before: today, order: "latest", limit: 12 },
  } as const;
}
