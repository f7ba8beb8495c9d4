import { catalogue } from "@/lib/catalogue";

/** The messages about letters, and the texts of the letters. */
export const copy = {
  // The screens.
  print: "Print letter",
  printFor: (name: string) => `Print a letter for ${name}`,
  one: "A page for the family with a code for each of these.",
  oneStays: "Letters that were printed earlier stay valid.",
  student: "Student",
  leftOut: "The guardian cannot see results, so the letter leaves out the student’s code.",
  make: "Make the PDF",
  making: "Making the letter...",
  made: "The letter is in your downloads.",
  makeFailed: "The letter could not be made. Please try again.",
  loadFailed: "The families could not be checked. Please try again.",
  loading: "Checking the families...",
  leads: (address: string) => `The codes lead to ${address}.`,
  stay: "Each letter holds the code of the student and of one guardian. Letters that were printed earlier stay valid.",
  leftOutOf: (letters: number) =>
    letters === 1
      ? "1 letter leaves out the student’s code: its guardian cannot see results."
      : `${letters} letters leave out the student’s code: their guardians cannot see results.`,
  ofClass: "Letters of this class",
  ofClassTitle: (place: string) => `Letters of Class ${place}`,
  pages: (letters: number) =>
    `${letters} ${letters === 1 ? "letter" : "letters"}, a page each, in the order of the roll.`,
  students: (students: number, without: number) =>
    `${students} ${students === 1 ? "student" : "students"}${without > 0 ? `, ${without} of them without an address: the letter is their way in` : ""}.`,
  skipped: (families: number) =>
    families === 1
      ? "1 family is left out: nobody in it needs a code."
      : `${families} families are left out: nobody in them needs a code.`,
  unprintable: "Left out, because the letters cannot show these characters of the family or the letterhead:",
  nobody: "There is no letter to print for this class.",
  startFailed: "The letters could not be started. Please try again.",
  start: (letters: number) => `Make ${letters} ${letters === 1 ? "letter" : "letters"}`,
  starting: "Starting...",

  forChosen: "Letters",
  ofChosenTitle: (count: number) => `Letters for ${count} ${count === 1 ? "student" : "students"}`,
  toMany: (count: number, without: number, letters: number) =>
    `To ${count}${without > 0 ? `, ${without} of them ${without === 1 ? "has" : "have"} no address` : ""}: ${letters} ${letters === 1 ? "letter" : "letters"}.`,
  manyDone: (done: number, refused: number) => `Done ${done}, refused ${refused}${refused > 0 ? ":" : "."}`,
  manyRefused: (refused: number) => `${refused} ${refused === 1 ? "gets" : "get"} none:`,
  why: (name: string, why: string) => `${name}: ${why}`,
  guardian: "Guardian in the letter",

  // Refusals.
  hasLeft: "has left the institute",
  needNoCode: "nobody in the family needs a code",
  noGuardian: "This guardian has a login already, or is no guardian of this student any more.",
  noStudent: "This student does not exist or was deleted.",
  noNeed: "Nobody in this family needs a code. For a forgotten password choose “New password”.",
  noType: (letters: string) => `The letter cannot show these characters of the family or the letterhead: ${letters}`,
  worksHere: "One of these guardians works here now and gets no code. Please print again.",
  noneNeeded: "There is no letter to print.",
  tooMany: (most: number) => `Print at most ${most} letters at a time: choose a section.`,
  tooManyChosen: (most: number) => `Print at most ${most} letters at a time: choose fewer students.`,

  // The letter.
  task: (place: string) => `Letters of Class ${place}`,
  manyTask: (count: number) => `Letters for ${count} ${count === 1 ? "student" : "students"}`,
  title: (name: string) => `Letter for ${name}`,
  family: "To the family of",
  place: (place: string) => `Class ${place}`,
  roll: (rollNo: string) => `roll number ${rollNo}`,
  heading: "Your way into our website",
  lead: "On our website you find results, test dates, study materials and news of the institute. Everybody in the family gets in with a code of their own.",
  scan: (address: string) => `Point the camera of a phone at the QR code, or open ${address} and type the code.`,
  check: "Look whether the name is right, and choose a password.",
  after: "From then on you log in with that password. The code is used up.",
  code: "Code",
  codeAlt: (name: string) => `A QR code for the camera: it opens the website with the code of ${name}.`,
  byEmail: "Afterwards, log in with your email address and the password you chose.",
  byNumber: (number: string) => `Afterwards, log in with the admission number ${number} and the password you chose.`,
  byPhone: "Afterwards, log in with your phone number, as the office has it, and the password you chose.",
  byNewEmail: "Afterwards, log in with the email address you gave and the password you chose.",
  until: (day: string) =>
    `Each code works once, until ${day}. Whoever holds a code can get in: please keep this letter to yourselves.`,
  ask: (phone: string, hours: string) =>
    `Something is not right, or the letter was lost? Ask the office: ${phone}, ${hours}.`,
} as const;

export const say = catalogue("letters", copy);
