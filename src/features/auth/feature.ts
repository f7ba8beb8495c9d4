import "server-only";
import { mountOf } from "@/server/rest/call";
import type { Feature } from "../feature";
import { authMails } from "./emails";
import { authRest } from "./rest";
import { authRouter } from "./router";

export const auth = {
  router: authRouter,
  rest: mountOf(authRest),
  restTag: { name: "Accounts", description: "Signup, login and logout." },
  emails: authMails,
  emailNames: {
    confirmEmail: "Address confirmation",
    resetPassword: "New password",
    passwordChanged: "Password was changed",
  },
  audit: {
    login: { words: "Logged in", icon: "LogIn", routine: true },
    "login-refused": { words: "Login refused", icon: "ShieldAlert", alarming: true },
    logout: { words: "Logged out", icon: "LogOut", routine: true },
    signup: { words: "Signed up", icon: "UserPlus" },
    "email-confirmed": { words: "Address confirmed", icon: "MailCheck" },
    "password-reset": { words: "New password set", icon: "KeyRound" },
  },
  calls: {
    "auth.resendConfirmation": "To get the confirmation email again",
    // Calls of earlier versions, which remain in the audit trail for a year.
    "auth.removeAccount": "To delete their own account",
    "auth.findPerson": "To look up a person’s data",
    "auth.exportPerson": "To export a person’s data",
    "auth.erasePerson": "To erase a person’s data",
    "auth.beginCodes": "To turn on the two-step login",
    "auth.confirmCodes": "To turn on the two-step login",
    "auth.endCodes": "To turn off the two-step login",
  },
} satisfies Feature;
