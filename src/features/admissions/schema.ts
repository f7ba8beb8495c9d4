import { z } from "zod";
import { classField, emailField, idField, momentView, optionalTextField, pageFields, textField } from "@/lib/fields";
import { say as sayLib } from "@/lib/messages";
import { plainDigits } from "@/lib/phones";
import { formFields, longestPhone, phoneRule, withoutHoneypot } from "@/lib/public-form";
import { say } from "./messages";

/** A family's application for admission (spec §5). */
export const submissionInput = z.strictObject({
  selectedClass: classField,
  name: textField(sayLib("name")),
  parentName: textField(say("parentName")),
  email: emailField,
  phone: z
    .string(sayLib("required", sayLib("phone")))
    .overwrite(plainDigits)
    .pipe(textField(sayLib("phone"), longestPhone).refine(...phoneRule)),
  previousSchool: optionalTextField(say("previousSchool")),
});

/** The same fields, as the website's form sends them. */
export const submissionForm = submissionInput.extend(formFields).transform(withoutHoneypot);

export type SubmissionInput = z.output<typeof submissionInput>;

export const listSubmissionsInput = z.strictObject(pageFields);

export type ListSubmissionsInput = z.output<typeof listSubmissionsInput>;

/** The states of an application, in order. */
export const submissionStates = [
  ...(["received", "in_review", "waiting", "invited", "offered"] as const),
  ...(["accepted", "enrolled", "declined", "withdrawn"] as const),
] as const;

export type SubmissionState = (typeof submissionStates)[number];

/** A submission as the administrator sees it (spec §3). */
export const submissionView = z.object({
  _id: z.string(),
  reference: z.string().describe("The reference that the family quotes"),
  name: z.string(),
  selectedClass: z.number(),
  parentName: z.string(),
  email: z.string(),
  phone: z.string(),
  previousSchool: z.string().nullable(),
  createdAt: momentView,
  isNew: z.boolean().describe("No administrator has opened it yet"),
  state: z.enum(submissionStates),
  answerDue: momentView
    .nullable()
    .describe("When an answer is or was due; null if none is, or it cannot be computed yet"),
  answeredAt: momentView.nullable(),
  mergedInto: z
    .string()
    .nullable()
    .describe(
      "The reference of the application that it was merged into, whose state it has; null if it was not merged",
    ),
});

export type SubmissionView = z.infer<typeof submissionView>;

/** An application in a list. */
export const listedView = submissionView.extend({
  givenClass: z
    .number()
    .nullable()
    .describe("The class of the enrolled child, which may differ from the class in the form"),
  visitAt: momentView.nullable().describe("The visit that the family was last invited to; null if there was none"),
});

export type ListedView = z.infer<typeof listedView>;

/** A new application; `mailed` if an email with its reference was enqueued. */
export const submittedView = submissionView.extend({ mailed: z.boolean() });

export type SubmittedView = z.infer<typeof submittedView>;

export const submissionIdInput = z.strictObject({ id: idField });

export const submissionsPage = z.object({ items: z.array(listedView), nextCursor: z.string().nullable() });
