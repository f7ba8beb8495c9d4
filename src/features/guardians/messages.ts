import { catalogue } from "@/lib/catalogue";

export const copy = {
  relation: "Relation",
  name: "Name",
  reason: "Reason",
  badOrder: "Order of contact must be a whole number from 1 to 100.",
  day: "Day",
  quietNeedsReason: "Please say why nobody is told: the reason stays with the link, and only the office sees it.",
  dayToCome: "The day is in the future.",
  dayBefore: "The link began after that day.",
  dayLongAgo: (earliest: string) =>
    `Choose ${earliest} or a later day: a link is deleted twelve months after its last day.`,
  oneself: "A person cannot be their own guardian.",
  notPossible: "This person cannot be linked as a guardian.",
  alreadyLinked: "This person is a guardian of the student already.",
  addressOf: (name: string) => `This is the address of ${name}. Find that person instead of adding a new one.`,
  addressOfOther: (name: string) => `This is the address of ${name}. If the two are one person, merge the entries.`,
  addressOfStudent: (name: string) => `This is the address of ${name}, who is a student.`,
  addressTaken: "Somebody else has this address already.",
  phoneOf: (person: string) => `This is the number of ${person}. Is it the same person?`,
  phoneTaken: "Somebody else logs in with this number already: an address is needed as well.",
  ownDetails: "Change your name in your account; ask another administrator to change your phone number and address.",
  loginNeedsName: "This guardian logs in: an address or a phone number is needed.",
  changedMeanwhile: "This guardian has been changed in the meantime. Please look again.",
  sameEntry: "This is the same entry.",
  bothWorkHere:
    "Both work here, or did in the last twelve months. What was done here is recorded under each entry, so both must stay.",
  joinedReason: "Two entries were one person",
  whoConsented: "Please say who signed the paper.",
  noConsent: "This consent is withdrawn already.",
  hasConsented: "You have agreed already.",
  notNeeded: "From 18 on, or after the last day, nobody has to agree for a student.",
  confirmFirst: "Please confirm your email address first.",
  closed: (name: string) => `The results of ${name} are not shown to you.`,
  noChild: "This child is not in your account any more.",
  linked: "The guardian is linked.",
  saved: "The link is saved.",
  personSaved: "The guardian is saved.",
  ended: "The link has ended.",
} as const;

export const say = catalogue("guardians", copy);
