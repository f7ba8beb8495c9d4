import "server-only";
import { daysInWords, kept } from "@/content/retention";
import { impersonal, internal, own } from "@/server/privacy/inventory";
import { mountOf } from "@/server/rest/call";
import type { Feature } from "../feature";
import { countAbsencesOf, exportAbsencesOf, readsAbsences } from "./data-absences";
import { purgeUnreleased } from "./mutations-marks";
import { releaseDue } from "./mutations-release";
import { examsRest } from "./rest";
import { changesRest } from "./rest-changes";
import { filesRest } from "./rest-files";
import { releaseRest } from "./rest-release";
import { examsRouter } from "./router";
import { actions } from "./rules";

export const exams = {
  models: {
    Exam: {
      whose: "the colleague who made it",
      purpose: "to collect the marks of a class in a subject before families see them",
      retention: "of the institute, as long as its results",
      fields: {
        ...impersonal("key", "id", "schoolYearId", "scheduleId"),
        ...impersonal("education", "className", "sections", "subject", "subjectKey", "examName"),
        ...impersonal("education", "examDate", "totalMarks"),
        ...impersonal("technical", "state", "releaseAt", "heldAt", "releaseNo", "releasedAt", "tellAt", "toldAt"),
        ...impersonal("technical", "previewDigest", "rowVersion", "marksVersion", "createdAt"),
        ...internal("key", "is in the trail", "createdById", "releasedById"),
      },
    },
    ExamFigures: {
      whose: "nobody",
      purpose: "to compare exams without reading all of their results",
      retention: "of the institute, as long as the exam",
      fields: {
        ...impersonal("key", "examId"),
        ...impersonal("education", "n", "average", "lowest", "highest", "quartiles"),
      },
    },
    MarkDraft: {
      whose: "students",
      purpose: "to hold a mark until it is released",
      retention: `${daysInWords(kept.unreleasedMarks)} after the school year if it was never released, else as long as the account`,
      fields: {
        ...internal("key", "joins rows", "examId", "studentId"),
        ...internal("education", "is no result before the release", "kind", "score", "remark"),
        ...internal("technical", "tells two changes apart", "rowVersion"),
        ...internal("usage", "concerns the office", "changedById", "changedAt"),
      },
    },
    ExamAbsence: {
      whose: "students",
      purpose: "to say that somebody was absent from an exam, or excused",
      retention: "as long as the account",
      fields: {
        ...internal("key", "joins rows", "examId", "studentId"),
        ...own("education", "kind", "remark"),
        ...own("usage", "releasedAt", "withdrawnAt"),
        ...internal("technical", "counts releases", "releaseNo"),
      },
    },
    ExamEvent: {
      whose: "the colleague who did it",
      purpose: "to show what happened to an exam",
      retention: "as long as the exam",
      fields: {
        ...impersonal("key", "id", "examId"),
        ...impersonal("usage", "at", "kind", "detail", "reason"),
        ...internal("key", "is in the trail", "byId"),
      },
    },
    SubjectExemption: {
      whose: "students",
      purpose: "to know who does not take a subject in a school year",
      retention: "as long as the account",
      fields: {
        ...internal("key", "joins rows", "studentId", "schoolYearId"),
        ...internal("education", "concerns the sheet of the office", "subjectKey"),
      },
    },
  },
  router: examsRouter,
  rest: mountOf(examsRest.route("/", changesRest).route("/", releaseRest).route("/", filesRest)),
  restTag: { name: "Exams", description: "Exams of classes, their marks and their statistics." },
  personalData: {
    name: "absences",
    label: "Absences from exams",
    count: ({ userId }) => countAbsencesOf(userId),
    list: ({ userId }) => exportAbsencesOf(userId),
    isHiddenFrom: (principal) => !readsAbsences(principal),
  },
  retention: { name: "unreleasedMarks", days: kept.unreleasedMarks, purge: purgeUnreleased },
  duties: [
    { words: "Exams and marks", area: "teaching", right: actions.mark },
    { words: "Release of marks", area: "teaching", right: actions.release },
  ],
  tasks: {
    /** Runs the releases planned for this minute. */
    releaseDue: () => releaseDue(new Date()),
  },
  crontab: ["* * * * * releaseDue"],
  audit: {
    "exams-added": { words: "Exams added", icon: "ClipboardPlus", about: "detail", counted: "exam" },
    "exam-changed": { words: "Exam changed", icon: "PencilLine", about: "detail" },
    "exam-removed": { words: "Exam deleted", icon: "Trash2", about: "detail" },
    "exam-released": { words: "Marks released", icon: "GraduationCap", about: "detail", counted: "result" },
    "release-planned": {
      words: "Release of marks scheduled",
      icon: "CalendarPlus",
      about: "detail",
      counted: "result",
    },
    "release-called-off": { words: "Scheduled release called off", icon: "CalendarMinus", about: "detail" },
    "release-taken-back": {
      words: "Release of marks taken back",
      icon: "CalendarMinus",
      about: "detail",
      counted: "result",
    },
    "exam-withdrawn": { words: "Exam withdrawn", icon: "CalendarMinus", about: "detail", counted: "result" },
    "marks-imported": { words: "Marks entered from a file", icon: "FileUp", about: "detail", counted: "mark" },
    "marks-file-discarded": { words: "File of marks thrown away", icon: "Trash2", about: "detail" },
    "marks-import-undone": { words: "File of marks undone", icon: "History", about: "detail", counted: "mark" },
    "marks-entered": { words: "Marks entered", icon: "PencilLine", about: "detail" },
    "subject-exempted": { words: "Student does not take a subject", icon: "UserMinus" },
    "subject-taken": { words: "Student takes a subject again", icon: "UserPlus" },
  },
  calls: {
    "exams.list": "To see the exams",
    "exams.get": "To see the marks of an exam",
    "exams.ofTest": "To see the exam of a test",
    "exams.changesSince": "To see the marks of an exam",
    "exams.statistics": "To see the statistics of an exam",
    "exams.yearStatistics": "To see the statistics of a year",
    "exams.halves": "To see the statistics of exams",
    "exams.addMany": "To add exams",
    "exams.edit": "To change an exam",
    "exams.remove": "To delete an exam",
    "exams.saveCells": "To enter marks",
    "exams.preview": "To see what a release would do",
    "exams.previewPeople": "To see what a release would do",
    "exams.release": "To release marks",
    "exams.previewTogether": "To see what a release would do",
    "exams.releaseTogether": "To release marks",
    "exams.plan": "To schedule a release of marks",
    "exams.callOff": "To call a release of marks off",
    "exams.takeBack": "To take back a release of marks",
    "exams.withdraw": "To withdraw an exam",
    "exams.events": "To see the history of an exam",
    "exams.mayAddFile": "To enter marks from a file",
    "exams.files": "To see the files of marks",
    "exams.file": "To see a file of marks",
    "exams.addFile": "To enter marks from a file",
    "exams.checkFile": "To enter marks from a file",
    "exams.carryOutFile": "To enter marks from a file",
    "exams.undoFile": "To undo a file of marks",
    "exams.removeFile": "To discard a file of marks",
    "exams.refusedOfFile": "To see a file of marks",
    "exams.fileTemplate": "To enter marks from a file",
    "exams.exempt": "To say who takes a subject",
    "exams.absences": "To see results of their own",
  },
} satisfies Feature;
