import { z } from "zod";
import { emailField, isStorable, momentView, nameField } from "@/lib/fields";
import { say as sayLib } from "@/lib/messages";
import { isLongEnough, passwordLength } from "@/lib/password-length";
import { say } from "./messages";

const bytesOf = (text: string) => new TextEncoder().encode(text).length;

/** A password: any text as typed; the maximum bounds the cost of hashing. */
export const passwordField = z
  .string(sayLib("required", say("password")))
  .min(1, sayLib("required", say("password")))
  .max(1024, say("passwordTooLong"))
  // Shared by both fields.
  .refine((text) => text.length > 1024 || bytesOf(text) <= 1024, say("passwordTooLong"))
  .meta({ format: "password" });

/** Six digits of an authenticator app, or a recovery code in any grouping. */
export const codeField = z
  .string(sayLib("required", say("code")))
  .trim()
  .min(1, sayLib("required", say("code")))
  .max(40, say("noCode"));

/** A login: a student's email or the administrator's username, and the password (decision 4). */
export const loginInput = z.strictObject({
  identifier: z
    .string(sayLib("required", say("identifier")))
    .min(1, sayLib("required", say("identifier")))
    .max(254)
    .refine(isStorable, sayLib("unusable", say("identifier"))),
  password: passwordField,
  role: z.enum(["user", "admin"], say("badRole")),
  remember: z.boolean().default(false),
  code: codeField.optional(),
  newPassword: passwordField
    .optional()
    .describe("The new password, for staff whose password is too short for the admin side"),
});

export type LoginInput = z.output<typeof loginInput>;

/** A new student's account (spec §3, §5). */
export const signupInput = z.strictObject({
  name: nameField(sayLib("name"), 100),
  email: emailField,
  password: passwordField
    .refine((text) => isLongEnough(text, "user"), sayLib("passwordTooShort", "user"))
    .meta({
      format: "password",
      minLength: passwordLength.user,
      description: "Not one of the most common passwords, and neither the name nor the address.",
    }),
});

/** A signup; API clients are logged in by it (decision 8), the page is not. */
export const openingSignupInput = signupInput.extend({ openSession: z.boolean().default(false) });

export type OpeningSignupInput = z.output<typeof openingSignupInput>;

/** The address of a password reset request (decision 6). */
export const requestResetInput = z.strictObject({ email: emailField });

// Any text: unknown tokens are rejected like used ones.
const token = z.string(say("badLink")).max(200, say("badLink"));

/** The token of the emailed link, and the new password; its minimum length depends on the role. */
export const resetPasswordInput = z.strictObject({ token, password: passwordField });

export type ResetPasswordInput = z.output<typeof resetPasswordInput>;

export const confirmEmailInput = z.strictObject({ token });

/** The logged-in person, for the browser (decision 2). */
export const accountView = z.object({
  _id: z.string(),
  name: z.string(),
  role: z.enum(["user", "admin"]),
  email: z.string().nullable(),
  username: z.string().nullable(),
});

export type AccountView = z.infer<typeof accountView>;

/** A new account, with its session's token and expiry if one was opened: the token is shown once and stored hashed. */
export const signedUpView = accountView.extend({
  token: z.string().nullable(),
  expiresAt: momentView.nullable(),
});

/** Whether a mail server is configured: without one, emails reach nobody. */
export const mailedView = z.object({ mailed: z.boolean() });

/** A new session: the token is shown once and stored hashed. */
export const sessionView = z.object({ token: z.string(), expiresAt: momentView, user: accountView });

export type SessionView = z.infer<typeof sessionView>;
