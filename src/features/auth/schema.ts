import { z } from "zod";
import { emailField, isStorable, momentView, textField, unusable } from "@/lib/fields";
import { isLongEnough, passwordLength } from "@/lib/limits";
import { copy } from "./copy";

const bytesOf = (text: string) => new TextEncoder().encode(text).length;

// Any text is a password, just as it was typed; the bound keeps hashing cheap.
const password = z
  .string("Password is required.")
  .min(1, "Password is required.")
  .max(1024, "Password is too long.")
  // Said once where both are too many.
  .refine((text) => text.length > 1024 || bytesOf(text) <= 1024, "Password is too long.")
  .meta({ format: "password" });

/** Six figures of an authenticator app, or a recovery code, however they are grouped. */
const code = z.string("Code is required.").trim().min(1, "Code is required.").max(40, "This is no code.");

/** A login: a student's e-mail or the administrator's username, and the password (decision 4). */
export const loginInput = z.strictObject({
  identifier: z
    .string("Email or username is required.")
    .min(1, "Email or username is required.")
    .max(254)
    .refine(isStorable, unusable("Email or username")),
  password,
  role: z.enum(["user", "admin"], "role must be user or admin."),
  remember: z.boolean().default(false),
  code: code.optional(),
});

export type LoginInput = z.output<typeof loginInput>;

/** A new student's account (spec §3, §5). */
export const signupInput = z.strictObject({
  name: textField("Name", 100),
  email: emailField,
  password: password
    .refine((text) => isLongEnough(text, "user"), copy.passwordTooShort)
    .meta({
      format: "password",
      minLength: passwordLength.user,
      description: "Not one of the most common passwords, and neither the name nor the address.",
    }),
});

/** A signup as the procedure takes it; an API client is logged in by it (decision 8), the page is not. */
export const openingSignupInput = signupInput.extend({ openSession: z.boolean().default(false) });

export type OpeningSignupInput = z.output<typeof openingSignupInput>;

/** The address a link for a new password is asked for (decision 6). */
export const requestResetInput = z.strictObject({ email: emailField });

// Any text: one that no letter carried is refused like one that was used.
const token = z.string("The link is not complete.").max(200, "The link is not complete.");

/** What the mailed link carried, and the new password; its length is that of the account's role. */
export const resetPasswordInput = z.strictObject({ token, password });

export type ResetPasswordInput = z.output<typeof resetPasswordInput>;

/** What the mailed link carried. */
export const confirmEmailInput = z.strictObject({ token });

export const changeNameInput = z.strictObject({ name: textField("Name", 100) });

export const changePasswordInput = z.strictObject({ current: password, next: password });

export type ChangePasswordInput = z.output<typeof changePasswordInput>;

/** Deleting an account asks for its password again, and so does what opens or loosens the administrator's. */
export const removeAccountInput = z.strictObject({ password });

/** A copy of one's data asks for the password, unless the login is fresh. */
export const exportDataInput = z.strictObject({ password: password.optional() }).default({});

/** Whose data the administrator asks for. */
export const findPersonInput = z.strictObject({ email: emailField });

/** Handing a person's data out, or erasing it, asks for the administrator's password again. */
export const personInput = z.strictObject({ email: emailField, password });

export type PersonInput = z.output<typeof personInput>;

/** What turns the codes of an authenticator app on. */
export const confirmCodesInput = z.strictObject({ code });

/** Who is logged in, as the browser may show it (decision 2). */
export const accountView = z.object({
  _id: z.string(),
  name: z.string(),
  role: z.enum(["user", "admin"]),
  email: z.string().nullable(),
  username: z.string().nullable(),
});

export type AccountView = z.infer<typeof accountView>;

/** A new account, with the token of its session and its end if one was opened: it is shown this once and stored hashed. */
export const signedUpView = accountView.extend({
  token: z.string().nullable(),
  expiresAt: momentView.nullable(),
});

/** Whether mail leaves this site: without it, a letter that was ordered reaches nobody by itself. */
export const mailedView = z.object({ mailed: z.boolean() });

/** The account as its own page shows it. */
export const ownAccountView = accountView.extend({
  ...mailedView.shape,
  emailConfirmed: z.boolean(),
  /** Logins ask for a code of an authenticator app. */
  asksForCodes: z.boolean(),
});

export type OwnAccountView = z.infer<typeof ownAccountView>;

const things = z.record(z.string(), z.unknown());

/** Everything the product holds of a person, for the person. */
export const personalDataView = z.object({
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
  /** Null while the address is not confirmed: they may be those of someone else (decision 7). */
  results: z.array(things).nullable(),
  /** What was sent to the institute under this address; null while it is not confirmed. */
  applications: z.array(things).nullable(),
  messages: z.array(things).nullable(),
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

/** How much is kept about a person. */
export const heldView = z.object({
  email: z.string(),
  /** Null when there is no account, and only forms. */
  account: z.object({ name: z.string(), createdAt: momentView, emailConfirmed: z.boolean() }).nullable(),
  results: z.number(),
  applications: z.number(),
  messages: z.number(),
  mails: z.number(),
});

export type HeldView = z.infer<typeof heldView>;

/** What an authenticator app is told: the secret as text, and the same as the squares of a QR code. */
export const codesBegunView = z.object({
  secret: z.string(),
  uri: z.string(),
  qr: z.object({ size: z.number(), path: z.string() }),
});

export type CodesBegunView = z.infer<typeof codesBegunView>;

/** Codes that each open once without the app; they are shown this once and stored hashed. */
export const recoveryCodesView = z.object({ recoveryCodes: z.array(z.string()) });

/** A fresh session: the token is shown this once and stored hashed. */
export const sessionView = z.object({ token: z.string(), expiresAt: momentView, user: accountView });

export type SessionView = z.infer<typeof sessionView>;
