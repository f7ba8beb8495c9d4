/** The sentences about correcting and withdrawing on the office’s screens (decision 51). */
export const officeScreens = {
  correct: "Correct",
  correctAnyway: "Correct it all the same",
  withdraw: "Withdraw",
  withdrawAnyway: "Withdraw it all the same",
  takeBack: "Take back",
  correctTitle: (name: string) => `Correct ${name}`,
  correctLead: (student: string, score: number, total: number) =>
    `${student} has ${score} out of ${total}. The family will read both marks and the reason.`,
  told: "Those who get emails are told in ten minutes at the earliest.",
  withdrawTold: "If the family was told of it, an email says so in ten minutes at the earliest.",
  toldKept: "No mail server is set up: nobody gets an email.",
  newScore: "New score",
  reasonHint: "The family reads it.",
  withdrawTitle: (name: string) => `Withdraw ${name}?`,
  withdrawLead: (student: string) =>
    `It no longer counts. The family of ${student} will read the reason. It cannot be brought back: add the result again if it was right.`,
  saving: "Saving...",
  failed: "This could not be saved. Please try again.",
  correctedDone: (student: string, score: number) => `The result of ${student} is ${score} now.`,
  withdrawnDone: (student: string) => `The result of ${student} is withdrawn.`,
  takenBack: (student: string) => `The result of ${student} is taken back.`,
  correctionTakenBack: (student: string) =>
    `The correction is taken back. The earlier marks of ${student} count again.`,
  takeBackFailed: "This could not be taken back. Please try again.",
} as const;
