/** The text of the badge in the menu; separate, because every personal page loads it. */
export const mark = {
  unread: (count: number) => (count === 1 ? "1 new notice" : `${count} new notices`),
} as const;
