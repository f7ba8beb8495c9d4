import "server-only";
import { kept } from "@/content/retention";
import { removeCodesEndedBefore } from "@/server/access-codes/list";
import type { Feature } from "../feature";
import { exportCodesOf } from "./data";
import { codeMails } from "./emails";
import { codesRouter } from "./router";
import { actions } from "./rules";

const purposes = { join: "first login", password: "new password", link: "guardian" };

export const codes = {
  router: codesRouter,
  emails: codeMails,
  emailNames: { invitation: "Invitation" },
  personalData: {
    name: "codes",
    label: "Codes of the office",
    count: async ({ userId }) => (await exportCodesOf(userId)).length,
    list: ({ userId }) => exportCodesOf(userId),
    // An unverified account sees nothing of the student (decision 46).
    isHiddenFrom: ({ emailConfirmed, vouched }) => !emailConfirmed && !vouched,
  },
  duties: [{ words: "Codes", area: "people", right: actions.manage }],
  audit: {
    "code-made": { words: "Code made", icon: "KeyRound", values: { purpose: purposes } },
    "code-used": { words: "Code used", icon: "KeyRound", values: { purpose: purposes } },
    "code-declined": { words: "Code came to somebody else", icon: "ShieldAlert", alarming: true },
    invited: { words: "Invited by email", icon: "MailCheck" },
    "students-invited": { words: "People invited by email", icon: "MailCheck", counted: ["person", "people"] },
    "code-revoked": { words: "Code ended", icon: "KeyRound" },
  },
  calls: {
    "codes.list": "To see the codes of a person",
    "codes.make": "To make a code",
    "codes.makeLink": "To make a code for a guardian",
    "codes.revoke": "To end a code",
    "codes.invite": "To invite a person by email",
    "codes.previewInvite": "To invite students",
    "codes.inviteMany": "To invite students",
    "codes.link": "To add a child by a code",
    "codes.own": "To see codes for guardians",
    "codes.makeOwn": "To make a code for a guardian",
    "codes.endOwn": "To end a code for a guardian",
  },
  retention: { name: "codes", days: kept.codes, purge: removeCodesEndedBefore },
} satisfies Feature;
