/** How long after an act that tells people its first email leaves, in milliseconds (decision 52). */
export const emailDelay = 10 * 60 * 1000;

/** How long acts join the email of the first of them, in milliseconds (decision 177). */
export const longestEmailDelay = 60 * 60 * 1000;
