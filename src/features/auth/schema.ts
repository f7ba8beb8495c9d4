import { z } from "zod";
import { emailField, isStorable, textField, unusable } from "@/lib/fields";
import { isLongEnough } from "@/lib/limits";
import { copy } from "./copy";

// Any text is a password, just as it was typed; the bound keeps hashing cheap.
const password = z.string("Password is required.").min(1, "Password is required.").max(1024, "Password is too long.");

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
});

export type LoginInput = z.output<typeof loginInput>;

/** A new student's account (spec §3, §5). */
export const signupInput = z.strictObject({
  name: textField("Name", 100),
  email: emailField,
  password: password.refine((text) => isLongEnough(text, "user"), copy.passwordTooShort),
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

/** Deleting an account asks for its password again. */
export const removeAccountInput = z.strictObject({ password });

/** Who is logged in, as the browser may show it (decision 2). */
export const accountView = z.object({
  _id: z.string(),
  name: z.string(),
  role: z.enum(["user", "admin"]),
  email: z.string().nullable(),
  username: z.string().nullable(),
});

export type AccountView = z.infer<typeof accountView>;

/** A new account, with the token of its session if one was opened: it is shown this once and stored hashed. */
export const signedUpView = accountView.extend({ token: z.string().nullable() });

/** Whether mail leaves this site: without it, a letter that was ordered reaches nobody by itself. */
export const mailedView = z.object({ mailed: z.boolean() });

/** The account as its own page shows it. */
export const ownAccountView = accountView.extend({ ...mailedView.shape, emailConfirmed: z.boolean() });

export type OwnAccountView = z.infer<typeof ownAccountView>;

const time = z.iso.datetime();

/** Everything the product holds of a person, for the person. */
export const personalDataView = z.object({
  exportedAt: time,
  account: accountView.extend({ createdAt: time, emailConfirmedAt: time.nullable() }),
  sessions: z.array(z.object({ createdAt: time, expiresAt: time, revokedAt: time.nullable() })),
  /** Null while the address is not confirmed: they may be those of someone else (decision 7). */
  results: z.array(z.record(z.string(), z.unknown())).nullable(),
  mails: z.array(z.object({ kind: z.string(), state: z.string(), createdAt: time, sentAt: time.nullable() })),
  events: z.array(z.object({ at: time, action: z.string(), address: z.string().nullable() })),
});

export type PersonalDataView = z.infer<typeof personalDataView>;

/** A fresh session: the token is shown this once and stored hashed. */
export const sessionView = z.object({ token: z.string(), expiresAt: z.iso.datetime(), user: accountView });

export type SessionView = z.infer<typeof sessionView>;
