import { catalogue } from "@/lib/catalogue";

/** The errors and emails of notices, and texts shared by screens. */
export const copy = {
  title: "Notices",
  heading: "Title",
  text: "Text",
  audience: "For",
  reason: "Reason",
  until: "Until",
  everyone: "Everyone",
  allClasses: "All classes",
  classes: (list: string, count: number) => (count === 1 ? `Class ${list}` : `Classes ${list}`),
  oneStudent: "One student",
  staff: "Staff",

  notFound: "This notice does not exist or was deleted.",
  changedMeanwhile: "Somebody else has changed this notice. Load it again to see how it stands.",
  notNow: "A notice in this state does not take this.",
  noAudience: "Say whom the notice is for.",
  tooManyPlaces: "Choose 60 classes, sections and students at most.",
  nobodyOfThem: "Choose students, guardians or both.",
  notTheirs: "You can write to the classes that you teach.",
  unknownStudent: "There is no such student.",
  notFuture: "Choose a moment that is still to come.",
  tooFar: "Choose a moment within a year.",
  endsBefore: "It would end before it begins.",
  noConfirming: "What everyone can read cannot be confirmed.",
  told: "The ten minutes are over: withdraw the notice instead.",
  nobodyLeft: "Nobody is left to be reminded.",
  remindedAlready: "Those who have not answered were already reminded of this.",
  tooManyFiles: "A notice has three files at most.",
  fileRequired: "Choose a file.",
  fileUnknown: "This file does not exist or was taken off.",
  changedSince: "This notice has changed since you opened it. Please read it as it is now, then confirm it.",
  nothingToConfirm: "There is nothing to confirm here.",
  badPage: "A page is a number from 1 on, with 100 rows at most.",

  mailSubject: (title: string) => title,
  mailSubjectAgain: (title: string) => `Reminder: ${title}`,
  mailSubjectChanged: (title: string) => `Changed: ${title}`,
  mailGreeting: (name: string) => `Dear ${name},`,
  mailFor: (children: string) => `For ${children}.`,
  mailConfirm: "Please confirm that you have read this.",
  mailChanged: "This has changed since we wrote to you. What follows takes the place of it.",
  mailAgain: "Your answer to this is still missing.",
  mailAgainUnread: "You have not opened this yet.",
  mailFiles: (names: string, count: number) => `${count === 1 ? "File" : "Files"}: ${names}`,
  mailLink: "Open the notice",
  mailLinkConfirm: "Read and confirm",
} as const;

/** Creates a message of this room's errors. */
export const say = catalogue("notices", copy);
