import type { Actions } from "@/lib/may";

/** Who may do what here. */
export const actions = { use: "member", remove: "student", useCodes: "staff" } as const satisfies Actions;
