import "server-only";
import { z } from "zod";
import { institute } from "@/content/institute";
import { shownMoment } from "@/lib/dates";
import { findPerson } from "@/server/auth/users";
import type { Composer } from "@/server/mail/outbox";
import { clockStyle } from "./data";
import { letterCopy } from "./messages";

const { name: here, timeZone, email: office } = institute;

const aboutReset = z.object({ at: z.iso.datetime().transform((text) => new Date(text)) });

/** Tells somebody of the staff that a colleague turned off the two-step login. */
const secondStepReset: Composer = async ({ about, userId, recipient }) => {
  const person = userId === null ? null : await findPerson(userId);
  if (!person) return null;
  const { at } = aboutReset.parse(about);
  return {
    to: recipient,
    subject: letterCopy.resetSubject(here),
    greeting: letterCopy.greeting(person.name),
    paragraphs: [letterCopy.resetText(shownMoment(at, timeZone, await clockStyle())), letterCopy.resetWarning],
    replyTo: office,
  };
};

/** The letters of this room, each written when it leaves. */
export const staffMails: Record<string, Composer> = { secondStepReset };
