/** Two steps of one act in words, under the action of the later one. */
export const bothSteps = {
  "notice-published": "Notice written and published",
  "notice-planned": "Notice written and scheduled",
} as const;
