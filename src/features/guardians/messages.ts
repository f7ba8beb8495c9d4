import { catalogue } from "@/lib/catalogue";

export const copy = {
  relation: "Relation",
  name: "Name",
  reason: "Reason",
  order: "Order of contact",
  day: "Day",
  quietNeedsReason: "Please say why nobody is told: it stays with the link, for the office alone.",
  dayToCome: "The day is in the future.",
  dayBefore: "The link began after that day.",
  oneself: "Nobody is one’s own guardian.",
  notPossible: "This person cannot be linked as a guardian.",
  alreadyLinked: "This person is a guardian of the student already.",
  addressOf: (name: string) => `This is the address of ${name}. Find that person instead of adding a new one.`,
  addressOfStudent: (name: string) => `This is the address of ${name}, who is a student.`,
  addressTaken: "Somebody else has this address already.",
  phoneOf: (person: string) => `This is the number of ${person}. Is it the same person?`,
  phoneTaken: "Somebody else logs in with this number already: an address is needed as well.",
  loginNeedsName: "This guardian logs in: an address or a phone number is needed.",
  changedMeanwhile: "Somebody else has changed this guardian meanwhile. Please look again.",
  sameEntry: "This is the same entry.",
  bothWorkHere: "Both work here. End the access of one of them first.",
  joinedReason: "Two entries were one person",
  whoConsented: "Please say who signed the paper.",
  noConsent: "This consent is withdrawn already.",
  hasConsented: "You have agreed already.",
  notNeeded: "From 18 on nobody has to agree for a student.",
  confirmFirst: "Please confirm your email address first.",
  noChild: "This child is not in your account any more.",
  linked: "The guardian is linked.",
  saved: "The link is saved.",
  ended: "The link has ended.",

  mailGreeting: (name: string) => `Dear ${name},`,
  linkedSubject: (student: string) => `A guardian was added for ${student}`,
  linkedText: (guardian: string, relation: string, student: string, institute: string) =>
    `${guardian} (${relation}) is now a guardian of ${student} at ${institute}.`,
  seesResults: (guardian: string, student: string) => `${guardian} can see the results of ${student}.`,
  endedSubject: (student: string) => `A guardian of ${student} has no access any more`,
  endedText: (guardian: string, relation: string, student: string, institute: string) =>
    `${guardian} (${relation}) is no longer a guardian of ${student} at ${institute}, and sees nothing of ${student} any more.`,
  erasedText: (relation: string, student: string, institute: string) =>
    `A guardian of ${student} (${relation}) has deleted the own account at ${institute}, and sees nothing of ${student} any more.`,
  withdrawnSubject: (student: string) => `A consent for ${student} was withdrawn`,
  withdrawnText: (guardian: string, student: string) =>
    `${guardian} does not agree any more to what is kept of ${student}. Nothing is closed or erased by that.`,
  withdrawnNext: "Please ask the family what is to become of the data.",
  withdrawnLink: "Open the student’s page",
  mailHint: "If this is not as it should be, please tell the office.",
} as const;

export const say = catalogue("guardians", copy);
