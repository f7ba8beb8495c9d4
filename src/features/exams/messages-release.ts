/** What is released: results, or if there are none the absences, which families read as well. */
const released = (results: number, absences: number): string => {
  if (results === 0 && absences > 0) return absences === 1 ? "1 absence" : `${absences} absences`;
  return results === 1 ? "1 result" : `${results} results`;
};

/** The messages about an exam's release, scheduling and undoing it. */
export const releaseScreens = {
  release: {
    open: "Preview and release",
    late: (marks: number) => (marks === 1 ? "Release 1 late mark" : `Release ${marks} late marks`),
    lateTitle: "Release the late marks?",
    lateLead: "Only these families are told. What was released before stays as it is.",
    plan: (results: number, absences: number) => `Schedule ${released(results, absences)}`,
    planning: "Scheduling...",
    planned: "The release is scheduled.",
    was: (before: number) => `was ${before}`,
    sameNumbers: "The numbers are the same: a mark, a remark or the exam was changed.",
    pause: "For ten minutes after the release no email leaves, and you can take everything back.",
    pauseKept:
      "No mail server is set up: emails are kept as files, and nobody gets them. You can take everything back for ten minutes.",
    pauseUntold: "Nobody gets an email. You can take everything back for ten minutes.",
    title: "Release these marks?",
    titleOf: (results: number, isLate: boolean) =>
      `Release ${results} ${isLate ? "late " : ""}${results === 1 ? "result" : "results"}?`,
    lead: "Every family sees its result at the same moment. Class, subject and total are fixed from then on.",
    facts: [
      ["results", "result is released", "results are released"],
      [
        "secondResults",
        "student who already has a result of this exam and will have two",
        "students who already have a result of this exam and will have two",
      ],
      ["absent", "absent", "absent"],
      ["excused", "excused", "excused"],
      ["noMark", "without a mark, who gets nothing", "without a mark, who get nothing"],
      ["mailed", "student who gets an email", "students who get an email"],
      ["guardiansMailed", "guardian who gets an email", "guardians who get an email"],
      ["guardiansNotMailed", "guardian who sees it without an email", "guardians who see it without an email"],
      [
        "guardiansNotConfirmed",
        "guardian who sees nothing yet: no confirmed address",
        "guardians who see nothing yet: no confirmed address",
      ],
      [
        "notConfirmed",
        "student who gets no email: the address is not confirmed",
        "students who get no email: the address is not confirmed",
      ],
      [
        "noAddress",
        "student who sees it without an email: no address",
        "students who see it without an email: no address",
      ],
      [
        "notWanted",
        "student who sees it without an email: such emails are turned off",
        "students who see it without an email: such emails are turned off",
      ],
      ["noLogin", "student without a login yet", "students without a login yet"],
      ["guardiansNoLogin", "guardian without a login yet", "guardians without a login yet"],
    ],
    factsKept: {
      mailed: ["student whose email is kept as a file", "students whose emails are kept as files"],
      guardiansNotConfirmed: [
        "guardian who sees nothing yet and needs a code from the office",
        "guardians who see nothing yet and need a code from the office",
      ],
      guardiansMailed: ["guardian whose email is kept as a file", "guardians whose emails are kept as files"],
    },
    guardianOf: (names: string) => `of ${names}`,
    listFailed: "The list could not be loaded. Please try again.",
    changed: "Something has changed since. These are the new numbers.",
    meanwhile: "This exam was released in the meantime. These are the new numbers.",
    doneMeanwhile: "These marks have already been released.",
    cameBack: "Something has changed since this release was scheduled. These are the new numbers.",
    unsettled: (count: number) =>
      `${count === 1 ? "1 cell is" : `${count} cells are`} not settled: what was saved before counts.`,
    nobody: "Nobody has a mark yet.",
    nobodyLate: "No mark has been added since the release.",
    button: (results: number, absences: number, isLate: boolean) =>
      `Release ${isLate ? `${results || absences} more` : released(results, absences)}`,
    releasing: "Releasing...",
    released: (results: number, absences: number) =>
      `${released(results, absences)} ${(results || absences) === 1 ? "is" : "are"} released.`,
    failed: "The numbers could not be loaded. Please try again.",
  },

  process: {
    planned: "Families see these marks on",
    plannedHint: "Changing a mark or the exam calls it off.",
    callOff: "Call it off",
    held: "This release was scheduled for",
    heldHint: "Since then a backup was restored, so it did not happen by itself. Release it now, or leave it.",
    heldHintTaught: "Since then a backup was restored, so it did not happen by itself. The office decides about it.",
    leave: "Leave it",
    calledOff: "The release is called off.",
    cameBack: "The scheduled release did not happen: something was changed. Look at the new numbers.",
    cameBackTaught: "The scheduled release did not happen: something was changed. The office looks at it again.",
    pause: "Families see it. No email leaves before",
    pauseKept: "Families see it. It can be taken back until",
    takeBack: "Take back",
    takeBackQuestion: "Take this release back?",
    takeBackWords: (results: number, absences: number) => {
      const parts = [results > 0 && released(results, 0), absences > 0 && released(0, absences)];
      const drafts = parts.filter((part) => part !== false).join(" and ") || "The exam";
      return `${drafts} ${results + absences > 1 ? "become drafts" : "becomes a draft"} again, and no family is told. Families who have already opened a result will read that it came too early.`;
    },
    takenBack: "The release is taken back.",
    withdraw: "Withdraw the exam",
    withdrawTitle: (name: string) => `Withdraw ${name}?`,
    withdrawLead:
      "None of its results will count any more, anywhere. Families read the reason. Those who were told of a result get an email, in ten minutes at the earliest. This cannot be undone.",
    withdrawLeadKept:
      "None of its results will count any more, anywhere. Families read the reason in their area. No mail server is set up: nobody gets an email. This cannot be undone.",
    reason: "Reason",
    reasonHint: "Families read it.",
    withdrawing: "Withdrawing...",
    withdrawn: "The exam is withdrawn.",
    failed: "No answer came. Please check whether it was done.",
    waiting: "Scheduled releases wait for a decision",
    waitingHint: "They fell due before a backup was restored. Open each one to release or leave it.",
    allWaiting: "Show all awaiting a decision",
  },
  history: {
    title: "History",
    failed: "The history could not be loaded.",
    /** Only a scheduled release can be called off by nobody. For anything else, no name means that the person was deleted. */
    by: (name: string | null, kind: string) => name ?? (kind === "unscheduled" ? "by itself" : "a former colleague"),
    kinds: {
      created: "Created",
      edited: "Changed",
      scheduled: "Release scheduled for",
      rescheduled: "Release moved to",
      unscheduled: "Scheduled release called off",
      changed: "Scheduled release called off: something was changed",
      released: "Released",
      taken_back: "Taken back",
      withdrawn: "Withdrawn",
      corrected: "Corrected",
      result_withdrawn: "Result withdrawn",
    },
    became: (before: number, after: number) => `${before} became ${after}`,
    was: (before: number) => `it was ${before}`,
    results: (count: number) => (count === 1 ? "1 result" : `${count} results`),
    others: (count: number) => `${count} absent or excused`,
  },
} as const;
