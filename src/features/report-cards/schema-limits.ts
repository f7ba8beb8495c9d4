/** The limits of what is typed for a card. */
export const [longestRemark, longestLine, mostLines, mostDays] = [600, 80, 6, 366];
