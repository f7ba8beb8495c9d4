import { catalogue } from "@/lib/catalogue";

export const copy = {
  admissionNo: "Admission number",
  admissionNoWithAt: "An admission number cannot have an @: it would look like an email address.",
  bornOn: "Date of birth",
  bornInFuture: "The date of birth cannot be in the future.",
  bornLongAgo: "The date of birth is before 1900. Please check the year.",
  fromDay: "From",
  badPage: "page must be a whole number from 1 to 10000.",
  badSection: "section must be up to three letters or digits.",
  badLimit: "limit must be a whole number from 1 to 200.",

  loginNeedsName:
    "This student logs in with the address. Enter another one, or an admission number to log in with instead.",
  relation: "Relation",
  noAddress: "This student has no address that could move.",
  numberFirst: "Enter an admission number first: without the address the student logs in with it.",
  added: "The student is on the roster.",
  saved: "The student is saved.",

  addressChangedSubject: (institute: string) => `The address of your account at ${institute} was changed`,
  addressChangedText: (institute: string) =>
    `The office of ${institute} has changed the email address of your account. This address does not belong to it any more.`,
  addressChangedWarning: "If you did not expect this, please write to us.",
  greeting: "Hello,",
} as const;

export const say = catalogue("students", copy);
