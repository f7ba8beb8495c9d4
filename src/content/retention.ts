/**
 * How long things are kept, in days. The privacy policy states these times and the nightly job applies them, so that the two
 * cannot differ. The database itself holds security records for a year at least.
 */
export const kept = {
  /** Logins, after they have ended. */
  sessions: 30,
  /** Links in emails, after they have expired. */
  links: 1,
  /** Access codes, after they were used, were revoked or expired. */
  codes: 30,
  /** Links of personal calendars, after they have ended. */
  calendars: 30,
  /** Admission forms after they were closed, and messages. */
  forms: 365,
  /** Admission forms of students who joined the institute. */
  enrolledForms: 90,
  mails: 365,
  /** Links between guardians and students, after they have ended. */
  endedLinks: 366,
  /** Grants of staff after their end, and former staff without any other role in the institute. */
  endedGrants: 366,
  /** Promotions and imports: how long they can be undone, and their changes are kept. */
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

/** A number of days in the words of a policy. */
export function daysInWords(days: number): string {
  if (days === 1) return "one day";
  if (days === 30) return "thirty days";
  if (days === 731) return "two years";
  return days === 365 || days === 366 ? "twelve months" : `${days} days`;
}
