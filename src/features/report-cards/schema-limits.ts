/** Limits of the input for a card. */
export const [longestRemark, longestLine, mostLines, mostDays] = [600, 80, 6, 366];

/** Maximum number of exam names, each a column: with more of them the figures of a card are too small to read. */
export const mostColumns = 12;
