import type { Actions } from "@/lib/may";

export const actions = { read: "teaching", manage: "office" } as const satisfies Actions;

/** More subjects than this are never kept; a trigger of the database knows the same number. */
export const mostSubjects = 500;
