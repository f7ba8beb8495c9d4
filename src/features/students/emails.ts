import "server-only";
import { institute } from "@/content/institute";
import type { Composer } from "@/server/mail/outbox";
import { copy } from "./messages";

const { name: here, email: office } = institute;

/** Tells an address that it is no longer that of an account. It names nobody: the mailbox may be a stranger's. */
const addressChanged: Composer = async ({ recipient }) => ({
  to: recipient,
  subject: copy.addressChangedSubject(here),
  greeting: copy.greeting,
  paragraphs: [copy.addressChangedText(here), copy.addressChangedWarning],
  replyTo: office,
});

/** The letters of the students room, each written when it leaves. */
export const studentMails: Record<string, Composer> = { addressChanged };
