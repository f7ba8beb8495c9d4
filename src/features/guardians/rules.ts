import type { Actions } from "@/lib/may";

/** Who may do what here. */
export const actions = { readOwn: "member", own: "family", manage: "office" } as const satisfies Actions;
