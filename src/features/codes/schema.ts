import { z } from "zod";
import { passwordField } from "@/features/auth/schema";
import { emailField, idField, momentView, textField } from "@/lib/fields";
import { say } from "./messages";

const purposes = ["join", "password", "link"] as const;

/** `declined`: whoever had the letter was not the person. */
const states = ["open", "used", "expired", "revoked", "declined"] as const;

export const personIdInput = z.strictObject({ personId: idField });

export const codeIdInput = z.strictObject({ id: idField });

/** The first login of a person of the roster, or a new password. */
export const makeCodeInput = z.strictObject({ personId: idField, purpose: z.enum(["join", "password"]) });

export type MakeCodeInput = z.output<typeof makeCodeInput>;

export const makeLinkInput = z.strictObject({
  studentId: idField,
  name: textField(say("guardianName")),
  relation: textField(say("relation"), 60),
});

export type MakeLinkInput = z.output<typeof makeLinkInput>;

export const makeOwnInput = makeLinkInput.omit({ studentId: true });

export type MakeOwnInput = z.output<typeof makeOwnInput>;
export const inviteManyInput = z.strictObject({ students: z.array(idField).min(1).max(1000) });

const refused = z.array(z.object({ studentId: z.string(), name: z.string(), why: z.string() }));

/** To how many an invitation leaves, or would; who needs a letter instead, and who gets nothing and why. */
export const invitedManyView = z.object({ done: z.int(), letters: z.array(z.string()), refused, byMail: z.boolean() });

export type InvitedManyView = z.infer<typeof invitedManyView>;

/** A fresh code: it is shown this once and stored hashed. */
export const madeCodeView = z.object({ code: z.string(), expiresAt: momentView });

export type MadeCodeView = z.infer<typeof madeCodeView>;

/** A code as the office sees it; the code itself is known to nobody but its holder. */
export const codeView = z.object({
  _id: z.string(),
  purpose: z.enum(purposes),
  state: z.enum(states),
  name: z.string().nullable(),
  relation: z.string().nullable(),
  way: z.enum(["shown", "printed", "mailed"]),
  createdAt: momentView,
  createdBy: z.string().nullable(),
  expiresAt: momentView,
  endedAt: momentView.nullable(),
});

export type CodeView = z.infer<typeof codeView>;

/** The latest fifty, and the address to which an invitation would leave. */
export const codesView = z.object({ items: z.array(codeView), mailsTo: z.string().nullable() });

export type CodesView = z.infer<typeof codesView>;

const ownCodeView = codeView.pick({
  ...{ _id: true, state: true, name: true, relation: true, createdAt: true, expiresAt: true, endedAt: true },
});

/** The codes that a student made; `mayMake` is false where the office alone links guardians. */
export const ownCodesView = z.object({ items: z.array(ownCodeView), mayMake: z.boolean() });

export type OwnCodesView = z.infer<typeof ownCodesView>;

/** The address that the invitation is on its way to; null where none leaves. */
export const invitedView = z.object({ mailedTo: z.string().nullable() });

// Any text: one that nobody gave out is refused like one that was used.
const code = z.string(say("codeMissing")).trim().min(1, say("codeMissing")).max(100, say("bad"));

export const codeInput = z.strictObject({ code });

// An empty field of a form is no address.
const address = z.union([z.literal("").transform(() => null), z.null(), emailField]).optional();

// A guardian agrees to what is kept of the children.
const consent = z.boolean().optional();

export const linkInput = z.strictObject({ code, consent });

export type LinkInput = z.output<typeof linkInput>;

/** Who used a code: the password, and an address for anyone who wants one. */
export const joinInput = z.strictObject({ code, email: address, password: passwordField, consent });

export type JoinInput = z.output<typeof joinInput>;

/** Whose code it is, as much as its owner needs to see. */
export const codeOwnerView = z.object({
  purpose: z.enum(purposes),
  /** The first word of the name: of the person, or of the student of a link. */
  firstName: z.string(),
  className: z.string().nullable(),
  section: z.string().nullable(),
  /** The first words of the names of a guardian's children. */
  children: z.array(z.string()),
  guardian: z.object({ firstName: z.string(), relation: z.string() }).nullable(),
  /** There is nothing else to log in with. */
  needsEmail: z.boolean(),
  /** Where the login leads: staff go to the admin side, and choose a longer password. */
  side: z.enum(["user", "admin"]),
  /** The first words of the names of children under 18, or of unknown age: the guardian consents for them. */
  consentFor: z.array(z.string()),
});

export type CodeOwnerView = z.infer<typeof codeOwnerView>;

export const joinedView = z.object({ identifier: z.string() });

export const linkedView = z.object({ firstName: z.string() });
