import type { Actions } from "@/lib/may";

/** Who may do what here. */
export const actions = { readOwn: "member" } as const satisfies Actions;
