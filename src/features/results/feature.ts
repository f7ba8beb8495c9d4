import "server-only";
import { internal, own } from "@/server/privacy/inventory";
import { mountOf } from "@/server/rest/call";
import type { Feature } from "../feature";
import { countResultsOf } from "./data";
import { seesResults } from "./data-access";
import { exportResultsOf } from "./data-versions";
import { resultMails } from "./emails";
import { notifyOfResults } from "./mutations";
import { resultsRest } from "./rest";
import { resultsRouter } from "./router";
import { actions } from "./rules";

export const results = {
  models: {
    Result: {
      whose: "students",
      purpose: "to follow how a student is doing",
      retention: "as long as the account",
      fields: {
        ...own("key", "id"),
        ...internal("key", "joins rows", "studentId"),
        ...own("education", "className", "score", "totalMarks", "gpa", "examName", "subject", "examDate"),
        ...own("education", "correctionReason", "remark"),
        ...internal("key", "joins rows", "examId"),
        ...internal("key", "concerns the office", "correctedById"),
        ...internal("technical", "counts releases", "releaseNo"),
        ...internal("technical", "says that emails are still to be ordered", "tellAt"),
        ...own("usage", "createdAt", "readAt", "correctedAt", "correctionTakenBackAt"),
        ...own("key", "supersedesId"),
        ...internal("key", "joins versions", "firstId"),
      },
    },
    ResultWithdrawal: {
      whose: "students",
      purpose: "to take back a wrong result, and say why",
      retention: "as long as the account",
      fields: {
        ...internal("key", "joins rows", "resultId"),
        ...own("education", "reason"),
        ...own("usage", "at"),
        ...internal("key", "concerns the office", "byId"),
        ...internal("technical", "tells a withdrawal from a release that was taken back", "kind"),
        ...internal("technical", "tells a mark from a later one", "marksVersion"),
      },
    },
    ResultRead: {
      whose: "guardians",
      purpose: "to show a guardian which results of a child are new",
      retention: "as long as the result and the guardian's account",
      fields: {
        ...internal("key", "joins rows", "resultId", "readerId"),
        ...internal("usage", "says of a child's result that it was seen", "readAt"),
      },
    },
  },
  router: resultsRouter,
  rest: mountOf(resultsRest),
  restTag: { name: "Results", description: "Exam results of the students." },
  emails: resultMails,
  emailNames: {
    resultNews: "News of results, tests and materials",
  },
  duties: [{ words: "Results", area: "teaching", right: actions.add }],
  audit: {
    "results-added": { words: "Results added", icon: "ClipboardPlus", counted: "result" },
    "result-corrected": { words: "Result corrected", icon: "PencilLine" },
    "correction-taken-back": { words: "Correction taken back", icon: "CalendarMinus" },
    "result-taken-back": { words: "Result taken back", icon: "CalendarMinus" },
    "result-withdrawn": { words: "Result withdrawn", icon: "PencilLine" },
  },
  calls: {
    "results.mine": "To see results of their own",
    "results.own": "To see results of their own",
    "results.classes": "To see results of their own",
    "results.places": "To see results of their own",
    "results.unread": "To see results of their own",
    "results.markRead": "To see results of their own",
    "results.add": "To add results",
    "results.addOnce": "To add results",
    "results.withdrawn": "To see results of their own",
    "results.halves": "To see results of their own",
    "results.correct": "To correct a result",
    "results.takeBack": "To take back results",
    "results.withdraw": "To withdraw a result",
  },
  tasks: {
    /** Enqueues the emails about new results, outside the request that wrote them: after it, and every minute. */
    tellOfResults: () => notifyOfResults(),
  },
  crontab: ["* * * * * tellOfResults"],
  personalData: {
    name: "results",
    label: "Results",
    count: ({ userId }) => countResultsOf(userId),
    list: ({ userId }) => exportResultsOf(userId),
    isHiddenFrom: (principal) => !seesResults(principal),
  },
} satisfies Feature;
