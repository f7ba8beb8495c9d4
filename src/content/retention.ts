/**
 * How long things are kept, in days. The privacy policy says what stands here and the nightly job does it, so that neither
 * can promise what the other does not keep. The database itself holds security records for a year at least.
 */
export const kept = {
  /** Logins, after they have ended. */
  sessions: 30,
  /** Links of mails, after they have run out. */
  links: 1,
  /** Codes that the office gave out, after they were used, revoked or ran out. */
  codes: 30,
  /** Links of personal calendars, after they have ended. */
  calendars: 30,
  /** Admission forms after they were closed, and messages. */
  forms: 365,
  /** Admission forms of those who came to the institute. */
  enrolledForms: 90,
  mails: 365,
  /** Links between guardians and students, after they have ended. */
  endedLinks: 366,
  /** Grants of staff, after they were over, and who has no other part in the institute. */
  endedGrants: 366,
  /** Promotions and imports: so long they can be undone, and what they changed is remembered. */
  undo: 30,
  unfinishedImports: 7,
  /** What is left of them after that. */
  batches: 366,
  /** Marks that were never released, after the school year. */
  unreleasedMarks: 366,
  /** Announced tests, after their date. */
  tests: 731,
  /** Notices, after their end or their withdrawal, and drafts after they were begun. */
  notices: 731,
  tasks: 7,
  /** The audit trail; 366 or more. */
  securityRecords: 366,
} as const;

/** A number of days as a policy says it. */
export function daysInWords(days: number): string {
  if (days === 1) return "one day";
  if (days === 30) return "thirty days";
  if (days === 731) return "two years";
  return days === 365 || days === 366 ? "twelve months" : `${days} days`;
}
