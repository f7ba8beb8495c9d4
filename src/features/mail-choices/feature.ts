import "server-only";
import { mountOf } from "@/server/rest/call";
import type { Feature } from "../feature";
import { exportChoiceOf } from "./data";
import { mailChoicesRest } from "./rest";
import { mailChoicesRouter } from "./router";

export const mailChoices = {
  router: mailChoicesRouter,
  rest: mountOf(mailChoicesRest),
  restTag: { name: "Emails", description: "People's choice of the emails they get." },
  emailNames: { digest: "News of a day" },
  personalData: {
    name: "mailChoices",
    label: "Which emails you get",
    count: async ({ userId }) => (await exportChoiceOf(userId)).length,
    list: ({ userId }) => exportChoiceOf(userId),
    isHiddenFrom: () => false,
  },
  audit: { "mails-chosen": { words: "Emails chosen", icon: "Mail" } },
  calls: {
    "mailChoices.mine": "To see which emails they get",
    "mailChoices.choose": "To choose which emails they get",
  },
} satisfies Feature;
