import "server-only";
import { kept } from "@/content/retention";
import { removeCodesEndedBefore } from "@/server/access-codes/list";
import type { Feature } from "../feature";
import { exportCodesOf } from "./data";
import { codesRouter } from "./router";

export const codes = {
  router: codesRouter,
  personalData: {
    name: "codes",
    label: "Codes of the office",
    count: async ({ userId }) => (await exportCodesOf(userId)).length,
    list: ({ userId }) => exportCodesOf(userId),
    // Whoever is not known to be this pupil learns nothing of the pupil (decision 46).
    isHiddenFrom: ({ emailConfirmed, vouched }) => !emailConfirmed && !vouched,
  },
  audit: {
    "code-made": { words: "Code made", icon: "KeyRound" },
    "code-revoked": { words: "Code ended", icon: "KeyRound" },
  },
  calls: {
    "codes.list": "To see the codes of a person",
    "codes.make": "To make a code",
    "codes.makeLink": "To make a code for a guardian",
    "codes.revoke": "To end a code",
  },
  retention: { name: "codes", days: kept.codes, purge: removeCodesEndedBefore },
} satisfies Feature;
