import "server-only";
import { impersonal, internal, own } from "@/server/privacy/inventory";
import type { Feature } from "../feature";

export const exams = {
  models: {
    Exam: {
      whose: "the colleague who made it",
      purpose: "to collect the marks of a class in a subject before families see them",
      retention: "of the institute, as long as its results",
      fields: {
        ...impersonal("key", "id", "schoolYearId", "scheduleId"),
        ...impersonal("education", "className", "sections", "subject", "examName", "examDate", "totalMarks"),
        ...impersonal("technical", "state", "releaseAt", "releaseNo", "releasedAt", "tellAt", "toldAt"),
        ...impersonal("technical", "previewDigest", "rowVersion", "marksVersion", "createdAt"),
        ...internal("key", "is in the trail", "createdById", "releasedById"),
      },
    },
    MarkDraft: {
      whose: "students",
      purpose: "to hold a mark until it is released",
      retention: "until a year after the school year if it was never released",
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
} satisfies Feature;
