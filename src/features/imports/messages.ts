import { catalogue } from "@/lib/catalogue";

/** The sentences about imports that the server says. */
const copy = {
  file: "The file",
  row: "Row",
  noFile: "Please choose a CSV or XLSX file.",
  tooManyRows: (most: number) =>
    `This file has more than ${most.toLocaleString("en-IN")} rows. Please split it into several files.`,
  noRows: "This file has a heading and no rows below it.",
  noImport: "This import does not exist any more.",
  otherState: "This import is in another state by now. Please look at the page again.",
  columnTwice: "Two columns cannot mean the same.",
  needsColumns:
    "Choose the columns of the name and of the class, and that of the admission number or of the date of birth.",
  askOrder: "Say whether the day or the month comes first in the dates of this file.",
  notChecked: "Check the rows before you import them.",
  nothingToDo: "No row of this file would change anything.",
  rosterChanged: "The roster has changed since the rows were checked. Please look through them again.",
  sameFile: (day: string) => `This very file was imported on ${day} already.`,
  undoneAlready: "This import has been undone already.",
  tooLate: "An import can be undone for thirty days.",
  notApplied: "This import has not been carried out.",

  looking: "Looking through a file of students",
  carryingOut: "Importing students",
  undoing: "Undoing an import of students",

  // Reasons, in the cells of a row.
  excelError: (text: string) => `The file has an error here (${text})`,
  shortened: "Excel has shortened this number; format the column as text",
  required: "Is empty",
  neededToMatch: "Needed to know whom: this, or the date of birth",
  neededForClass: "A new student needs a class",
  tooLong: (most: number) => `${most} letters at most`,
  unusable: "Has a character that cannot be shown",
  onlyClasses: "Only 1 to 12",
  badSection: "One to three letters or digits",
  sectionTwice: (className: string) => `The class says ${className}`,
  noSuchDay: "No such day",
  inFuture: "Lies in the future",
  withAt: "Looks like an email address",
  badEmail: "Not an email address",
  badPhone: (wanted: number, found: number) => `${wanted} digits, not ${found}`,
  notPhone: "Not one telephone number",
  sameStudent: (row: number) => `Row ${row} is the same student`,
  rowHasIt: (row: number) => `Row ${row} has it`,
  isOf: (name: string) => `Is ${name}’s`,
  severalMatch: "Fits several students; give the admission number",
  otherClass: (className: string) => `Is in Class ${className}; give the admission number`,
  otherNumber: (admissionNo: string) => `Has the number ${admissionNo}`,
  unplaced: "Is in no class; give the admission number",
  hasLeft: "Has left; take the student back first",
  inLaterYear: (className: string, label: string) => `Is in Class ${className} in ${label}`,
  needsClass: "Is in no class",
  logsInWith: "Logs in with another address; change it on the student’s page",
  ofStudent: (name: string) => `Is the address of ${name}, a student`,
  ofGuardian: (name: string) => `Is the address of ${name}, a guardian`,
  moveToGuardian: "Is the student’s own; move it on the student’s page",
  taken: "Somebody else has it",
  nameWanted: "The name of the guardian is missing",
  linkEnded: "This link was ended; link again on the student’s page",
  otherAddress: "This guardian has another address",
  twoNumbers: (row: number) => `Row ${row} has another number`,
  entryUsed: "Somebody logs in as this student already",

  // Why a row of an undone import stays.
  changedSince: "Was changed since the import.",
  hasResults: "Has results by now.",
  hasLogin: "Somebody logs in by now.",
  hasCode: "Has been given a code for a login.",
  hasLinks: "Has other guardians by now.",
  rollTaken: "Another student has the roll number of before.",
  addressTaken: "Somebody else has the address or admission number of before.",
  erased: "Is no longer on the roster.",
} as const;

/** Makes a message of this room. */
export const say = catalogue("imports", copy);
