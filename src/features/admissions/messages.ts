import { catalogue } from "@/lib/catalogue";

export const stateNames = {
  received: "Received",
  in_review: "In review",
  waiting: "Waiting",
  invited: "Invited",
  offered: "Offered",
  accepted: "Accepted",
  enrolled: "Enrolled",
  declined: "Declined",
  withdrawn: "Withdrawn",
} as const;

/** Why an application started on the waiting list, for the office. */
export const whyWaiting = {
  open: "",
  full: "The class was full.",
  soon: "The intake was not open yet.",
  closed: "The intake was closed.",
} as const;

/** The sentences of admission (spec §2, §4, §5, §8). */
export const copy = {
  title: "Services",
  formTitle: "Admission form",
  apply: "Submit Application",
  processing: "Processing...",
  consentNote: "By submitting this form you agree, as parent or guardian, to the",
  applied: "Application submitted",
  appliedHint: "Thank you. We will confirm it within 2 business days.",
  yourReference: "Your reference",
  referenceMailed: (email: string) => `We are sending it to ${email} as well.`,
  onWaitingList: "Your application is on the waiting list. We will write to you as soon as we can offer a place.",
  waits: "waiting list",
  waiting: {
    full: (place: string) => `${place} is full. Your application goes on the waiting list.`,
    soon: (place: string, day: string) =>
      `Applications for ${place} are taken from ${day}. Until then yours goes on the waiting list.`,
    closed: (place: string, day: string) =>
      `Applications for ${place} were taken until ${day}. Yours goes on the waiting list.`,
  },
  className: (number: number) => `Class ${number}`,
  numberOf: (reference: string, parent: string) => `${reference} of ${parent}`,
  withMerged: (others: string) => `with ${others} merged into it`,
  waitingList: (classes: string) => `Waiting list only: ${classes}.`,
  classNames: (numbers: string, count: number) => (count === 1 ? `Class ${numbers}` : `Classes ${numbers}`),
  referenceUnmailed: "Please write it down, and mention it when you call or write to us.",
  copyReference: "Copy",
  copiedReference: "Copied",
  printReference: "Print",
  printedFor: (child: string) => `Application for ${child}`,
  linkLabel: "Follow your application",
  printedFollow: (address: string) => `Follow it at ${address}, with this number and your email address.`,
  printedFollowUnmailed: (address: string) =>
    `Follow it at ${address}, with this number, your email address and your phone number.`,
  failed: "Something went wrong. Please try again.",
  stepsTitle: "How admission works",
  steps: [
    { title: "Fill the form", text: "Tell us who is joining, which class, and how to reach you." },
    { title: "Submit", text: "Send the form. There is nothing to pay or sign yet." },
    {
      title: "Confirmation within 2 business days",
      text: "A teacher calls or writes to you, and answers your questions.",
    },
    { title: "Complete enrollment", text: "Visit us with your child, meet the faculty, and take up the place." },
  ],
  limitedSeats: "Limited seats available for the",
  session: (name: string) => `${name} session`,
  allWait: "Every class has a waiting list",
  limitedSeatsHint: "Places are offered in the order in which applications reach us.",

  submissionsTitle: "Student Submissions",
  submissionsEmpty: "No submissions yet",
  submissionsEmptyHint: "Applications from the Services page appear here.",
  submissionsLoading: "Loading submissions",
  submissionsFailed: "Something went wrong while fetching data",
  isNew: "New",
  received: "received",
  noPreviousSchool: "N/A",
  answerBy: (day: string) => `We answer by ${day}.`,

  parentName: "Parent Name",
  previousSchool: "Previous School",
} as const;

export const say = catalogue("admissions", copy);
