import { catalogue } from "@/lib/catalogue";

/** The sentences of the results room (spec §2, §5, §8; decisions 14, 28). */
export const copy = {
  title: "Academic Results",
  welcome: (name: string) => `Welcome, ${name}!`,
  loading: "Loading Your Results",
  unavailable: "Results Unavailable",
  none: "No results found. Please contact your teacher.",
  loadFailedHint: "Your results could not be loaded just now.",
  loginFirst: "Please login to view your results",
  tryAgain: "Try Again",
  performance: "Performance",
  excellent: "Excellent Performance!",
  excellentHint: "Steady work pays off. Keep it up.",
  improving: "Keep Improving!",
  improvingHint: "Every test shows what to practise next. Your teachers are glad to help.",
  print: "Print Results",
  signatures: ["Class teacher", "Parent or guardian"],
  wayTitle: "Progress so far",
  wayLead: "Each dot is one result, the oldest first.",
  wayText: (count: number, first: string, last: string, lowest: string, highest: string) =>
    `A line of ${count} results from ${first} to ${last}: the lowest ${lowest}, the highest ${highest}, the latest on the right. The list below shows each of them.`,
  earlier: "Earlier results",
  oneResult: (className: string) => `Class ${className} result`,
  isNew: "New",
  newResult: (name: string) => `New result: ${name}`,
  moreNew: (count: number) => `and ${count} more`,
  unread: (count: number) => (count === 1 ? "1 new result" : `${count} new results`),

  confirmFirst: "Please confirm your email address first. Open the link in the mail that was sent to it.",
  confirmTitle: "Confirm your email address",
  confirmLead: "Your results are private, so we show them once you have confirmed your email address.",
  confirmHint: (email: string) => `Open the link in the mail that was sent to ${email}. Look in your spam folder, too.`,
  sendAgain: "Send the link again",
  sendingAgain: "Sending...",
  sentAgain: "A new link is on its way. It may take a few minutes.",
  sendFailed: "The link could not be sent. Please try again.",
  isConfirmed: "I have confirmed it",

  mailSubject: (className: string) => `A new result for Class ${className}`,
  mailGreeting: (name: string) => `Dear ${name},`,
  mailText: (className: string, about: string) =>
    about ? `There is a new result for Class ${className}: ${about}.` : `There is a new result for Class ${className}.`,
  mailSubjectOf: (name: string) => `A new result of ${name}`,
  mailTextOf: (name: string, className: string, about: string) =>
    about
      ? `There is a new result of ${name} for Class ${className}: ${about}.`
      : `There is a new result of ${name} for Class ${className}.`,
  mailLinkOf: (name: string) => `See the results of ${name}`,
  mailHint: "Sign in to see it.",
  mailLink: "See your results",
  showAll: (count: number) => `Show all ${count}`,

  addTitle: "Add Results",
  addLead: "One result at a time. The student sees it at once.",
  add: "Add Result",
  adding: "Adding...",
  preview: "Percentage",
  previewEmpty: "Enter both marks to see the percentage.",
  added: "Result added successfully!",
  addedScore: (name: string, score: number, totalMarks: number, className: string) =>
    `${name}: ${score} out of ${totalMarks} for Class ${className}`,
  joined: (name: string, className: string) => `${name} is on the roster of Class ${className} now.`,
  seeFirst: "See the first one",
  who: "Student",
  whose: "Whose result is it?",
  nobody: "Nobody has this address.",
  isGuardian: " is a guardian. Whose result is it?",
  chooseChild: "Please choose whose result it is.",
  notPlaced: "not in a class",
  place: (className: string, section: string | null, rollNo: string | null) =>
    `Class ${className}${section ? ` ${section}` : ""}${rollNo ? `, roll number ${rollNo}` : ""}`,
  logins: {
    none: "no login yet",
    invited: "invited",
    "not confirmed": "address not confirmed",
    active: "can log in",
  },
  joins: (day: string, className: string) =>
    `, signed up on ${day}, not on the roster: adding this result puts this student on the roster${className ? ` of Class ${className}` : ""}.`,
  addFailed: "Error adding result. Please try again.",
  failed: (message: string) => `❌ ${message}`,
  guidelinesTitle: "Result Guidelines",
  guidelines: [
    "Ensure the student email is registered",
    "Double-check scores",
    "Results cannot be edited once submitted",
    "Students will receive automatic notifications",
  ],
  personChanged: "Somebody else is behind this address now. Please look at the name and send again.",
  addedBefore: (name: string) => `${name} has a result for this exam, subject and date already.`,
  addedTwice: (name: string) => `${name} stands here twice for this exam, subject and date.`,
  reason: "Reason",
  noResult: "There is no such result.",
  sameMarks: "These are the marks that stand there already.",
  correctedAlready: (score: number) =>
    `Somebody has corrected this result meanwhile: it is ${score} now. Please look at it again.`,
  withdrawnAlready: "This result was withdrawn meanwhile.",
  notRegistered: "No student is registered with this email.",
  scoreAboveTotal: "The score cannot be higher than the total marks.",
  score: "Obtained Score",
  total: "Total Marks",
  gpa: "GPA",
  exam: "Exam Name",
  examDate: "Exam Date",
  badPercentage: "percentage must be a number.",
  badList: "results must be a list.",
  noResults: "Please add at least one result.",
  tooManyResults: "Please add 1000 results at a time at most.",
} as const;

/** Makes a message of the errors of this room. */
export const say = catalogue("results", copy);
