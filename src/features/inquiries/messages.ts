import { catalogue } from "@/lib/catalogue";

/** The sentences of the contact form and its messages (spec §2, §4, §8). */
export const copy = {
  messageTitle: "Write to us",
  consentRequired: "Please agree with the Terms of Use and the Privacy Policy first.",
  send: "Send Message",
  sending: "Sending...",
  sent: "Message sent",
  sentHint: "Thank you. We read every message and answer on the next working day.",
  sendAnother: "Write another message",
  messagesTitle: "Messages",
  messagesEmpty: "No messages yet",
  messagesEmptyHint: "What visitors write on the contact page appears here.",
  messagesLoading: "Loading messages",
  messagesFailed: "The messages could not be loaded.",
  failed: "Something went wrong. Please try again.",
  noPhone: "N/A",
  states: { open: "To answer", answered: "Answered", done: "Done" },
  settled: (count: number) => `${count} answered or done`,

  messageMailSubject: (name: string) => `A message from ${name} on the website`,
  messageMailLead: (name: string) => `${name} wrote on the contact page:`,
  messageMailSender: (email: string, phone: string) => `Email: ${email}\nPhone: ${phone}`,
  messageMailLink: "All messages",
  messageMailReply: "Your reply to this email goes to the person who wrote.",
  message: "Message",
  answer: "The answer",
  notFound: "This message does not exist or was deleted.",
  isAnswered: "This message has already been answered. Please look at it again.",
  tooLate: "The ten minutes are over: this answer can no longer be taken back.",
  answerSubject: (institute: string) => `Your message to ${institute}`,
  answerQuote: (day: string) => `You wrote to us on ${day}:`,
} as const;

export const say = catalogue("inquiries", copy);
