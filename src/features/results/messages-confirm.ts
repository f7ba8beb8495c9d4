/** Asks to confirm an address; separate, because few pages need it. */
export const confirming = {
  title: "Confirm your email address",
  lead: "Your results, tests and notices are for you alone, so we show them once you have confirmed your email address.",
  leadOfChildren: "Information about your child is private, so we show it once you have confirmed your email address.",
  hint: (email: string) => `Open the link in the email that was sent to ${email}. Look in your spam folder, too.`,
  sendAgain: "Send the link again",
  sendingAgain: "Sending...",
  sentAgain: "A new link is on its way. It may take a few minutes.",
  sendFailed: "The link could not be sent. Please try again.",
  codeHint:
    "Your results, tests and notices are for you alone. A code from the office confirms that this login is yours; then everything appears here.",
  isConfirmed: "I have confirmed it",
} as const;
