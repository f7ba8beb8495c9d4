/**
 * How long things are kept, in days. The privacy policy says what stands here and the nightly job does it, so that neither
 * can promise what the other does not keep. The database itself holds security records for a year at least.
 */
export const kept = {
  /** Logins, after they have ended. */
  sessions: 30,
  /** Links of mails, after they have run out. */
  links: 1,
  /** Admission forms and messages. */
  forms: 365,
  mails: 365,
  /** The audit trail; 366 or more. */
  securityRecords: 366,
} as const;

/** A number of days as a policy says it. */
export function daysInWords(days: number): string {
  if (days === 30) return "thirty days";
  return days === 365 || days === 366 ? "twelve months" : `${days} days`;
}
