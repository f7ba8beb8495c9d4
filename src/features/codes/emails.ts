import "server-only";
import { z } from "zod";
import { isOfStaff } from "@/server/auth/grants";
import { findPerson } from "@/server/auth/users";
import { site } from "@/server/institute/published";
import type { Composer } from "@/server/mail/outbox";
import { hasOpenWards } from "@/server/roster/guardians";
import { isStudent } from "@/server/roster/students";
import { copy } from "./messages";
import { mailCode } from "./mutations";

const aboutInvitation = z.object({ by: z.uuid() });

/** Brings a code for the first login; it is made when the letter leaves. It names nobody: the mailbox may be a stranger's. */
const invitation: Composer = async ({ about, userId, recipient }) => {
  const person = userId === null ? null : await findPerson(userId);
  if (!person || person.email !== recipient || person.passwordHash !== null || person.loginClosedAt !== null)
    return null;
  // The last link may have ended since the invitation was ordered.
  if (!(await isStudent(person.userId)) && !(await hasOpenWards(person.userId)) && !(await isOfStaff(person.userId)))
    return null;
  const code = await mailCode(person.userId, aboutInvitation.parse(about).by, new Date());
  return {
    to: recipient,
    subject: copy.inviteSubject(site().facts.name),
    greeting: copy.greeting,
    paragraphs: [copy.inviteText(site().facts.name), copy.inviteCode(code), copy.inviteTime],
    link: { label: copy.inviteLabel, path: `/join#${code}` },
    closing: [copy.inviteWarning],
    replyTo: site().facts.email,
  };
};

/** The emails of the codes room, each written when it leaves. */
export const codeMails: Record<string, Composer> = { invitation };
