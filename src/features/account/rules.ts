import type { Actions } from "@/lib/may";

/** Rate limit for a person's own password changes, each of which sends an email (decision 68). */
export const passwordLimit = { name: "password-changes", points: 5, seconds: 60 * 60 };

export const actions = { use: "member", remove: "student", useCodes: "staff" } as const satisfies Actions;
