import { z } from "zod";
import { accountView, passwordField } from "@/features/auth/schema";
import { emailField, idField, momentView, textField } from "@/lib/fields";
import { say as sayLib } from "@/lib/messages";
import { say } from "./messages";

export const findPersonInput = z.strictObject({ email: emailField });

/** A part of a name, or a whole admission number or phone number. */
export const searchPeopleInput = z.strictObject({ text: textField(sayLib("theSearch"), 100) });

const place = { className: z.string().nullable(), section: z.string().nullable() };

/** Facts that distinguish people with the same name. */
const facts = {
  phone: z.string().nullable(),
  admissionNo: z.string().nullable(),
  ...place,
  children: z.array(z.object({ name: z.string(), relation: z.string(), ...place })),
};

const personFacts = z.object(facts);

export type PersonFacts = z.infer<typeof personFacts>;

/** A person other than an administrator, with the address or the other login name. */
export const foundPersonView = z.object({
  _id: z.string(),
  name: z.string(),
  login: z.string().nullable(),
  ...facts,
});

export type FoundPersonView = z.infer<typeof foundPersonView>;

/**
 * Exporting or erasing a person's data requires the administrator's password. `rows`: the selected rows under the address;
 * all if missing.
 */
export const personInput = z.strictObject({
  email: emailField,
  password: passwordField,
  rows: z.array(idField).min(1, say("nothingTicked")).max(1000).optional(),
});

export const personIdInput = z.strictObject({ id: idField });

export const personByIdInput = z.strictObject({ id: idField, password: passwordField });

export type PersonByIdInput = z.output<typeof personByIdInput>;

/** A person who closed the login, and the deadline for the erasure. */
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
  /** Null for a family that sent forms and has no account. */
  account: accountView
    .extend({
      phone: z.string().nullable(),
      createdAt: momentView,
      emailConfirmedAt: momentView.nullable(),
      loginClosedAt: momentView.nullable(),
      consentAt: momentView.nullable(),
      vouchedAt: momentView.nullable(),
      consentVersion: z.string().nullable(),
    })
    .nullable(),
  sessions: z.array(
    z.object({ createdAt: momentView, usedAt: momentView, expiresAt: momentView, revokedAt: momentView.nullable() }),
  ),
  // In addition, a list for each room under its name; null if the person may not see it yet.
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
  /** Null if there are only forms and no account. */
  account: z
    .object({
      _id: z.string(),
      name: z.string(),
      createdAt: momentView,
      emailConfirmed: z.boolean(),
      /** Students with this guardian: each is erased on a separate page. */
      wards: z.array(z.object({ _id: z.string(), name: z.string() })),
    })
    .nullable(),
  /** Applications and messages with the address, each with its name; `about`: the class and number of an application. */
  rows: z.array(
    z.object({
      _id: z.string(),
      label: z.string(),
      name: z.string(),
      about: z.string().optional(),
      createdAt: momentView,
    }),
  ),
  /** By room. */
  counts: z.array(z.object({ name: z.string(), label: z.string(), count: z.number() })),
});

export const personHeldView = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  createdAt: momentView,
  ...facts,
  /** When the person closed the login, and thereby asked for erasure. */
  closedAt: momentView.nullable(),
  /** Guardians with no other role here: once this person is erased, no page leads to them. */
  guardians: z.array(z.object({ _id: z.string(), name: z.string() })),
  counts: heldView.shape.counts,
});

export type PersonHeldView = z.infer<typeof personHeldView>;

export type HeldView = z.infer<typeof heldView>;
