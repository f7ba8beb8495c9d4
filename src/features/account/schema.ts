import { z } from "zod";
import { accountView, codeField, mailedView, passwordField } from "@/features/auth/schema";
import { comingView } from "@/features/guardians/schema";
import { nameField } from "@/lib/fields";
import { say as sayLib } from "@/lib/messages";

export const changeNameInput = z.strictObject({ name: nameField(sayLib("name"), 100) });

export const changePasswordInput = z.strictObject({ current: passwordField, next: passwordField });

export type ChangePasswordInput = z.output<typeof changePasswordInput>;

/** Deleting an account requires its password, and so do changes of the second factor. */
export const removeAccountInput = z.strictObject({ password: passwordField });

/** The export requires the password, unless the login is recent. */
export const exportDataInput = z.strictObject({ password: passwordField.optional() }).default({});

/** The code that turns on the second factor. */
export const confirmCodesInput = z.strictObject({ code: codeField });

/** True if everything was erased; false if the login was closed and the office erases the rest. */
export const removedView = z.object({ erased: z.boolean() });

export const ownAccountView = accountView.extend({
  ...mailedView.shape,
  emailConfirmed: z.boolean(),
  /** The role whose minimum length applies to a new password. */
  passwordRole: accountView.shape.role,
  /** A student on the roster: only the office changes the name, and deleting the account only closes the login. */
  onRoster: z.boolean(),
  /** A guardian who is not a student, so the page does not mention results of their own. */
  isGuardian: z.boolean(),
  /** A former guardian: all links to children have ended, and the person has no results. */
  wasGuardian: z.boolean(),
  /** A student whose last day is over, so there are no more class contents. */
  hasLeft: z.boolean(),
  /** The class that a student will join. */
  coming: comingView.nullable(),
  /** The work of a staff member, each class once; empty on the user side. */
  duties: z.array(
    z.object({
      role: z.enum(["administrator", "office", "teacher"]),
      className: z.number().nullable(),
      section: z.string().nullable(),
    }),
  ),
  /** True if logins require a code of an authenticator app. */
  asksForCodes: z.boolean(),
  /** True if the institute requires the second step of this account. */
  demandsCodes: z.boolean(),
  /** The institute requires the second step and this session has not passed it: only the account page is available. */
  lacksSecondStep: z.boolean(),
});

export type OwnAccountView = z.infer<typeof ownAccountView>;

/** The secret for an authenticator app, as text and as a QR code. */
export const codesBegunView = z.object({
  secret: z.string(),
  uri: z.string(),
  qr: z.object({ size: z.number(), path: z.string() }),
});

export type CodesBegunView = z.infer<typeof codesBegunView>;

/** One-time recovery codes; they are shown once and stored hashed. */
export const recoveryCodesView = z.object({ recoveryCodes: z.array(z.string()) });
