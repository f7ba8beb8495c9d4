/** The messages about releasing the exams of one name together. */
export const togetherScreens = {
  open: "Release together",
  openOf: (name: string) => `Release together: the exams of ${name}`,
  title: (name: string) => `Release ${name} together?`,
  lead: "Every family sees the results of all ticked exams at the same moment, and is told of them in one email.",
  exams: "Exams",
  isCut: "Exams of this name on other pages of the list are not among these.",
  line: (entered: number, students: number, others: string) =>
    `${entered} of ${students} entered${others && `, ${others}`}`,
  counting: "Counting...",
  countFailed: "The numbers could not be loaded.",
  nothing: "No exam is ticked.",
  mailed: (students: number, guardians: number) =>
    `${students === 1 ? "1 student" : `${students} students`} and ${guardians === 1 ? "1 guardian" : `${guardians} guardians`} get an email.`,
  mailedKept: (students: number, guardians: number) =>
    `No mail server is set up: the emails of ${students === 1 ? "1 student" : `${students} students`} and ${guardians === 1 ? "1 guardian" : `${guardians} guardians`} are kept as files. You can take everything back for ten minutes.`,
  before: (results: number, students: number, guardians: number) =>
    `Before: ${results === 1 ? "1 result" : `${results} results`}, and emails to ${students === 1 ? "1 student" : `${students} students`} and ${guardians === 1 ? "1 guardian" : `${guardians} guardians`}.`,
  changedSince: "Changed since",
  from: (day: string) => `Can be released from ${day} on`,
  toCome: "Some of these exams are still to come. Untick them, or choose a time from the day of the last one on.",
  secondResults: (students: number, who: string) =>
    `${students === 1 ? "1 student" : `${students} students`} will have two results of this exam: ${who}`,
  who: (names: string, more: number) => (more > 0 ? `${names} and ${more} more` : names),
  settled: { released: "Already released", scheduled: "Already scheduled", nothing: "Nothing to release" },
  allSettled:
    "There is nothing to release here: each ticked exam is already released or scheduled, or has no marks to release.",
  numbers: "Numbers",
  numbersOf: (subject: string, place: string) => `Numbers of ${subject}, ${place}`,
  button: (exams: number, results: number) =>
    `Release ${exams === 1 ? "1 exam" : `${exams} exams`} with ${results === 1 ? "1 result" : `${results} results`}`,
  plan: (exams: number, results: number) =>
    `Schedule ${exams === 1 ? "1 exam" : `${exams} exams`} with ${results === 1 ? "1 result" : `${results} results`}`,
  released: (exams: number) => (exams === 1 ? "1 exam is released." : `${exams} exams are released.`),
  planned: (exams: number) => (exams === 1 ? "1 release is scheduled." : `${exams} releases are scheduled.`),
} as const;
