import { catalogue } from "@/lib/catalogue";

const sentences = {
  notFound: "This student is no longer on the roster.",
  changedMeanwhile: "This student has been changed in the meantime. Please reload the page.",
  admissionNoTaken: (name: string) => `${name} has this admission number already.`,
  admissionNoTakenNow: "Another student has this admission number already.",
  emailOfStudent: (name: string) => `This is the address of ${name}, who is a student.`,
  emailOfGuardian: (name: string) =>
    `This is the address of ${name}, who is a guardian. Leave the student’s address empty: the student logs in with the admission number.`,
  emailOfAccount: (name: string) =>
    `${name} signed up with this address. Add the student without it, then attach the account.`,
  emailOfSomebody: (name: string) => `This is the address of ${name}, who has an account here.`,
  emailTaken: "Somebody else has this address already.",

  noAccount: "Nobody has signed up with this address.",
  accountClosed: "The owner of this account has closed it and asked for it to be erased, so it cannot be attached.",
  accountOfGuardian: "This account is that of a guardian and cannot become a student’s.",
  accountOfStaff: "This account is that of somebody who works here and cannot become a student’s.",
  accountOnRoster: "This account belongs to a student on the roster already.",
  sameEntry: "This account already belongs to the student.",
  entryUsed: "Somebody has logged in as this student already, so no other account can be attached.",
  bothHaveResult:
    "The student on the roster and the account both have a result of the same exam, so the account cannot be attached.",
  bothHaveMark: (exam: string) =>
    `The student on the roster and the account both have a mark in “${exam}”, so the account cannot be attached.`,
  bothHaveCard: (title: string) =>
    `The student on the roster and the account both have a report card of “${title}”, so the account cannot be attached.`,
  noGuardian: "This guardian does not exist any more.",
  guardianWorksHere: "This guardian works here, too: an administrator changes that.",
  noLink: "This guardian is not linked to the student any more.",
  linkEnded: "This link has ended already.",
  guardianHasAddress: "This guardian has an address already.",

  noYear: "There is no school year yet. An administrator adds it under Settings.",
  noSuchYear: "This school year does not exist.",
  secondEnrolment: (className: string) =>
    `This student is in Class ${className} already. Move the student, or end that enrolment first.`,
  secondEnrolmentNow: "This student is in a class already. Move the student, or end that enrolment first.",
  rollNoTaken: (rollNo: string, name: string) =>
    `Roll number ${rollNo} belongs to ${name} in this class and section already.`,
  rollNoTakenNow: "Another student of this class and section has this roll number already.",
} as const;

/** The texts of emails about students. */
export const mails = { several: "See what is new" } as const;

export const say = catalogue("roster", sentences);
