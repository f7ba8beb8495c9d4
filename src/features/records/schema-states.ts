/**
 * The state of an email: waiting, accepted by the mail server, rejected, stored as a file without a mail server, held back
 * because it was waiting in a restored backup, or part of a digest.
 */
export const mailStates = ["waiting", "sent", "failed", "kept", "held", "gathered"] as const;

export type MailState = (typeof mailStates)[number];
