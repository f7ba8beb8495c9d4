import { catalogue } from "@/lib/catalogue";

/** The errors of report cards, and the texts on the cards. */
export const copy = {
  // Names of fields.
  period: "Period",
  lastDay: "Last day",
  daysOpen: "Days with lessons",
  daysPresent: "Days present",
  remarkTeacher: "Remark of the class teacher",
  remarkHead: "Remark of the head",
  lines: "Free line",
  reason: "Reason",

  // Refusals.
  noSet: "These report cards do not exist or were deleted.",
  noCard: "This report card does not exist.",
  noCards: "No report cards found. Please contact your teacher.",
  whoseCards: "Choose the student whose report cards you want to see.",
  notOwn: "Only the class teacher and the office write on these cards.",
  noExams: "Choose at least one exam.",
  tooManyExams: (most: number) => `Choose ${most} exams at most.`,
  tooManyColumns: (most: number) =>
    `A card has room for exams of ${most} names. Choose fewer of them, or make two sets of report cards.`,
  otherExam: "One of the exams is not of this class, or is not released. Please choose again.",
  outsideYear: (first: string, last: string) => `Choose a day of the school year, from ${first} to ${last}.`,
  changedMeanwhile: "These report cards have been changed in the meantime. Please load the page again.",
  hasCards: "Cards were issued. They can be withdrawn, not deleted.",
  tooManyLines: (most: number) => `A card has ${most} free lines at most.`,
  noSemicolon: "Please leave out the semicolon: it would make two lines of one.",
  tooManyStudents: (most: number) => `A set has ${most} cards at most: make one for each section.`,
  presentOnMore: (students: number, most: number) =>
    students === 1
      ? `One student was present on ${most} days.`
      : `${students} students were present on more days, the most on ${most}.`,
  moreThanOpen: (open: number) => `There were lessons on ${open} days.`,
  noSuchStudent: "This student is not in the class.",
  nothingToIssue: "There is no card to issue: all that are issued are up to date.",
  nothingToPrint: "There is no valid card to print.",
  notIssued: "Only a card that is valid can be withdrawn.",
  cannotShow: (signs: string) => `The card cannot show these characters: ${signs}`,
  numberWanted: "Please type the number of the card.",
  unknown: "No card has this code and number.",

  // The tasks.
  issueTask: "Issue of report cards",
  printTask: "Report cards to print",
  joinedTitle: (place: string, title: string) => `Report cards of Class ${place}, ${title}`,

  // The card.
  heading: "Report card",
  cardTitle: (number: string) => `Report card ${number}`,
  draft: "Draft",
  student: "Student",
  class: "Class",
  rollNo: "Roll number",
  admissionNo: "Admission number",
  number: "Card number",
  issued: "Issued",
  attendance: "Attendance",
  daysOf: (present: number, open: number) => `${present} of ${open} days`,
  subject: "Subject",
  outOf: (total: number) => `of ${total}`,
  percent: "Percent",
  grade: "Grade",
  allSubjects: "All subjects",
  absent: "AB: absent, not counted.",
  excused: "EX: excused, not counted.",
  missing: "–: no mark.",
  noExam: "Empty: no exam for this student.",
  overall: "Overall grade",
  grades: "Grades",
  from: (percent: number) => `from ${percent}%`,
  below: (percent: number) => `below ${percent}%`,
  page: "Page {page} of {last}",
  signTeacher: "Class teacher",
  signHead: "Head",
  question: "Is this card real?",
  scan: "Scan the QR code and",
  type: "type the card number",
  codeAlt: (number: string) => `A QR code for the camera: it opens a page that checks card ${number}.`,
} as const;

/** Creates a message of this room's errors. */
export const say = catalogue("reportCards", copy);
