import type { Actions } from "@/lib/may";

/** Who may do what here. */
export const actions = { manage: "administrator" } as const satisfies Actions;
