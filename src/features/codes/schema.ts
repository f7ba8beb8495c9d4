import { z } from "zod";
import { passwordField } from "@/features/auth/schema";
import { emailField, idField, momentView, nameField, refusedView } from "@/lib/fields";
import { say } from "./messages";

const purposes = ["join", "password", "link"] as const;

/** `declined`: it reached the wrong person. */
const states = ["open", "used", "expired", "revoked", "declined"] as const;

export const personIdInput = z.strictObject({ personId: idField });

export const codeIdInput = z.strictObject({ id: idField });

/** A first login of a person on the roster, or a new password. */
export const makeCodeInput = z.strictObject({ personId: idField, purpose: z.enum(["join", "password"]) });

export type MakeCodeInput = z.output<typeof makeCodeInput>;

export const makeLinkInput = z.strictObject({
  studentId: idField,
  name: nameField(say("guardianName")),
  relation: nameField(say("relation"), 60),
});

export type MakeLinkInput = z.output<typeof makeLinkInput>;

export const makeOwnInput = makeLinkInput.omit({ studentId: true });

export type MakeOwnInput = z.output<typeof makeOwnInput>;
export const inviteManyInput = z.strictObject({ students: z.array(idField).min(1).max(1000) });

/** How many people are or would be invited by email, who gets a letter, and who gets nothing, with the reason. */
export const invitedManyView = z.object({
  done: z.int(),
  /** Guardians who are or would be invited by email. */
  guardians: z.int(),
  /** Guardians who get neither an email nor one of these letters, and for whom a letter could be printed. */
  guardiansLeft: z.int(),
  /** Students and guardians who get no second invitation by email, because one was sent within a day or is waiting to be sent. */
  invitedLately: z.int(),
  letters: z.array(z.string()),
  /** Letters that have no code of the student. */
  withoutStudent: z.int(),
  refused: refusedView,
  byMail: z.boolean(),
  /** The host of the links in emails and letters: wrong if APP_URL is not set. */
  address: z.string(),
  /** True if emails and letters show the institute's own published facts, not the product's defaults. */
  ownFacts: z.boolean(),
});

export type InvitedManyView = z.infer<typeof invitedManyView>;

/** A new code: it is shown once and stored hashed. */
export const madeCodeView = z.object({ code: z.string(), expiresAt: momentView });

export type MadeCodeView = z.infer<typeof madeCodeView>;

/** A code for the office; only its holder knows the code itself. */
export const codeView = z.object({
  _id: z.string(),
  purpose: z.enum(purposes),
  state: z.enum(states),
  /** The guardian for whom it is; null for the person's own code. */
  name: z.string().nullable(),
  relation: z.string().nullable(),
  way: z.enum(["shown", "printed", "mailed"]),
  createdAt: momentView,
  createdBy: z.string().nullable(),
  expiresAt: momentView,
  endedAt: momentView.nullable(),
});

export type CodeView = z.infer<typeof codeView>;

/** The newest fifty codes, and the address for an invitation. */
export const codesView = z.object({ items: z.array(codeView), mailsTo: z.string().nullable() });

export type CodesView = z.infer<typeof codesView>;

const ownCodeView = codeView.pick({
  _id: true,
  state: true,
  name: true,
  relation: true,
  createdAt: true,
  expiresAt: true,
  endedAt: true,
});

/** The codes that a student made, and why the student cannot make one. */
export const ownCodesView = z.object({
  items: z.array(ownCodeView),
  refused: z.enum(["officeOnly", "proveFirst"]).nullable(),
});

export type OwnCodesView = z.infer<typeof ownCodesView>;

/** The address of the invitation; null if no email is sent. */
export const invitedView = z.object({ mailedTo: z.string().nullable() });

// Any text: unknown codes are rejected like used ones.
const code = z.string(say("codeMissing")).trim().min(1, say("codeMissing")).max(100, say("bad"));

export const codeInput = z.strictObject({ code });

// An empty field means no address.
const address = z.union([z.literal("").transform(() => null), z.null(), emailField]).optional();

// A guardian's consent to storing the children's data.
const consent = z.boolean().optional();

export const linkInput = z.strictObject({ code, consent });

export type LinkInput = z.output<typeof linkInput>;

/** The password, and an optional address. */
export const joinInput = z.strictObject({
  ...{ code, email: address, password: passwordField, consent },
  /** The children's first names that the page showed; without them, nothing is checked. */
  consentFor: z.array(z.string()).max(100).optional(),
});

export type JoinInput = z.output<typeof joinInput>;

/** The owner of a code, with only what the holder needs to see. */
export const codeOwnerView = z.object({
  purpose: z.enum(purposes),
  /** The first name: of the person, or of the student to be linked. */
  firstName: z.string(),
  className: z.string().nullable(),
  section: z.string().nullable(),
  /** The first names of a guardian's children. */
  children: z.array(z.string()),
  guardian: z.object({ firstName: z.string(), relation: z.string() }).nullable(),
  /** Whether the student made the code: a new login then shows no data until the person is verified (decision 325). */
  byStudent: z.boolean(),
  /** True if there is no other login name. */
  needsEmail: z.boolean(),
  /** Where the login opens: staff are sent to the admin side. */
  side: z.enum(["user", "admin"]),
  /** The role whose minimum length holds for the password: future staff need a long one before their first day. */
  passwordRole: z.enum(["user", "admin"]),
  /** The first names of children under 18 or of unknown age, for whom the guardian consents. */
  consentFor: z.array(z.string()),
});

export type CodeOwnerView = z.infer<typeof codeOwnerView>;

export const joinedView = z.object({ identifier: z.string() });

export const linkedView = z.object({ firstName: z.string() });
