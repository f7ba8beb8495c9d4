/** Whether visitors see a material: now, not yet, or no more. */
export const materialStates = ["available", "later", "expired"] as const;
