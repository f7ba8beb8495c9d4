/** The text of the badge in the menu; separate, because every page of the office loads it. */
export const mark = {
  open: (count: number) => (count === 1 ? "1 message without an answer" : `${count} messages without an answer`),
} as const;
