export const mails = {
  mailGreeting: (name: string) => `Dear ${name},`,
  mailLinkOf: (name: string) => `See the results of ${name}`,
  mailHint: "Sign in to see it.",
  mailLink: "See your results",
} as const;
