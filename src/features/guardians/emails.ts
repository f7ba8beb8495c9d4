import "server-only";
import { z } from "zod";
import { findPerson } from "@/server/auth/users";
import { site } from "@/server/institute/published";
import type { Composer } from "@/server/mail/outbox";
import { hasConsented } from "@/server/roster/consents";
import { isGuardianOf } from "@/server/roster/guardians";
import { findLinkToNotify, findStudentToNotify } from "@/server/roster/notify-links";
import { mails } from "./messages-mails";

const aboutLink = z.object({ linkId: z.uuid() });

/** Changes a typed name so that no web address in it becomes a link (decision 151). */
const unlinked = (name: string) => name.replaceAll("://", ": //");

/** The email to the family about a new guardian; obsolete if the link has ended. */
const guardianLinked: Composer = async ({ about, userId, recipient }) => {
  const link = await findLinkToNotify(aboutLink.parse(about).linkId, userId, recipient);
  if (!link || link.hasEnded) return null;
  const { reader, guardian, relation, student, seesResults } = link;
  return {
    to: recipient,
    subject: mails.linkedSubject(student),
    greeting: mails.mailGreeting(reader),
    paragraphs: [
      mails.linkedText(unlinked(guardian), unlinked(relation), student, site().facts.name),
      ...(seesResults ? [mails.seesResults(unlinked(guardian), student)] : []),
      mails.mailHint,
    ],
  };
};

const aboutErased = z.object({ studentId: z.uuid(), relation: z.string() });

/** The email to the family about the end of a link; obsolete if the same guardian has been linked again. */
const guardianEnded: Composer = async ({ about, userId, recipient }) => {
  const erased = aboutErased.safeParse(about).data;
  if (erased) return guardianErased(erased, userId, recipient);
  const link = await findLinkToNotify(aboutLink.parse(about).linkId, userId, recipient);
  if (!link?.hasEnded || (await isGuardianOf(link.guardianId, link.studentId))) return null;
  const { reader, guardian, relation, student } = link;
  return {
    to: recipient,
    subject: mails.endedSubject(student),
    greeting: mails.mailGreeting(reader),
    paragraphs: [mails.endedText(unlinked(guardian), unlinked(relation), student, site().facts.name), mails.mailHint],
  };
};

async function guardianErased(
  { studentId, relation }: z.output<typeof aboutErased>,
  userId: string | null,
  recipient: string,
): ReturnType<Composer> {
  const names = await findStudentToNotify(studentId, userId, recipient);
  return (
    names && {
      to: recipient,
      subject: mails.endedSubject(names.student),
      greeting: mails.mailGreeting(names.reader),
      paragraphs: [mails.erasedText(unlinked(relation), names.student, site().facts.name), mails.mailHint],
    }
  );
}

const aboutConsent = z.object({ studentId: z.uuid(), guardianId: z.uuid() });

/** The email to the office about a withdrawn consent; obsolete if it was given again. */
const consentWithdrawn: Composer = async ({ about, recipient }) => {
  const { studentId, guardianId } = aboutConsent.parse(about);
  const [student, guardian] = [await findPerson(studentId), await findPerson(guardianId)];
  if (!student || !guardian || (await hasConsented(guardianId, studentId))) return null;
  return {
    to: recipient,
    subject: mails.withdrawnSubject(student.name),
    paragraphs: [mails.withdrawnText(unlinked(guardian.name), student.name), mails.withdrawnNext],
    link: { label: mails.withdrawnLink, path: `/admin/students/${studentId}` },
  };
};

/** The emails of the guardians room, composed when they are sent. */
export const guardianMails: Record<string, Composer> = { guardianLinked, guardianEnded, consentWithdrawn };
