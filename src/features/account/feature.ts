import "server-only";
import type { Feature } from "../feature";
import type { ListOwnData } from "./data";
import { createAccountRouter } from "./router";

/** The account room; `listOwnData` collects what all rooms store about the caller. */
export const createAccount = (listOwnData: ListOwnData) =>
  ({
    router: createAccountRouter(listOwnData),
    audit: {
      "name-changed": { words: "Name changed", icon: "PencilLine" },
      "password-changed": { words: "Password changed", icon: "KeyRound" },
      "signed-out-everywhere": { words: "Signed out everywhere", icon: "LogOut" },
      "data-exported": { words: "Own data downloaded", icon: "Download" },
      "login-closed": { words: "Login closed, the rest is to be erased", icon: "UserMinus" },
      "account-deleted": { words: "Account deleted", icon: "UserMinus" },
      "codes-on": { words: "Two-step login turned on", icon: "KeyRound" },
      "codes-off": { words: "Two-step login turned off", icon: "KeyRound" },
    },
    calls: {
      "account.remove": "To delete their own account",
      "account.beginCodes": "To turn on the two-step login",
      "account.confirmCodes": "To turn on the two-step login",
      "account.endCodes": "To turn off the two-step login",
    },
  }) satisfies Feature;
