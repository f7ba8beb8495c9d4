/** The sentences of the results room (spec §2, §8; decisions 14, 28). */
export const copy = {
  none: "No results found. Please contact your teacher.",
  notRegistered: "No student is registered with this email.",
  scoreAboveTotal: "The score cannot be higher than the total marks.",
} as const;
