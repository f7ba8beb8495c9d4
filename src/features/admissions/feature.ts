import "server-only";
import { daysInWords, kept } from "@/content/retention";
import { own } from "@/server/privacy/inventory";
import { mountOf } from "@/server/rest/call";
import type { Feature } from "../feature";
import { exportSubmissions, listSubmissionsOf } from "./data";
import { admissionMails } from "./emails";
import { removeSubmissionsBefore } from "./mutations";
import { admissionsRest } from "./rest";
import { admissionsRouter } from "./router";
import { actions } from "./rules";

export const admissions = {
  models: {
    Submission: {
      whose: "children and their families",
      purpose: "to process an application and to complete the enrollment",
      retention: daysInWords(kept.forms),
      fields: {
        ...own("key", "id", "reference"),
        ...own("education", "selectedClass", "previousSchool"),
        ...own("identity", "name", "parentName"),
        ...own("contact", "email", "phone"),
        ...own("usage", "createdAt", "openedAt"),
        ...own("consent", "consentAt", "consentVersion"),
      },
    },
  },
  router: admissionsRouter,
  rest: mountOf(admissionsRest),
  restTag: { name: "Admission", description: "Applications of families." },
  emails: admissionMails,
  emailNames: { admissionReceipt: "Admission receipt" },
  duties: [{ words: "Applications", right: actions.read }],
  audit: {
    "submissions-read": { words: "Applications read", icon: "Inbox", counted: ["application", "applications"] },
    "submissions-exported": {
      words: "Applications exported",
      icon: "Download",
      counted: ["application", "applications"],
    },
  },
  calls: {
    "services.list": "To read the applications",
    "services.countNew": "To read the applications",
    "services.markOpened": "To read the applications",
    "services.exportSubmissions": "To export the applications",
  },
  personalData: {
    name: "applications",
    label: "Applications",
    count: async ({ email }) => (email === null ? 0 : (await listSubmissionsOf(email)).length),
    list: ({ email }) => exportSubmissions(email),
    // A form names nobody but an address that was typed.
    isHiddenFrom: ({ emailConfirmed }) => !emailConfirmed,
    erase: { table: "submissions", mailKey: "submissionId", rows: listSubmissionsOf },
  },
  retention: { name: "forms", days: kept.forms, purge: removeSubmissionsBefore },
} satisfies Feature;
