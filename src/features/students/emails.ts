import "server-only";
import { site } from "@/server/institute/published";
import type { Composer } from "@/server/mail/outbox";
import { copy } from "./messages";

const facts = () => site().facts;

/** Tells an address that it is no longer that of an account. It names nobody: the mailbox may be a stranger's. */
const addressChanged: Composer = async ({ recipient }) => ({
  to: recipient,
  subject: copy.addressChangedSubject(facts().name),
  greeting: copy.greeting,
  paragraphs: [copy.addressChangedText(facts().name), copy.addressChangedWarning],
  replyTo: facts().email,
});

/** The emails of the students room, each written when it leaves. */
export const studentMails: Record<string, Composer> = { addressChanged };
