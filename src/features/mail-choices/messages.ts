import { catalogue } from "@/lib/catalogue";

export const copy = {
  title: "Emails to you",
  hint: "What concerns your account, what you must confirm, and a change of a test within two days always come at once.",
  legend: "Which emails do you want?",
  options: {
    at_once: {
      label: "All, each at once",
      hint: "Results, tests, materials and notices, ten minutes after they are out.",
    },
    digest: { label: "One email a day", hint: (time: string) => `All news of the day at ${time}; no news, no email.` },
    required: { label: "Only what is required", hint: "You can read everything else here." },
  },
  saved: {
    at_once: "You get each email at once.",
    digest: (time: string) => `You get one email a day, at ${time}.`,
    required: "You get required emails only.",
  },
  unmailed: "The institute sends no email at present",
  unmailedHint: "Once email is on, you choose here which emails you get.",
  save: "Save choice",
  failed: "That was not saved. Please try again.",
  loadFailed: "Your choice could not be loaded.",
  badChoice: "Please choose one of the three.",
  badLink: "This link does not work any more. You can choose on your account page.",

  stopTitle: "Fewer emails",
  stopLead:
    "You then get only emails about your account, notices that you must confirm, and changes of a test within two days. Everything else is in your area.",
  stop: "Get only required emails",
  stopping: "Saving...",
  stopped: "You get required emails only",
  stoppedHint: "You can change that on your account page at any time, or have one email a day there.",
  incomplete: "This link is not complete. Please open it from the email again, or choose on your account page.",
  toAccount: "Open my account",
} as const;

export const say = catalogue("mailChoices", copy);
