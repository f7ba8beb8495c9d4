import { z } from "zod";
import { institute } from "@/content/institute";
import { dateField, emailField, idField, momentView, optionalTextField, sentFields, textField } from "@/lib/fields";
import { say as sayLib } from "@/lib/messages";
import { phoneOf } from "@/lib/phones";
import { say } from "./messages";

export const studentIdInput = z.strictObject({ studentId: idField.describe("The `_id` of a student") });

export const linkIdInput = z.strictObject({ id: idField });

const absent = z.literal("").transform(() => undefined);

/** A phone number of the institute's country, or with a country code. An empty field means no number, a missing one no change. */
export const phoneField = z
  .union([
    z.literal("").transform(() => null),
    z.null(),
    z
      .string(sayLib("badPhone"))
      .transform((text) => phoneOf(text, institute.dialling) ?? "")
      .refine((text) => text !== "", sayLib("badPhone")),
  ])
  .optional();
const phone = phoneField.transform((text) => text ?? null);

/** An empty field means no address, a missing one no change. */
export const addressField = z.union([z.literal("").transform(() => null), z.null(), emailField]).optional();
const address = addressField.transform((email) => email ?? null);

const linkFields = {
  relation: textField(say("relation"), 60),
  seesResults: z.boolean(),
  getsMails: z.boolean(),
  contactOrder: z
    .number(say("badOrder"))
    .int(say("badOrder"))
    .min(1, say("badOrder"))
    .max(100, say("badOrder"))
    .describe("Position in the contact order"),
};

const asBefore = "If missing, as in the latest ended link between the two people; a first link allows it";
const choices = {
  seesResults: linkFields.seesResults.optional().describe(asBefore),
  getsMails: linkFields.getsMails.optional().describe(asBefore),
  contactOrder: linkFields.contactOrder.optional(),
};

export const knownGuardianInput = z.strictObject({
  studentId: idField,
  guardianId: idField,
  relation: linkFields.relation,
  ...choices,
});

export const newGuardianInput = z.strictObject({
  studentId: idField,
  name: textField(say("name")),
  phone,
  email: address,
  relation: linkFields.relation,
  isAnother: z
    .boolean()
    .default(false)
    .describe("Confirms that a known person with this phone number is somebody else"),
  ...choices,
  guardianId: z.null().optional(),
});

/** A guardian of a student: a known person by `guardianId`, or a new one by name. */
export const addLinkInput = z.union([knownGuardianInput, newGuardianInput]);

/** The same fields, as the website's form sends them. */
export const addLinkForm = z.union([knownGuardianInput.extend(sentFields), newGuardianInput.extend(sentFields)]);

export type AddLinkInput = z.output<typeof addLinkInput>;

/** Changes of a link; missing fields stay unchanged. */
export const editLinkInput = z.strictObject({
  id: idField,
  relation: linkFields.relation.optional(),
  seesResults: linkFields.seesResults.optional(),
  getsMails: linkFields.getsMails.optional(),
  contactOrder: linkFields.contactOrder.optional(),
});

export type EditLinkInput = z.output<typeof editLinkInput>;

/** The end of a link. Access ends immediately, whatever the day. */
export const endLinkInput = z
  .strictObject({
    id: idField,
    day: z.union([absent, dateField(say("day"))]).optional(),
    reason: optionalTextField(say("reason"), 300),
    quietly: z.boolean().default(false).describe("Whether to end it without notifying anybody"),
  })
  .refine(({ quietly, reason }) => !quietly || reason !== null, {
    path: ["reason"],
    error: say("quietNeedsReason"),
    when: ({ issues }) => issues.length === 0,
  });

export type EndLinkInput = z.output<typeof endLinkInput>;

export const linkView = z.object({
  _id: z.string(),
  studentId: z.string(),
  guardianId: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  relation: z.string(),
  seesResults: z.boolean(),
  getsMails: z.boolean(),
  contactOrder: z.number(),
  origin: z.enum(["code", "office", "import", "admission"]),
  since: momentView,
  endedAt: momentView.nullable(),
  endReason: z.string().nullable(),
  endedQuietly: z.boolean(),
});

export type LinkView = z.infer<typeof linkView>;

/** `linksByOfficeOnly`: the student cannot make codes for guardians. */
export const linkRuleInput = z.strictObject({ studentId: idField, linksByOfficeOnly: z.boolean() });

/** A child whose link a guardian ends, or whose consent the guardian withdraws. */
export const childInput = z.strictObject({ studentId: idField });
