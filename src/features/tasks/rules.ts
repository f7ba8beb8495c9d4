import type { Actions } from "@/lib/may";

/** Permissions of this room; a task is visible only to the person who started it. */
export const actions = { follow: "office" } as const satisfies Actions;
