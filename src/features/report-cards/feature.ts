import "server-only";
import { impersonal, internal, own } from "@/server/privacy/inventory";
import { mountOf } from "@/server/rest/call";
import { taskKind } from "@/server/tasks/tasks";
import type { Feature } from "../feature";
import { taskWords } from "./data-card";
import { countCardsOf, exportCardsOf, readsCards } from "./data-cards";
import { printCards, sweepCardFiles } from "./mutations-cards";
import { issueCards } from "./mutations-issue";
import { reportCardsRest } from "./rest";
import { reportCardsRouter } from "./router";
import { actions } from "./rules";
import { issueTaskInput, printTaskInput } from "./schema";

export const reportCards = {
  models: {
    ReportCardSet: {
      whose: "the colleague who made it",
      purpose: "to make the report cards of a class for a period",
      retention: "of the institute, as long as its results",
      fields: {
        ...impersonal("key", "id", "schoolYearId"),
        ...impersonal("education", "className", "section", "title", "lastDay", "daysOpen"),
        ...impersonal("technical", "rowVersion", "createdAt"),
        ...internal("key", "is in the trail", "createdById"),
      },
    },
    ReportCardSetExam: {
      whose: "nobody",
      purpose: "to know which exams are on the cards",
      retention: "as long as the cards",
      fields: impersonal("key", "setId", "examId"),
    },
    ReportCardEntry: {
      whose: "students",
      purpose: "to hold attendance and remarks until the card is issued",
      retention: "as long as the account",
      fields: {
        ...internal("key", "joins rows", "setId", "studentId"),
        ...internal("education", "is on the card once it is issued", "daysPresent", "remarkTeacher", "remarkHead"),
        ...internal("education", "is on the card once it is issued", "lines"),
        ...internal("technical", "tells two changes apart", "rowVersion"),
        ...internal("usage", "concerns the office", "changedById", "changedAt"),
      },
    },
    ReportCard: {
      whose: "students",
      purpose: "to give families a report card that anyone can check",
      retention: "as long as the account",
      fields: {
        ...internal("key", "joins rows", "id", "setId", "studentId"),
        ...own("education", "number", "state", "content", "reason"),
        ...own("usage", "issuedAt", "endedAt"),
        ...internal("key", "names the file", "uploadKey"),
        ...internal("technical", "belongs to the file", "version", "pages", "sha256"),
        ...internal("secret", "a hash", "verifyHash"),
        ...internal("usage", "concerns the office", "issuedById"),
      },
    },
    ReportCardSeries: {
      whose: "nobody",
      purpose: "to give no number twice",
      retention: "of the institute, for good",
      fields: impersonal("technical", "prefix", "last"),
    },
  },
  router: reportCardsRouter,
  rest: mountOf(reportCardsRest),
  restTag: { name: "Report cards", description: "Issued report cards." },
  duties: [
    { words: "Remarks and attendance on report cards, as class teacher", area: "teaching", right: actions.write },
    { words: "Report cards: make, issue, withdraw", area: "teaching", right: actions.make },
  ],
  personalData: {
    name: "reportCards",
    label: "Report cards",
    count: ({ userId }) => countCardsOf(userId),
    list: ({ userId }) => exportCardsOf(userId),
    isHiddenFrom: (principal) => !readsCards(principal),
  },
  tasks: {
    /** Deletes files of cards without a row. */
    sweepCardFiles: () => sweepCardFiles(),
  },
  crontab: ["23 * * * * sweepCardFiles"],
  backgroundTasks: {
    issueCards: taskKind(issueTaskInput, {
      right: actions.make,
      words: () => taskWords.issue,
      href: ({ setId }) => `/admin/report-cards/${setId}`,
      run: issueCards,
    }),
    printCards: taskKind(printTaskInput, { right: actions.make, words: () => taskWords.print, run: printCards }),
  },
  audit: {
    "card-set-added": { words: "Report cards begun", icon: "ClipboardPlus", about: "detail" },
    "card-set-changed": { words: "Report cards changed", icon: "PencilLine", about: "detail" },
    "card-set-removed": { words: "Report cards deleted", icon: "Trash2", about: "detail" },
    "card-entries-typed": { words: "Remarks and attendance typed", icon: "PencilLine", about: "detail" },
    "cards-issued": { words: "Report cards issued", icon: "GraduationCap", about: "detail", counted: "card" },
    "cards-printed": {
      words: "Report cards joined for printing",
      icon: "GraduationCap",
      about: "detail",
      counted: "card",
    },
    "card-withdrawn": { words: "Report card withdrawn", icon: "CalendarMinus" },
  },
  calls: {
    "reportCards.list": "To see the report cards of classes",
    "reportCards.choices": "To make report cards",
    "reportCards.get": "To see the report cards of a class",
    "reportCards.add": "To make report cards",
    "reportCards.edit": "To change report cards",
    "reportCards.remove": "To delete report cards",
    "reportCards.saveEntries": "To write on report cards",
    "reportCards.preview": "To see a draft of a report card",
    "reportCards.issue": "To issue report cards",
    "reportCards.print": "To print report cards",
    "reportCards.withdraw": "To withdraw a report card",
    "reportCards.cards": "To see report cards",
    "reportCards.file": "To read a report card",
    "reportCards.verify": "To check a report card",
  },
} satisfies Feature;
