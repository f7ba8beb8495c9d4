/** Whether visitors can see a material: now, not yet, or no longer. */
export const materialStates = ["available", "later", "expired"] as const;
