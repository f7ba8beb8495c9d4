/** The text of the badge in the menu; separate, because every page of the office loads it. */
export const mark = {
  faults: (count: number) => (count === 1 ? "1 part needs attention" : `${count} parts need attention`),
} as const;
