/** Limits of the input for a card. */
export const [longestRemark, longestLine, mostLines, mostDays] = [600, 80, 6, 366];
