import "server-only";
import { z } from "zod";
import { isOfStaff } from "@/server/auth/grants";
import { findPerson } from "@/server/auth/users";
import { site } from "@/server/institute/published";
import type { Composer } from "@/server/mail/outbox";
import { hasChildren } from "@/server/roster/guardians";
import { isStudent } from "@/server/roster/students";
import { copy } from "./messages";
import { mailCode } from "./mutations";

const aboutInvitation = z.object({ by: z.uuid() });

/** The email with a first-login code, created when it is sent. It contains no name: the mailbox may belong to a stranger. */
const invitation: Composer = async ({ about, userId, recipient }) => {
  const person = userId === null ? null : await findPerson(userId);
  if (!person || person.email !== recipient || person.passwordHash !== null || person.loginClosedAt !== null)
    return null;
  // The person's last link may have ended since the email was enqueued.
  if (!(await isStudent(person.userId)) && !(await hasChildren(person.userId)) && !(await isOfStaff(person.userId)))
    return null;
  const code = await mailCode(person.userId, aboutInvitation.parse(about).by, new Date());
  return {
    to: recipient,
    subject: copy.inviteSubject(site().facts.name),
    greeting: copy.greeting,
    paragraphs: [copy.inviteText(site().facts.name), copy.inviteCode(code), copy.inviteTime],
    link: { label: copy.inviteLabel, path: `/join#${code}` },
    closing: [copy.inviteWarning],
  };
};

/** The emails of the codes room, composed when they are sent. */
export const codeMails: Record<string, Composer> = { invitation };
