import { z } from "zod";
import { idField, momentView, textField } from "@/lib/fields";
import { say } from "./messages";

const purposes = ["join", "password", "link"] as const;

/** `declined`: whoever had the letter was not the person. */
const states = ["open", "used", "expired", "revoked", "declined"] as const;

export const personIdInput = z.strictObject({ personId: idField });

export const codeIdInput = z.strictObject({ id: idField });

/** The first login of a person of the roster, or a new password. */
export const makeCodeInput = z.strictObject({ personId: idField, purpose: z.enum(["join", "password"]) });

export type MakeCodeInput = z.output<typeof makeCodeInput>;

/** A guardian whom a code links to a student. */
export const makeLinkInput = z.strictObject({
  studentId: idField,
  name: textField(say("guardianName")),
  relation: textField(say("relation"), 60),
});

export type MakeLinkInput = z.output<typeof makeLinkInput>;

/** A fresh code: it is shown this once and stored hashed. */
export const madeCodeView = z.object({ code: z.string(), expiresAt: momentView });

export type MadeCodeView = z.infer<typeof madeCodeView>;

/** A code as the office sees it; the code itself is known to nobody but its holder. */
export const codeView = z.object({
  _id: z.string(),
  purpose: z.enum(purposes),
  state: z.enum(states),
  /** The guardian of a link. */
  name: z.string().nullable(),
  relation: z.string().nullable(),
  way: z.enum(["shown", "printed", "mailed"]),
  createdAt: momentView,
  createdBy: z.string().nullable(),
  expiresAt: momentView,
  /** When it was used or revoked. */
  endedAt: momentView.nullable(),
});

export type CodeView = z.infer<typeof codeView>;

/** The latest fifty. */
export const codesView = z.array(codeView);
