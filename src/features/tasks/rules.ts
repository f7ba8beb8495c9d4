import type { Actions } from "@/lib/may";

/** Who may do what here; a task is seen and cancelled by the person who started it. */
export const actions = { follow: "office" } as const satisfies Actions;
