export const mails = {
  mailGreeting: (name: string) => `Dear ${name},`,
  mailLinkOf: (name: string) => `See the results of ${name}`,
  mailHint: (count: number) => (count === 1 ? "Sign in to see it." : "Sign in to see them."),
  mailLink: "See your results",
} as const;
