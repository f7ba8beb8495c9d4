import type { Actions } from "@/lib/may";

/** Permissions of this room. */
export const actions = { readOwn: "student" } as const satisfies Actions;

/** The part of the day at a time like `14:05`, for the greeting. */
export function partOfDay(time: string): "morning" | "afternoon" | "evening" {
  if (time < "12:00") return "morning";
  return time < "17:00" ? "afternoon" : "evening";
}

type Of = { _id: string; classes: string[]; name: string };

/** The children in the class of an item. */
export function childrenIn<Child extends Of>(children: readonly Child[], className: string): Child[] {
  return children.filter(({ classes }) => classes.includes(className));
}
