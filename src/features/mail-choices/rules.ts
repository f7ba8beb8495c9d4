import type { Actions } from "@/lib/may";

export const actions = { choose: "member" } as const satisfies Actions;
