export const mails = {
  mailSubject: (className: string) => `A new result for Class ${className}`,
  mailGreeting: (name: string) => `Dear ${name},`,
  mailText: (className: string, about: string) =>
    about ? `There is a new result for Class ${className}: ${about}.` : `There is a new result for Class ${className}.`,
  mailSubjectOf: (name: string) => `A new result of ${name}`,
  mailTextOf: (name: string, className: string, about: string) =>
    about
      ? `There is a new result of ${name} for Class ${className}: ${about}.`
      : `There is a new result of ${name} for Class ${className}.`,
  mailLinkOf: (name: string) => `See the results of ${name}`,
  mailHint: "Sign in to see it.",
  mailLink: "See your results",
} as const;
