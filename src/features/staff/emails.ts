import "server-only";
import { z } from "zod";
import { institute } from "@/content/institute";
import { shownMoment } from "@/lib/dates";
import { findPerson } from "@/server/auth/users";
import { site } from "@/server/institute/published";
import type { Composer } from "@/server/mail/outbox";
import { clockStyle } from "./data";
import { emailCopy } from "./messages";

const { timeZone } = institute;
const facts = () => site().facts;

const aboutReset = z.object({ at: z.iso.datetime().transform((text) => new Date(text)) });

/** The email to a member of staff whose second factor was turned off by a colleague. */
const secondStepReset: Composer = async ({ about, userId, recipient }) => {
  const person = userId === null ? null : await findPerson(userId);
  if (!person) return null;
  const { at } = aboutReset.parse(about);
  return {
    to: recipient,
    subject: emailCopy.resetSubject(facts().name),
    greeting: emailCopy.greeting(person.name),
    paragraphs: [emailCopy.resetText(shownMoment(at, timeZone, await clockStyle())), emailCopy.resetWarning],
  };
};

/** The emails of this room, composed when they are sent. */
export const staffMails: Record<string, Composer> = { secondStepReset };
