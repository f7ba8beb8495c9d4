export const mails = {
  mailGreeting: (name: string) => `Dear ${name},`,
  linkedSubject: (student: string) => `A guardian was added for ${student}`,
  linkedText: (guardian: string, relation: string, student: string, institute: string) =>
    `${guardian} (${relation}) is now a guardian of ${student} at ${institute}.`,
  seesResults: (guardian: string, student: string) => `${guardian} can see the results of ${student}.`,
  endedSubject: (student: string) => `A guardian of ${student} has no access any more`,
  endedText: (guardian: string, relation: string, student: string, institute: string) =>
    `${guardian} (${relation}) is no longer a guardian of ${student} at ${institute}, and sees nothing of ${student} any more.`,
  erasedText: (relation: string, student: string, institute: string) =>
    `The data of a guardian of ${student} (${relation}) was erased at ${institute}. This guardian sees nothing of ${student} any more.`,
  withdrawnSubject: (student: string) => `A consent for ${student} was withdrawn`,
  withdrawnText: (guardian: string, student: string) =>
    `${guardian} no longer agrees to what is kept about ${student}. This alone closes and erases nothing.`,
  withdrawnNext: "Please ask the family what is to become of the data.",
  withdrawnLink: "Open the student’s page",
  mailHint: "If this is not as it should be, please tell the office.",
} as const;
