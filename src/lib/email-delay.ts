/** How long an email to families is delayed, so that a mistake can be undone, in milliseconds (decision 52). */
export const emailDelay = 10 * 60 * 1000;

/** How long later changes are added to the email of the first one, in milliseconds (decision 177). */
export const longestEmailDelay = 60 * 60 * 1000;

/** The time of day at which digests leave, in the institute's zone (decision 261). */
export const digestTime = "18:00";
