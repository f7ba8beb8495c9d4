import type { Actions } from "@/lib/may";

/** Who may do what here. */
export const actions = { readOwn: "student" } as const satisfies Actions;

/** The part of the day of a time like `14:05`, as a greeting names it. */
export function partOfDay(time: string): "morning" | "afternoon" | "evening" {
  if (time < "12:00") return "morning";
  return time < "17:00" ? "afternoon" : "evening";
}

type Of = { _id: string; follows: string | null; name: string };

/** The children whom something of a class is for. */
export function childrenIn<Child extends Of>(children: readonly Child[], className: string): Child[] {
  return children.filter(({ follows }) => follows === className);
}
