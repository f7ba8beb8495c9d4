import { z } from "zod";
import { dateField, idField, momentView, optionalTextField } from "@/lib/fields";
import { say } from "./messages";
import { linkView } from "./schema-links";

const absent = z.literal("").transform(() => undefined);

/** A consent on paper: of a guardian of the student, or of somebody by name. */
export const addConsentInput = z
  .strictObject({
    studentId: idField,
    guardianId: z.union([absent, idField]).optional(),
    name: optionalTextField(say("name")),
    day: z.union([absent, dateField(say("day"))]).optional(),
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
  /** Null for somebody whose data was erased. */
  name: z.string().nullable(),
  how: z.enum(["join", "admission", "paper", "import", "account"]),
  /** The text that was agreed to. */
  version: z.string(),
  givenAt: momentView,
  notedBy: z.string().nullable(),
  withdrawnAt: momentView.nullable(),
  /** It is not withdrawn, and whoever gave it is a guardian now or signed a paper. */
  holds: z.boolean(),
});

export const familyView = z.object({
  links: z.array(linkView),
  consents: z.array(consentView),
  linksByOfficeOnly: z.boolean(),
  /** Under 18, or of unknown age. */
  needsConsent: z.boolean(),
});

export type FamilyView = z.infer<typeof familyView>;

/** A child as its guardian sees the link: what was agreed to, and since when it lasts. */
export const ownLinkView = z.object({
  _id: z.string(),
  name: z.string(),
  relation: z.string(),
  since: momentView,
  /** Since when the guardian's own consent holds. */
  consentAt: momentView.nullable(),
  /** When it was withdrawn, unless it was given again. */
  withdrawnAt: momentView.nullable(),
  /** The child is under 18, or of unknown age. */
  needsConsent: z.boolean(),
});

export type OwnLinkView = z.infer<typeof ownLinkView>;
