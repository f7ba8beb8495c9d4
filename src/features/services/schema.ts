import { z } from "zod";
import { classField, emailField, optionalTextField, pageFields, textField } from "@/lib/fields";

/** A family's application for admission (spec §5). */
export const submissionInput = z.strictObject({
  selectedClass: classField,
  name: textField("Name"),
  parentName: textField("Parent Name"),
  email: emailField,
  phone: textField("Phone", 40).refine((text) => /^[+\d][\d\s().-]{4,}$/.test(text), "Please enter a valid phone number."),
  previousSchool: optionalTextField("Previous School"),
});

export type SubmissionInput = z.output<typeof submissionInput>;

export const listSubmissionsInput = z.strictObject(pageFields);

export type ListSubmissionsInput = z.output<typeof listSubmissionsInput>;

/** A submission as the administrator sees it (spec §3). */
export const submissionView = z.object({
  _id: z.string(),
  name: z.string(),
  selectedClass: z.number(),
  parentName: z.string(),
  email: z.string(),
  phone: z.string(),
  previousSchool: z.string().nullable(),
  createdAt: z.iso.datetime(),
});

export type SubmissionView = z.infer<typeof submissionView>;

export const submissionsPage = z.object({ items: z.array(submissionView), nextCursor: z.string().nullable() });
