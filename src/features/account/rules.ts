import type { Actions } from "@/lib/may";

export const actions = { use: "member", remove: "student", useCodes: "staff" } as const satisfies Actions;
