import { z } from "zod";
import { accountView, codeField, mailedView, passwordField } from "@/features/auth/schema";
import { textField } from "@/lib/fields";
import { say as sayLib } from "@/lib/messages";

export const changeNameInput = z.strictObject({ name: textField(sayLib("name"), 100) });

export const changePasswordInput = z.strictObject({ current: passwordField, next: passwordField });

export type ChangePasswordInput = z.output<typeof changePasswordInput>;

/** Deleting an account asks for its password again, and so does what opens or loosens the administrator's. */
export const removeAccountInput = z.strictObject({ password: passwordField });

/** A copy of one's data asks for the password, unless the login is fresh. */
export const exportDataInput = z.strictObject({ password: passwordField.optional() }).default({});

/** What turns the codes of an authenticator app on. */
export const confirmCodesInput = z.strictObject({ code: codeField });

/** Whether all is erased, or the login is closed and the office erases the rest. */
export const removedView = z.object({ erased: z.boolean() });

export const ownAccountView = accountView.extend({
  ...mailedView.shape,
  emailConfirmed: z.boolean(),
  /** A student of the institute: the name is the office's, and deleting the account closes the login alone. */
  onRoster: z.boolean(),
  /** Of children here, and no student: nothing on the page speaks of own results. */
  isGuardian: z.boolean(),
  /** Logins ask for a code of an authenticator app. */
  asksForCodes: z.boolean(),
  /** The institute demands such a code, and this session has shown none: nothing but the account is open. */
  lacksSecondStep: z.boolean(),
});

export type OwnAccountView = z.infer<typeof ownAccountView>;

/** What an authenticator app is told: the secret as text, and the same as the squares of a QR code. */
export const codesBegunView = z.object({
  secret: z.string(),
  uri: z.string(),
  qr: z.object({ size: z.number(), path: z.string() }),
});

export type CodesBegunView = z.infer<typeof codesBegunView>;

/** Codes that each open once without the app; they are shown this once and stored hashed. */
export const recoveryCodesView = z.object({ recoveryCodes: z.array(z.string()) });
