/** The text of the mark in the menu; apart from the others, since every personal page loads it. */
export const mark = {
  unread: (count: number) => (count === 1 ? "1 new notice" : `${count} new notices`),
} as const;
