/** All that the audit trail records, by the word it is kept under. */
export const auditActions = [
  "login",
  "login-refused",
  "logout",
  "signup",
  "email-confirmed",
  "name-changed",
  "password-changed",
  "password-reset",
  "signed-out-everywhere",
  "data-exported",
  "account-deleted",
  "refused",
  "results-added",
  "material-added",
  "material-removed",
  "schedule-added",
  "schedule-removed",
  "submissions-read",
  "messages-read",
  "mail-resent",
] as const;

export type AuditAction = (typeof auditActions)[number];
