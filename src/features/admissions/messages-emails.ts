/** The emails of admission (spec §8). */
export const emailCopy = {
  receiptSubject: (reference: string) => `We have your application ${reference}`,
  receiptGreeting: "Dear family,",
  receiptThanks: (selectedClass: number, institute: string) =>
    `Thank you for applying for admission to Class ${selectedClass} at ${institute}. Your application has arrived.`,
  receiptReference: (reference: string) =>
    `Your reference: ${reference}\nPlease mention it when you call or write to us.`,
  receiptNext: "What happens next: within 2 business days a teacher calls or writes to you, to confirm it.",
  receiptWaits: "What happens next: it is on the waiting list. We will write to you as soon as we can offer a place.",
  receiptAsk: (phone: string, days: string, hours: string) => `Questions? Call us at ${phone}: ${days}, ${hours}.`,
  receiptUnexpected: "You did not apply? Then someone gave your address by mistake, and you can ignore this email.",
  emailSubject: (reference: string) => `Your application ${reference}`,
  emailVisit: (at: string) => `You are invited for ${at}.`,
  emailReference: (reference: string) => `Your reference: ${reference}`,
  emailReply: "You can reply to this email.",
} as const;
