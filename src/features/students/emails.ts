import "server-only";
import { site } from "@/server/institute/published";
import type { Composer } from "@/server/mail/outbox";
import { copy } from "./messages";

const facts = () => site().facts;

/**
 * The email to an address that no longer belongs to an account. It contains no name: the mailbox may belong to a stranger.
 */
const addressChanged: Composer = async ({ recipient }) => ({
  to: recipient,
  subject: copy.addressChangedSubject(facts().name),
  greeting: copy.greeting,
  paragraphs: [copy.addressChangedText(facts().name), copy.addressChangedWarning],
});

/** The emails of the students room, composed when they are sent. */
export const studentMails: Record<string, Composer> = { addressChanged };
