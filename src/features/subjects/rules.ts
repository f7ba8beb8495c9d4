import type { Actions } from "@/lib/may";

export const actions = { read: "teaching", manage: "office" } as const satisfies Actions;

/** Maximum number of subjects; a database trigger enforces the same number. */
export const mostSubjects = 500;
