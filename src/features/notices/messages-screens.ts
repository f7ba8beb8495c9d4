/**
 * How many people the emails of a notice reach. Afterwards, the words do not claim that each person was sent one, because people who
 * joined since are counted as well.
 */
const emailFacts = {
  ahead: [
    ["mailed", "person gets an email", "people get an email"],
    ["inDigest", "person gets it in the email of the day", "people get it in the email of the day"],
  ],
  told: [
    ["mailed", "person whom an email reaches", "people whom an email reaches"],
    ["inDigest", "person whom the email of the day reaches", "people whom the email of the day reaches"],
  ],
  kept: [
    ["mailed", "person whose email is kept as a file", "people whose emails are kept as files"],
    ["inDigest", "person whose email of the day is kept as a file", "people whose emails of the day are kept as files"],
  ],
} as const;

/** The texts of the office's pages. */
export const screens = {
  title: "Notices",
  write: "Write a notice",
  filter: "Which notices",
  allStates: "All",
  nothing: "–",
  states: {
    draft: "Draft",
    scheduled: "Scheduled",
    published: "Published",
    withdrawn: "Withdrawn",
    held: "To decide",
    ended: "Ended",
  },
  heads: { title: "Notice", audience: "For", read: "Read", state: "State", date: "Date" },
  readOf: (read: number, all: number) => `${read} of ${all}`,
  confirmedBy: (count: number) => `${count} confirmed`,
  loading: "Loading notices",
  failed: "The notices could not be loaded.",
  answersFailed: "The list of who has read them could not be loaded.",
  nothingFound: "No notice matches.",
  emptyTitle: "No notices yet",
  emptyHint: "A word to a class, to all families, to the staff, or to everyone who opens the website.",
  emptyHintTaught: "A word to the families of your classes.",
  held: "Waiting for your decision",
  heldHint:
    "They fell due before a backup was restored, or their last day was over or nearly over before they could be published. Decide for each whether it goes out now.",
  notFound: "This notice cannot be found",
  notFoundHint: "It was deleted, or it is not for your classes.",
  back: "To the notices",

  writeTo: "Write a notice",
  newTitle: "New notice",
  heading: "Title",
  text: "Text",
  textHint: "An empty line begins a paragraph. A line with - is a list.",
  tools: { list: "List", numbers: "Numbered list", link: "Link" },
  linkWords: "words",
  audience: "For",
  everyone: "Everyone: on the website",
  allClasses: "All classes",
  classes: "Classes and sections",
  classesHint: "Like 5, 6, 8 B",
  classesWrong: (from: number, to: number) =>
    `Write classes from ${from} to ${to} with commas between them, a section after its class: 5, 6, 8 B.`,
  yours: "You can write to",
  who: "Who reads it",
  students: "Students",
  guardians: "Guardians",
  staff: "Staff",
  until: "Shown until",
  endedOn: "Ended on",
  untilHint: "Leave it empty to keep it.",
  pinned: "Keep at the top",
  mustConfirm: "Must be confirmed, once for each child",
  save: "Save draft",
  saveChanges: "Save",
  saving: "Saving...",
  saved: "Saved.",
  added: "The notice is saved as a draft.",
  notSaved: "Not saved yet",
  saveFailed: "The notice could not be saved. Please try again.",
  preview: "As a family sees it",
  previewEmpty: "The notice appears here while you write.",

  reach: "Who receives it",
  reachEmpty: "Choose recipients to see the numbers.",
  nobodyMatches: "Nobody is in these classes at the moment. Anyone who joins later can read it.",
  publicReach: "Everyone who opens the website reads it.",
  reachFailed: "The numbers could not be looked up.",
  listFailed: "The list could not be loaded.",
  more: (rest: number) => `and ${rest} more`,
  showMore: "Show more",
  reachFacts: (isMailOn: boolean, isToTell = true) =>
    [
      ["students", "student", "students"],
      ["guardians", "guardian", "guardians"],
      ["staff", "of the staff", "of the staff"],
      ...emailFacts[isMailOn ? (isToTell ? "ahead" : "told") : "kept"],
      ["notMailed", "person reads it here without an email", "people read it here without an email"],
      [
        "noLogin",
        "person cannot read it yet: they have no login, or have not confirmed their address",
        "people cannot read it yet: they have no login, or have not confirmed their address",
      ],
      ["noGuardian", "student has no guardian here", "students have no guardian here"],
    ] as const,
  answers: "Read and confirmed",
  answerFacts: [
    ["read", "has read it", "have read it"],
    ["unread", "has not read it", "have not read it"],
    ["confirmed", "has confirmed it", "have confirmed it"],
    ["unconfirmed", "has not confirmed it", "have not confirmed it"],
  ],
  byStudent: "A student counts once, no matter who in the family it was.",
  aGuardian: "A guardian",
  guardianOf: (names: string) => `of ${names}`,
  mails: "Emails",
  mailsKept: "No mail server is set up: emails are kept as files, and nobody gets them.",
  mailsAt: "Emails leave at",
  mailsTold: "Emails were queued at",
  mailsKeptAt: "Files are written at",
  mailsWrittenAt: "Files were ordered at",
  mailsDropped: "Its emails were not sent after a backup was restored.",
  mailStates: (counts: Record<string, number>) =>
    [
      ["sent", "sent"],
      ["waiting", "waiting"],
      ["kept", "kept as files"],
      ["failed", "failed"],
      ["held", "held back"],
      ["gathered", "in a digest of the day"],
    ]
      .flatMap(([state = "", word]) => (counts[state] ? [`${counts[state]} ${word}`] : []))
      .join(", "),

  publish: "Publish",
  publishTitle: "Publish this notice?",
  publishLead: (isMailOn: boolean, isNow: boolean, isTold: boolean) =>
    `It can be read ${isNow ? "at once" : "from the time that you choose"}. ${isMailOn && isTold ? "For ten minutes after that no email leaves, and you can take it back." : `${isTold ? "" : "Nobody gets an email. "}You can take the notice back for ten minutes.`}${isNow ? "" : " The numbers are as of now."}`,
  publishNow: "Publish now",
  plan: "Publish at this time",
  publishing: "Publishing...",
  published: "Published.",
  planned: "Scheduled.",
  plannedFor: "It will be published on",
  heldSince:
    "It fell due before a backup was restored, or its last day was over or nearly over before it could be published. Publish it, or call it off.",
  heldMails: "Its emails fell due before a backup was restored, and may have left already.",
  sendMails: (isMailOn: boolean) => (isMailOn ? "Let emails leave" : "Keep them as files"),
  dropMails: "Send none",
  callOff: "Call off",
  calledOff: "It is a draft again.",
  publishedOn: "Published on",
  takeBack: "Take back",
  takenBack: (isPublic: boolean) =>
    `Taken back: it is a draft again.${isPublic ? "" : " Whoever had opened it reads that it came too early, until you publish or delete it."}`,
  pause: "Nobody was written to yet. It can be taken back until",
  withdrawnOn: "Withdrawn on",
  withdraw: "Withdraw",
  withdrawTitle: "Withdraw this notice?",
  withdrawLead: "It disappears with its files. Whoever has opened it reads the reason.",
  withdrawing: "Withdrawing...",
  withdrawn: "Withdrawn.",
  reason: "Reason",
  change: "Change",
  changeTitle: "Change this notice",
  changeLead: "The new text can be read at once.",
  askAgain: "Ask again",
  askAgainHint: (isWritten: boolean) =>
    `Everybody counts as not having read it${isWritten ? ", and is written to once more" : ""}.`,
  changed: "Changed.",
  remind: "Remind the rest",
  remindQuestion: "Write once more to the rest?",
  remindWords: (count: number, hasStudents: boolean, hasStaff: boolean, isMailOn: boolean) => {
    const [one, many] = hasStaff ? ["person", "people"] : ["student", "students"];
    const whom = !hasStaff ? "their families" : hasStudents ? "them or their families" : "them";
    return `${count === 1 ? `The answer of 1 ${one} is` : `The answers of ${count} ${many} are`} missing. ${isMailOn ? `Those of ${whom} who get emails are written to in ten minutes at the earliest.` : `No mail server is set up: the emails to ${whom} are kept as files.`} This can be done once.`;
  },
  reminded: (count: number, isMailOn: boolean) => {
    const mails = count === 1 ? "1 email" : `${count} emails`;
    if (!isMailOn) return `${mails} will be kept as ${count === 1 ? "a file" : "files"}; nobody gets an email.`;
    return count === 1 ? "1 email is on its way." : `${mails} are on their way.`;
  },
  remindedOn: (isMailOn: boolean) =>
    isMailOn ? "Reminders were queued on" : "Reminders to the rest were queued, to be kept as files, on",
  remove: "Delete",
  removeQuestion: "Delete this notice?",
  removeWords: "It cannot be brought back.",
  removed: "Deleted.",
  copyText: "Copy for the group",
  copied: "Copied. It names nobody.",
  copyFailed: "The browser did not copy it.",
  failedAct: "This could not be done. Please try again.",
  noAnswer: "No answer came. Please check whether it was done.",

  files: "Files",
  filesHint: (megabytes: number) => `Up to three: PDF or Word, each of up to ${megabytes} MB.`,
  filesChangeHint:
    "A change here is a new version and is published at once. To have it confirmed again, choose Change.",
  addFile: "Add a file",
  sendingFile: "Uploading and checking the file...",
  fileKind: "Only PDF, DOC and DOCX files can be added. Please choose one of these.",
  fileEmpty: "This file is empty. Please choose another one.",
  fileTooLarge: (megabytes: number) => `This file is larger than ${megabytes} MB. Please choose a smaller one.`,
  fileFailed: "The file could not be added. Please try again.",
  takeOff: (name: string) => `Take off ${name}`,
} as const;
