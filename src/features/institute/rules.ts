import type { Actions } from "@/lib/may";

/** Who may do what here. */
export const actions = { edit: "administrator" } as const satisfies Actions;

/** How many versions are kept beside the draft. */
export const versionsKept = 20;
