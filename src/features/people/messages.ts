import { catalogue } from "@/lib/catalogue";

/** The sentences of the administrator's page about people. */
export const copy = {
  title: "People",
  lead: "Everything we hold about one person, to export or erase it when that person or a guardian asks.",
  address: "Email address",
  addressHint: "The address of an account, an application or a message.",
  find: "Find",
  finding: "Searching...",
  nothingHeld: "Nothing is kept for this address.",
  held: "What is kept",
  account: "Account",
  accountSince: (name: string, since: string) => `${name}, since ${since}`,
  noAccount: "None",
  confirmed: "The address is confirmed.",
  notConfirmed: "The address is not confirmed.",
  export: "Export",
  exportQuestion: "Export the data of this person?",
  exportHint: (email: string) => `A file with everything we hold for ${email}. Give it to that person only.`,
  exported: "The data has been downloaded.",
  erase: "Erase",
  eraseQuestion: "Erase the data of this person?",
  eraseHint: (email: string) =>
    `Everything we hold for ${email} will be deleted: the account, its results, applications, messages and emails. This cannot be undone. Emails that have been delivered cannot be recalled.`,
  typeAddress: "Type the address to confirm",
  addressDiffers: "This is not the address.",
  erased: "Nothing is kept for this address any more.",
  shared: (holder: string, others: string) =>
    `This address is that of ${holder}, and stands for ${others} too. Erase each person on the person’s own page.`,
  nobody: "This person does not exist any more.",
  working: "One moment...",
  failed: "Something went wrong. Please try again.",
} as const;

/** Makes a message of the errors of this room. */
export const say = catalogue("people", copy);
