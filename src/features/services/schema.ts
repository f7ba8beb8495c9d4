import { z } from "zod";
import { institute } from "@/content/institute";
import { classField, emailField, idField, momentView, optionalTextField, pageFields, textField } from "@/lib/fields";
import { trapName } from "@/lib/trap";
import { copy } from "./copy";

/** On whose clock the times of a table are. */
export const { timeZone } = institute;

const isPhone = (text: string) => /^[+\d(][\d\s().-]{4,}$/.test(text);
const phoneFault = "Please enter a valid phone number.";

/** A family's application for admission (spec §5). */
export const submissionInput = z.strictObject({
  selectedClass: classField,
  name: textField("Name"),
  parentName: textField("Parent Name"),
  email: emailField,
  phone: textField("Phone", 40).refine(isPhone, phoneFault),
  previousSchool: optionalTextField("Previous School"),
});

const trap = { [trapName]: z.literal("", copy.failed).optional() };

function withoutTrap<Form extends { [trapName]?: "" | undefined }>({ [trapName]: _, ...typed }: Form) {
  return typed;
}

/** The same as the website's own form sends it. */
export const submissionForm = submissionInput.extend(trap).transform(withoutTrap);

export type SubmissionInput = z.output<typeof submissionInput>;

export const listSubmissionsInput = z.strictObject(pageFields);

export type ListSubmissionsInput = z.output<typeof listSubmissionsInput>;

/** A submission as the administrator sees it (spec §3). */
export const submissionView = z.object({
  _id: z.string(),
  /** What the family quotes when it asks. */
  reference: z.string(),
  name: z.string(),
  selectedClass: z.number(),
  parentName: z.string(),
  email: z.string(),
  phone: z.string(),
  previousSchool: z.string().nullable(),
  createdAt: momentView,
  /** The administrator has not opened it yet. */
  isNew: z.boolean(),
});

export type SubmissionView = z.infer<typeof submissionView>;

/** An application just handed in; `mailed` when a mail with its reference is on its way. */
export const submittedView = submissionView.extend({ mailed: z.boolean() });

export type SubmittedView = z.infer<typeof submittedView>;

export const submissionIdInput = z.strictObject({ id: idField });

export const submissionsPage = z.object({ items: z.array(submissionView), nextCursor: z.string().nullable() });

/** A table for spreadsheets. */
export const tableView = z.object({ csv: z.string() });

/** What a visitor writes on the contact page (decision 25). */
export const messageInput = z.strictObject({
  name: textField("Name"),
  email: emailField,
  phone: optionalTextField("Phone", 40).refine((text) => text === null || isPhone(text), phoneFault),
  message: textField("Message", 4000, true),
  consent: z.literal(true, copy.consentRequired),
});

export type MessageInput = z.output<typeof messageInput>;

/** The same as the website's own form sends it. */
export const messageForm = messageInput.extend(trap).transform(withoutTrap);

export const listMessagesInput = z.strictObject(pageFields);

export type ListMessagesInput = z.output<typeof listMessagesInput>;

/** A message as the administrator sees it. */
export const messageView = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  message: z.string(),
  createdAt: momentView,
});

export type MessageView = z.infer<typeof messageView>;

export const messagesPage = z.object({ items: z.array(messageView), nextCursor: z.string().nullable() });
