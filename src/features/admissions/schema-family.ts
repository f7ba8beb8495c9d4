import { z } from "zod";
import { emailField, momentView, sentFields, textField } from "@/lib/fields";
import { longestPhone, phoneRule } from "@/lib/public-form";
import { say } from "./messages-family";
import { submissionStates } from "./schema";

/** Parses a reference in any spelling; undefined if it is invalid. */
export function referenceOf(typed: string): string | undefined {
  const characters = typed
    .normalize("NFKC")
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}.]/gu, "")
    .replaceAll("O", "0")
    .replaceAll(/[IL]/g, "1");
  return /^[0-9A-HJKMNP-TV-Z]{8}$/.test(characters) ? `${characters.slice(0, 4)}-${characters.slice(4)}` : undefined;
}

/** A typed reference: with or without the hyphen, in any case, with O for zero. */
const referenceField = z
  .string(say("badNumber"))
  .max(40, say("badNumber"))
  .transform(referenceOf)
  .pipe(z.string(say("badNumber")));

/** What a family enters to follow its application; the phone number counts only without a mail server. */
export const askInput = z.strictObject({
  reference: referenceField,
  email: emailField,
  phone: z
    .string()
    .max(longestPhone)
    .refine(...phoneRule)
    .optional(),
});

export type AskInput = z.output<typeof askInput>;

/** `mailed`: if the two match, a link is on its way; without a mail server, the application is open now. */
export const askedView = z.object({ mailed: z.boolean() });

export const openInput = z.strictObject({ token: z.string(say("linkDead")).min(1).max(100) });

/** The application that the page shows: the browser may have opened another one since. A page of the previous version sends none. */
const shownFields = { reference: referenceField.optional() };

export const shownInput = z.strictObject(shownFields).optional();

export const familyWriteInput = z.strictObject({
  ...shownFields,
  text: textField(say("messageText"), 2000, true),
  ...sentFields,
});

const familyStepView = z.object({
  _id: z.string(),
  at: momentView,
  kind: z.enum(["received", "moved", "due_moved", "message"]),
  to: z.enum(submissionStates).nullable(),
  text: z.string().nullable(),
  fromFamily: z.boolean(),
  visitAt: momentView.nullable(),
  dueAfter: momentView.nullable(),
});

export type FamilyStepView = z.infer<typeof familyStepView>;

/** An application for its family, without internal notes and without the other parent's data. */
export const followedView = z.object({
  reference: z.string(),
  name: z.string(),
  selectedClass: z.number(),
  /** The class of the common application, in which a place is offered. */
  placeClass: z.number(),
  state: z.enum(submissionStates),
  /** The class of the enrolled child. */
  givenClass: z.number().nullable(),
  /** When the answer is due; null if none is. */
  answerDue: momentView.nullable(),
  visitAt: momentView.nullable(),
  steps: z.array(familyStepView),
  canWithdraw: z.boolean(),
  canAccept: z.boolean(),
  /** The time of the response. */
  at: momentView,
});

export type FollowedView = z.infer<typeof followedView>;

/** The state of the page: whether links are emailed, and the application that this browser follows. */
export const followView = z.object({ byMail: z.boolean(), application: followedView.nullable() });

export type FollowView = z.infer<typeof followView>;
