const unopened = (count: number) => (count === 1 ? "1 new submission" : `${count} new submissions`);

/** The text of the badge in the menu; separate, because every page of the office loads it. */
export const mark = {
  waits: ({ overdue, unopened: count }: { overdue: number; unopened: number }) =>
    [...(overdue > 0 ? [`${overdue} overdue`] : []), ...(count > 0 ? [unopened(count)] : [])].join(", "),
} as const;
