import { catalogue } from "@/lib/catalogue";

/** Why the server refuses something about results. In a separate file, so that the pages of families do not load it. */
export const refusals = {
  /** The page says the same if there is no result. */
  none: "No results found. Please contact your teacher.",
  whoseResults: "Choose the student whose results you want to see.",
  confirmFirst: "Please confirm your email address first. Open the link in the email that was sent to it.",
  takeBackTooLate: "A result can only be taken back in its first ten minutes. Withdraw it on the student’s page.",
  takeBackCorrectionTooLate: "A correction can only be taken back in its first ten minutes. Correct the result again.",
  takeBackExam: "This result was released with its exam. Take back the release on the page of the exam.",
  personChanged: "Somebody else is behind this address now. Please look at the name and send again.",
  addedBefore: (name: string) => `${name} has a result for this exam, subject and date already.`,
  addedTwice: (name: string) => `${name} is entered twice for this exam, subject and date.`,
  reason: "Reason",
  noResult: "There is no such result.",
  sameMarks: "The result already has these marks.",
  correctedAlready: (score: number, gpa: number | null, reason: string) =>
    `Somebody has corrected this result in the meantime: it is ${score} now${gpa === null ? "" : `, with a GPA of ${gpa}`}. Their reason: ${reason}`,
  withdrawnAlready: "This result was withdrawn or taken back in the meantime.",
  notRegistered: "No student is registered with this email.",
  scoreAboveTotal: "The score cannot be higher than the total marks.",
  score: "Obtained Score",
  total: "Total Marks",
  gpa: "GPA",
  exam: "Exam Name",
  examDate: "Exam Date",
  dateAhead: "The exam date is still to come.",
  badPercentage: "percentage must be a number.",
  badList: "results must be a list.",
  noResults: "Please add at least one result.",
  tooManyResults: "Please add 1000 results at a time at most.",
} as const;

export const say = catalogue("results", refusals);
