export const similarCopy = {
  title: "Others of this family",
  isPart: "This application was merged into",
  sibling: (children: string) => `Already here, with a guardian who has the same phone number: ${children}.`,
  merged: (reference: string) => `Merged: ${reference}`,
  sameChild: "Perhaps the same child:",
  sameContact: (phone: boolean, email: boolean) =>
    phone && email ? "Same phone and email:" : phone ? "Same phone:" : "Same email:",
  merge: "Merge",
  mergeWith: (reference: string) => `Merge with ${reference}`,
  question: (name: string) => `Merge these two applications for ${name}?`,
  hint: "The later one becomes part of the earlier one. Both numbers stay, and messages go to both parents. This can be undone for one day.",
  hintOther: "The names or classes differ: they may be siblings. Merge them only if they are for the same child.",
  done: "The applications were merged.",
  undo: "Undo merge",
  undone: "The merge was undone.",
} as const;
