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

export type SignupInput = z.output<typeof signupInput>;

/** Who is logged in, as the browser may show it (decision 2). */
export const accountView = z.object({
  _id: z.string(),
  name: z.string(),
  role: z.enum(["user", "admin"]),
  email: z.string().nullable(),
  username: z.string().nullable(),
});

export type AccountView = z.infer<typeof accountView>;

/** A fresh session: the token is shown this once and stored hashed. */
export const sessionView = z.object({ token: z.string(), expiresAt: z.iso.datetime(), user: accountView });

export type SessionView = z.infer<typeof sessionView>;
