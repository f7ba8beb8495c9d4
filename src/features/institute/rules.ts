import type { Actions } from "@/lib/may";

/** Permissions of this room. */
export const actions = { edit: "administrator" } as const satisfies Actions;

/** Number of versions kept beside the draft. */
export const versionsKept = 20;
