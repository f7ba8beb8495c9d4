import { catalogue } from "@/lib/catalogue";

/** What the office and families read when a step of an application is refused. */
export const refusals = {
  notFound: "This application does not exist or was deleted.",
  isMerged: "This application was merged into another one.",
  changedMeanwhile: "This application has been changed in the meantime. Please check it again.",
  changedSinceOpened:
    "This application has been changed in the meantime. Please close this form and open it again to see how it stands.",
  isThere: (state: string) => `The application is already in “${state}”.`,
  closedAmongMany: (state: string) =>
    `An application in “${state}” is closed and cannot be moved together with others.`,
  otherOpen: "Another application has since been opened in this browser. Nothing was done.",
  noSuchMove: (from: string, to: string) => `An application in “${from}” cannot go to “${to}”.`,
  reasonWanted: "This step needs a reason.",
  enrolFirst: "Applications are enrolled one at a time, with class and guardians: open it and press “Enrol”.",
  visitWanted: "An invitation needs a day and a time.",
  visitPast: "The visit must be in the future.",
  badTime: "This must be a time like 09:30.",
  visitDay: "The day",
  reason: "The reason",
  messageText: "The message",
  note: "The note",
  relation: "The relation",
  noGuardian: "This person cannot be a guardian. Choose again.",
  linkEnded: "This link was ended; link again on the student’s page.",
  addressOf: (name: string) => `This is the address of ${name}. Choose the person instead, or leave it empty.`,
  addressTwice: "Two guardians cannot have the same address: leave it empty for one of them.",
  loginOf: (name: string) =>
    `This is the login of the student ${name}. Enter another address, or leave it empty. On the student’s page, the address can be moved to a guardian.`,
  phoneOf: (name: string) => `${name} has this phone number. Choose the person instead.`,
  onRoster: (who: string) => `${who} is already on the roster.`,
  isElsewhere: (place: string, year: string) =>
    `This student is in Class ${place} of ${year} already. Move the student to the new place on the student's page first, or choose Class ${place} here.`,
  hasApplication: "Another application already led to this student.",
  noColleague: "This person does not handle applications.",
  tooMany: (most: number) => `Choose ${most} applications at most.`,
  tooLate: "The ten minutes are over: this message can no longer be taken back.",
  noSuchMessage: "This message does not exist or was taken back.",
} as const;

export const say = catalogue("admissionsRefusals", refusals);
