import "server-only";
import { daysInWords, kept } from "@/content/retention";
import { internal, own } from "@/server/privacy/inventory";
import { mountOf } from "@/server/rest/call";
import type { Feature } from "../feature";
import { listSubmissionsOf } from "./data";
import { exportSubmissions } from "./data-family";
import { admissionMails } from "./emails";
import { removeClosedBefore, removeEnrolledBefore } from "./mutations";
import { moveDue } from "./mutations-due";
import { removeTokensEndedBefore } from "./mutations-family";
import { admissionsRest } from "./rest";
import { admissionsRouter } from "./router";
import { actions } from "./rules";

/** Names a number; 0 is left out. */
const countOf = (one: string) => (count: unknown) => (count === 0 ? "" : `${count} ${count === 1 ? one : `${one}s`}`);

export const admissions = {
  models: {
    Submission: {
      whose: "children and their families",
      purpose: "to process an application and to complete the enrollment",
      retention: `while open; ${daysInWords(kept.forms)} after it was declined or withdrawn, ${daysInWords(kept.enrolledForms)} after the child joined`,
      fields: {
        ...own("key", "id", "reference"),
        ...own("usage", "state", "stateAt", "answerDue", "answeredAt", "visitAt", "mergedAt"),
        ...internal("key", "is in the trail", "assignedToId"),
        ...internal("key", "joins rows", "studentId", "mergedIntoId", "intakeId"),
        ...internal("technical", "counts changes", "rowVersion"),
        ...own("education", "selectedClass", "previousSchool"),
        ...own("identity", "name", "parentName"),
        ...own("contact", "email", "phone"),
        ...own("usage", "createdAt", "openedAt"),
        ...own("consent", "consentAt", "consentVersion"),
      },
    },
    SubmissionEvent: {
      whose: "children and their families",
      purpose: "to know what became of an application, and why",
      retention: "as long as the application",
      fields: {
        ...internal("key", "joins rows", "id", "submissionId"),
        ...internal("key", "is in the trail", "byId"),
        ...own("usage", "at", "byFamily", "kind", "fromState", "toState", "visitAt", "dueBefore", "dueAfter"),
        ...internal("education", "is what the office wrote for itself", "reason", "note"),
      },
    },
    SubmissionMessage: {
      whose: "children and their families",
      purpose: "to answer an application",
      retention: "as long as the application",
      fields: {
        ...internal("key", "joins rows", "id", "submissionId"),
        ...internal("key", "is in the trail", "byId"),
        ...own("contact", "fromFamily", "text"),
        ...own("usage", "at", "readAt"),
      },
    },
    SubmissionToken: {
      whose: "children and their families",
      purpose: "to let a family follow its application",
      retention: `${daysInWords(kept.links)} after it ran out`,
      fields: {
        ...internal("key", "joins rows", "id", "submissionId"),
        ...internal("technical", "lives for two hours at most", "kind"),
        ...internal("secret", "is a hash", "tokenHash"),
        ...internal("usage", "lives for two hours at most", "createdAt", "expiresAt", "usedAt"),
      },
    },
  },
  router: admissionsRouter,
  rest: mountOf(admissionsRest),
  restTag: { name: "Admission", description: "Applications of families." },
  emails: admissionMails,
  emailNames: {
    admissionReceipt: "Admission receipt",
    admissionMessage: "Message about an application",
    admissionLink: "Link to an application",
  },
  duties: [{ words: "Applications", area: "people", right: actions.read }],
  audit: {
    "submissions-read": { words: "Applications read", icon: "Inbox", routine: true, counted: "application" },
    "submissions-moved": {
      words: "Applications moved",
      about: "application",
      icon: "ListChecks",
      counted: "application",
    },
    "submissions-assigned": { words: "Applications changed hands", icon: "UserPlus", counted: "application" },
    "submission-enrolled": {
      words: "Application enrolled",
      icon: "UserPlus",
      about: "application",
      values: { guardians: countOf("guardian"), mailed: countOf("email") },
    },
    "submissions-merged": { words: "Two applications merged", icon: "Users", about: "application" },
    "submissions-separated": { words: "Merge of applications undone", icon: "Users", about: "application" },
    "submission-noted": { words: "Note added to an application", icon: "PencilLine", about: "application" },
    "submission-corrected": { words: "Application corrected", icon: "PencilLine", about: "application" },
    "submission-answered": { words: "Family written to", icon: "MessageSquareText", about: "application" },
    "submission-taken-back": {
      words: "Message to a family taken back",
      icon: "MessageSquareText",
      about: "application",
    },
    "submission-followed": {
      words: "Family opened its application",
      icon: "KeyRound",
      routine: true,
      about: "application",
    },
    "family-wrote": { words: "Family wrote about its application", icon: "MessageSquareText", about: "application" },
    "family-moved": { words: "Family withdrew, or accepted a place", icon: "ListChecks", about: "application" },
    "submissions-exported": { words: "Applications exported", icon: "Download", counted: "application" },
  },
  calls: {
    "services.desk": "To read the applications",
    "services.countViews": "To count the applications",
    "services.countWaiting": "To count the applications",
    "services.figures": "To count the applications",
    "services.similar": "To look for others of a family",
    "services.merge": "To merge two applications",
    "services.separate": "To undo a merge",
    "services.get": "To read an application",
    "services.previewEnrolment": "To read an application",
    "services.enrol": "To enrol a child",
    "services.move": "To move an application",
    "services.moveMany": "To move applications",
    "services.correct": "To correct an application",
    "services.note": "To note something about an application",
    "services.write": "To write to a family",
    "services.takeBack": "To take back a message to a family",
    "services.colleagues": "To give applications to a colleague",
    "services.checkVisit": "To check the day of a visit",
    "services.assign": "To take over applications",
    "services.followed": "To follow an application",
    "services.askToFollow": "To follow an application",
    "services.openFollowed": "To follow an application",
    "services.stopFollowing": "To follow an application",
    "services.writeAsFamily": "To write to the office",
    "services.withdraw": "To withdraw an application",
    "services.acceptOffer": "To accept a place",
    "services.list": "To read the applications",
    "services.markOpened": "To read the applications",
    "services.exportSubmissions": "To export the applications",
  },
  personalData: {
    name: "applications",
    label: "Applications",
    count: async ({ email }) => (email === null ? 0 : (await listSubmissionsOf(email)).length),
    list: ({ email }) => exportSubmissions(email),
    // A form stores only the address that was typed.
    isHiddenFrom: ({ emailConfirmed }) => !emailConfirmed,
    erase: { table: "submissions", mailKey: "submissionId", rows: listSubmissionsOf },
  },
  tasks: {
    /** Working days, hours or closed days may have changed. */
    moveDue: async () => void (await moveDue(new Date())),
  },
  crontab: ["* * * * * moveDue"],
  retention: [
    { name: "forms", days: kept.forms, purge: removeClosedBefore },
    { name: "enrolledForms", days: kept.enrolledForms, purge: removeEnrolledBefore },
    { name: "applicationLinks", days: kept.links, purge: removeTokensEndedBefore },
  ],
} satisfies Feature;
