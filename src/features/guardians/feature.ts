import "server-only";
import { mountOf } from "@/server/rest/call";
import type { Feature } from "../feature";
import { guardianMails } from "./emails";
import { guardiansRest } from "./rest";
import { peopleRest } from "./rest-people";
import { guardiansRouter } from "./router";
import { actions } from "./rules";

/**
 * Guardians and their children. Links are in `src/server`, because codes, imports and the roster write them too (decision
 * 124).
 */
export const guardians = {
  router: guardiansRouter,
  rest: mountOf(guardiansRest.route("/", peopleRest)),
  restTag: { name: "Guardians", description: "The guardians linked to a student, and what each link lets them see." },
  emails: guardianMails,
  emailNames: {
    guardianLinked: "Guardian added",
    guardianEnded: "Guardian’s access ended",
    consentWithdrawn: "Consent withdrawn",
  },
  duties: [{ words: "Guardians and consents", area: "people", right: actions.manage }],
  audit: {
    "guardian-linked": { words: "Guardian linked to a student", icon: "UserPlus" },
    "guardian-edited": { words: "Link of a guardian changed", icon: "PencilLine" },
    "guardian-ended": { words: "Link of a guardian ended", icon: "UserMinus" },
    "guardian-ended-quietly": { words: "Link of a guardian ended, nobody told", icon: "UserMinus" },
    "guardian-changed": { words: "Details of a guardian changed", icon: "PencilLine" },
    "guardians-joined": { words: "Two entries of a guardian became one", icon: "Users", counted: "link" },
    "link-rule-changed": {
      words: "Rule on who may link guardians changed",
      icon: "PencilLine",
      values: { after: { true: "the office alone", false: "students too" } },
    },
    "consent-given": { words: "Consent of a guardian", icon: "ListChecks", counted: "student" },
    "consent-withdrawn": { words: "Consent of a guardian withdrawn", icon: "ListChecks" },
  },
  calls: {
    "guardians.list": "To see the guardians of a student",
    "guardians.family": "To see the guardians of a student",
    "guardians.find": "To look for a guardian",
    "guardians.get": "To see a guardian",
    "guardians.editPerson": "To change a guardian",
    "guardians.previewJoin": "To merge two guardians",
    "guardians.join": "To merge two guardians",
    "guardians.add": "To link a guardian",
    "guardians.edit": "To change the link of a guardian",
    "guardians.end": "To end the link of a guardian",
    "guardians.changeRule": "To set who may link guardians",
    "guardians.addConsent": "To note a consent",
    "guardians.withdrawConsent": "To withdraw a consent",
    "guardians.mine": "To see children of their own",
    "guardians.leave": "To end the link to a child",
    "guardians.giveOwn": "To consent for a child",
    "guardians.withdrawOwn": "To withdraw a consent",
  },
} satisfies Feature;
