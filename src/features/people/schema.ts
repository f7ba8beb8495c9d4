import { z } from "zod";
import { accountView, passwordField } from "@/features/auth/schema";
import { emailField, idField, momentView } from "@/lib/fields";
import { say } from "./messages";

export const findPersonInput = z.strictObject({ email: emailField });

/** Handing a person's data out, or erasing it, asks for the administrator's password again. */
export const personInput = z.strictObject({ email: emailField, password: passwordField });

/** `rows`: which of the rows that carry the address; all of them if absent. */
export const erasePersonInput = personInput.extend({
  rows: z.array(idField).min(1, say("nothingTicked")).max(1000).optional(),
});

export type ErasePersonInput = z.output<typeof erasePersonInput>;

export const personIdInput = z.strictObject({ id: idField });

export const personByIdInput = z.strictObject({ id: idField, password: passwordField });

export type PersonByIdInput = z.output<typeof personByIdInput>;

/** Somebody who closed the login, and is to be erased until then. */
export const erasureRequestView = z.object({
  _id: z.string(),
  name: z.string(),
  closedAt: momentView,
  dueAt: momentView,
});

export type ErasureRequestView = z.infer<typeof erasureRequestView>;

export type PersonInput = z.output<typeof personInput>;

const things = z.record(z.string(), z.unknown());

export const personalDataView = z.looseObject({
  exportedAt: momentView,
  /** Null for a family that has sent forms and has no account. */
  account: accountView
    .extend({
      createdAt: momentView,
      emailConfirmedAt: momentView.nullable(),
      consentAt: momentView.nullable(),
      vouchedAt: momentView.nullable(),
      consentVersion: z.string().nullable(),
    })
    .nullable(),
  sessions: z.array(
    z.object({ createdAt: momentView, usedAt: momentView, expiresAt: momentView, revokedAt: momentView.nullable() }),
  ),
  // Beside these, a list of each room under its name, or null while the person must not see it.
  mails: z.array(
    z.object({
      kind: z.string(),
      recipient: z.string(),
      state: z.string(),
      createdAt: momentView,
      sentAt: momentView.nullable(),
    }),
  ),
  events: z.array(
    z.object({ at: momentView, action: z.string(), detail: things.nullable(), address: z.string().nullable() }),
  ),
});

export type PersonalDataView = z.infer<typeof personalDataView>;

export const heldView = z.object({
  email: z.string(),
  /** Null when there is no account, and only forms. */
  account: z
    .object({
      _id: z.string(),
      name: z.string(),
      createdAt: momentView,
      emailConfirmed: z.boolean(),
      /** Students whose guardian this person is: each is erased on an own page. */
      wards: z.array(z.object({ _id: z.string(), name: z.string() })),
    })
    .nullable(),
  /** Applications and messages that carry the address, each with the name in it. */
  rows: z.array(z.object({ _id: z.string(), label: z.string(), name: z.string(), createdAt: momentView })),
  /** By the rooms that keep it. */
  counts: z.array(z.object({ name: z.string(), label: z.string(), count: z.number() })),
});

export const personHeldView = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  createdAt: momentView,
  counts: heldView.shape.counts,
});

export type PersonHeldView = z.infer<typeof personHeldView>;

export type HeldView = z.infer<typeof heldView>;
