const about = (className: string, what: string) => (what ? `Class ${className}: ${what}` : `Class ${className}`);

/** The sentences about correcting and withdrawing, on the office’s screens and in emails (decision 51). */
export const officeScreens = {
  correct: "Correct",
  correctAnyway: "Correct it all the same",
  withdraw: "Withdraw",
  correctTitle: (name: string) => `Correct ${name}`,
  correctLead: (student: string, score: number, total: number) =>
    `${student} has ${score} out of ${total}. The family will read both marks and the reason.`,
  told: "It is told by email in ten minutes.",
  toldKept: "No mail server is set up: nobody gets an email.",
  newScore: "New score",
  reasonHint: "The family reads it.",
  withdrawTitle: (name: string) => `Withdraw ${name}?`,
  withdrawLead: (student: string) =>
    `It counts no longer, anywhere. The family of ${student} will read the reason. It cannot be brought back: add the result again if it was right.`,
  saving: "Saving...",
  failed: "This could not be saved. Please try again.",
  correctedDone: (student: string, score: number) => `The result of ${student} is ${score} now.`,
  withdrawnDone: (student: string) => `The result of ${student} is withdrawn.`,

  mails: {
    resultCorrected: {
      subject: (className: string) => `A result for Class ${className} was corrected`,
      text: (className: string, what: string) => `A result was corrected: ${about(className, what)}.`,
      subjectOf: (name: string) => `A result of ${name} was corrected`,
      textOf: (name: string, className: string, what: string) =>
        `A result of ${name} was corrected: ${about(className, what)}.`,
    },
    resultWithdrawn: {
      subject: (className: string) => `A result for Class ${className} was withdrawn`,
      text: (className: string, what: string) => `A result was withdrawn: ${about(className, what)}.`,
      subjectOf: (name: string) => `A result of ${name} was withdrawn`,
      textOf: (name: string, className: string, what: string) =>
        `A result of ${name} was withdrawn: ${about(className, what)}.`,
    },
  },
} as const;
