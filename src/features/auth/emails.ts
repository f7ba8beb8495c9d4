import "server-only";
import { z } from "zod";
import { institute } from "@/content/institute";
import { shownMoment } from "@/lib/dates";
import { createToken, tokenOfEmail } from "@/server/auth/account-tokens";
import { findUserByIdentifier } from "@/server/auth/login-names";
import { findPerson, isMailable, type Person } from "@/server/auth/users";
import { site } from "@/server/institute/published";
import type { Composer } from "@/server/mail/outbox";
import { clockStyle } from "./data";
import { emailCopy } from "./messages";
import { linkLength } from "./rules";

const { timeZone } = institute;
const facts = () => site().facts;

const greetingOf = ({ name, emailConfirmedAt }: Person) => emailCopy.greeting(emailConfirmedAt && name);

/** The email that confirms the address of a new account; the link is created when the email is sent. */
const confirmEmail: Composer = async ({ userId, recipient, ...mail }) => {
  const person = userId === null ? null : await findPerson(userId);
  // The office may have changed the address since.
  if (!person || person.emailConfirmedAt || person.email !== recipient) return null;
  const token = await createToken(person.userId, "confirm", linkLength.confirm, new Date(), tokenOfEmail(mail));
  return {
    to: recipient,
    subject: emailCopy.confirmSubject(facts().name),
    greeting: greetingOf(person),
    paragraphs: [emailCopy.confirmText(facts().name), emailCopy.confirmTime],
    link: { label: emailCopy.confirmLabel, path: `/confirm-email#token=${token}` },
    closing: [emailCopy.confirmWarning],
  };
};

/** The email with the password reset link (decision 6), if the address belongs to an account. */
const resetPassword: Composer = async ({ recipient, ...mail }) => {
  const person = await findUserByIdentifier(recipient);
  // A first login requires a code from the office: owning a mailbox does not prove which person it is.
  if (!person || person.passwordHash === null || person.loginClosedAt !== null || !isMailable(person)) return null;
  const token = await createToken(person.userId, "reset", linkLength.reset, new Date(), tokenOfEmail(mail));
  return {
    to: recipient,
    subject: emailCopy.resetSubject(facts().name),
    greeting: greetingOf(person),
    paragraphs: [emailCopy.resetText(facts().name), emailCopy.resetTime],
    link: { label: emailCopy.resetLabel, path: `/reset-password#token=${token}` },
    closing: [emailCopy.resetWarning],
  };
};

const aboutChange = z.object({ at: z.iso.datetime().transform((text) => new Date(text)) });

/** The email about a changed password, in case it was somebody else. */
const passwordChanged: Composer = async ({ about, userId, recipient }) => {
  const person = userId === null ? null : await findPerson(userId);
  if (!person) return null;
  return {
    to: recipient,
    subject: emailCopy.changedSubject(facts().name),
    greeting: greetingOf(person),
    paragraphs: [
      emailCopy.changedText(shownMoment(aboutChange.parse(about).at, timeZone, await clockStyle())),
      emailCopy.changedWarning,
    ],
    link: { label: emailCopy.changedLabel, path: "/forgot-password" },
  };
};

/** The emails of the auth room, composed when they are sent. */
export const authMails: Record<string, Composer> = { confirmEmail, resetPassword, passwordChanged };
