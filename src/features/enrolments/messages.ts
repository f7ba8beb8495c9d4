import { catalogue } from "@/lib/catalogue";

/** The messages about classes and enrolments. */
export const copy = {
  rollNo: "Roll number",
  fromDay: "The first day",
  day: "The day",
  reason: "Reason",
  nobodyChosen: "Please choose at least one student.",
  tooManyChosen: "Please choose 1000 students at a time at most.",
  beforeYear: (label: string, firstDay: string) =>
    `The school year ${label} begins on ${firstDay}; choose that day or a later one.`,
  laterYear: (label: string) =>
    `That day is in the school year ${label}. Promote the class to that year, or choose an earlier day.`,
  pastYear: (label: string) => `The school year ${label} is over; choose a first day in it, or a later year.`,
  farAhead: "This day lies more than a year ahead. Please check the year.",
  placedUntil: (day: string) => `The student was in a class until ${day}; choose a later day.`,
  beforeLeft: (day: string) => `The student left on ${day}; choose that day or a later one.`,
  notInClass: "This student is in no class now.",
  notLeft: "This student has not left. Use “Put into a class” instead.",
  cutLeave:
    "This return took the place of a leave that was still to come. Move the student back to the earlier class, if it was a different one, and enter the leave again.",
  ended: "This enrolment has ended and cannot be changed.",
  changedMeanwhile: "This enrolment has been changed in the meantime. Please look at the page again.",
  noEnrolment: "This enrolment no longer exists.",
  beforeFirstDay: (firstDay: string) =>
    `The student has been in this class since ${firstDay}; choose that day or a later one.`,
  comesOn: (className: string, firstDay: string) =>
    `The student comes into Class ${className} on ${firstDay}; choose that day or a later one.`,
  samePlace: "The student is in this class and section already.",
  wasPlaced: "This student is or was in a class already.",
  sameYear: "Choose a later school year to promote to.",
  nobodyInClass: "Nobody is in this class and section in that year.",
  allPromoted: "Everybody in this class and section has been promoted already.",
  inNextYear: (className: string, label: string) => `Is in Class ${className} in ${label} already.`,
  finished: (className: string) => `Finished Class ${className}`,
  leavesAtEnd: (label: string) => `Left at the end of ${label}`,
  numbersChanged: "The roll numbers of this class have been changed in the meantime. Please look at the numbers again.",
  classChanged: "The class has changed since this list was made. Please look through it again.",
  noPromotion: "This promotion does not exist.",
  undoneAlready: "This promotion has been undone already.",
  tooLate: "A promotion can be undone for thirty days.",
  keptSince: "Was changed since the promotion.",
  placeTaken: "Another student now has the earlier roll number.",
  erased: "A student is no longer on the roster.",
  hasLeft: "Has left. Take the student back on the student's own page.",
  leavesOn: (day: string) => `Leaves on ${day}.`,
  isThere: "Is in this class and section already.",
  inOtherYear: (className: string) =>
    `Is in Class ${className} of another school year. Promote the class, or work on the student's own page.`,
  enrolled: "The student is in the class.",
  moved: "The student is in the new class or section.",
  takenBack: "The student is back in a class.",
  leftAlready: "Has left already.",
  inNoClass: "Is in no class now.",
  thereSince: (firstDay: string) => `Has been in the class since ${firstDay}, which is later than that day.`,
  thereOn: (className: string, firstDay: string) =>
    `Comes into Class ${className} on ${firstDay}, which is later than that day.`,
} as const;

export const say = catalogue("enrolments", copy);
