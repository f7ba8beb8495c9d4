import { z } from "zod";
import { dateField, idField, momentView, optionalTextField, sentFields } from "@/lib/fields";
import { say } from "./messages";
import { linkView } from "./schema-links";

const absent = z.literal("").transform(() => undefined);

/** A consent on paper: by a guardian of the student, or by a name. */
export const addConsentInput = z
  .strictObject({
    studentId: idField,
    guardianId: z.union([absent, idField]).optional(),
    name: optionalTextField(say("name")),
    day: z.union([absent, dateField(say("day"))]).optional(),
    ...sentFields,
  })
  .refine(({ guardianId, name }) => (guardianId === undefined) !== (name === null), {
    path: ["name"],
    error: say("whoConsented"),
    when: ({ issues }) => issues.length === 0,
  });

export type AddConsentInput = z.output<typeof addConsentInput>;

export const consentIdInput = z.strictObject({ id: idField });

const consentView = z.object({
  _id: z.string(),
  /** Null for an erased person. */
  name: z.string().nullable(),
  how: z.enum(["join", "admission", "paper", "import", "account"]),
  /** The version of the text; null if nobody knows. */
  version: z.string().nullable(),
  givenAt: momentView,
  notedBy: z.string().nullable(),
  withdrawnAt: momentView.nullable(),
  /** Whether it counts: it is not withdrawn, and was given by a current guardian or on paper. */
  holds: z.boolean(),
});

/** A link with the kind of code that gives access: for a first login or a new password; null for a closed login. */
const familyLink = linkView.extend({ code: z.enum(["join", "password"]).nullable() });

export type FamilyLink = z.infer<typeof familyLink>;

export const familyView = z.object({
  links: z.array(familyLink),
  consents: z.array(consentView),
  linksByOfficeOnly: z.boolean(),
  /** Under 18, or of unknown age. */
  needsConsent: z.boolean(),
});

export type FamilyView = z.infer<typeof familyView>;

/** A child for its guardian: the consent, and when the link began. */
export const ownLinkView = z.object({
  _id: z.string(),
  name: z.string(),
  relation: z.string(),
  since: momentView,
  /** When the guardian's own consent was given; null without one. */
  consentAt: momentView.nullable(),
  /** When it was withdrawn, unless it was given again. */
  withdrawnAt: momentView.nullable(),
  /** The child is under 18, or of unknown age. */
  needsConsent: z.boolean(),
});

export type OwnLinkView = z.infer<typeof ownLinkView>;
