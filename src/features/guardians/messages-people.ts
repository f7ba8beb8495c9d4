export const guardianScreens = {
  person: "Name, phone, address",
  join: "Same person as …",
  loadFailed: "This guardian could not be loaded.",

  editTitle: (name: string) => `Change ${name}`,
  editLead:
    "For all children at once. Every change is kept with its day and who made it. A new address counts as not confirmed, and the old one is told.",
  editLeadKept:
    "For all children at once. Every change is kept with its day and who made it. A new address counts as not confirmed.",
  guardianOf: (children: string) => `Is ${children}.`,
  save: "Save",
  saved: "Saved.",
  history: "What the office changed",
  by: (name: string) => `by ${name}`,
  fields: { name: "Name", phone: "Phone", email: "Email" },
  none: "none",

  joinTitle: (name: string) => `${name} is the same person as …`,
  joinLead: "When one person was entered twice: the children of both come into one entry, with one login.",
  joinSearch: "The other entry",
  joinHint: "Part of a name or of a phone number, or an address.",
  nobody: "Nobody matches.",
  stays: "Stays",
  goes: "Goes",
  login: "has a login",
  noLogin: "no login yet",
  noContact: "no phone, no address",
  moves: (links: number, consents: number, mails: number) => {
    const parts = [
      count(links, "link to a child", "links to children"),
      ...(consents > 0 ? [count(consents, "consent", "consents")] : []),
      ...(mails > 0 ? [count(mails, "email", "emails")] : []),
    ];
    return `Moves: ${parts.join(", ")}.`;
  },
  both: (names: string) => `Both are linked to ${names}: what the entry that stays may see there applies.`,
  withdrawn: (names: string) =>
    `A consent for ${names} will no longer count, because one was withdrawn later in the other entry.`,
  loginEnds: (name: string) => `The entry that goes loses its login; ${name} logs in with the one that stays.`,
  noLoginStays: (name: string) =>
    `The entry that goes loses its login, and the one that stays has none: ${name} will need a code.`,
  afterwards: (contact: string) => `Afterwards: ${contact}.`,
  noUndo: "This cannot be undone. What was entered for the other one is kept in the history.",
  joinNow: "Merge the entries",
  back: "Somebody else",
  joined: (name: string) => `${name} is one person now.`,
} as const;

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}
