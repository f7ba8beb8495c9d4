import { catalogue } from "@/lib/catalogue";

/** The sentences of the closed days. */
export const copy = {
  title: "Closed days",
  lead: "Days on which the institute is closed, or open for half the day.",
  events: { closed: (name: string) => `Closed: ${name}`, half: (name: string) => `Half day: ${name}` },
  loading: "Loading closed days",
  loadFailed: "The closed days could not be loaded.",
  upcoming: "Now and coming",
  empty: "No closed days are coming",
  emptyHint: "Add holidays and other days without lessons.",
  past: "Past closed days",
  noPast: "There are none.",

  addTitle: "Add closed days",
  name: "Name",
  nameHint: "What families call it: Diwali, sports day.",
  firstDay: "First day",
  lastDay: "Last day",
  lastDayHint: "Leave it empty for a single day.",
  kind: "Lessons",
  kinds: { closed: "Closed", half: "Half day" },
  add: "Add closed days",
  adding: "Adding...",
  added: "Closed days added.",
  testsThere: (count: number) =>
    count === 1 ? "A test is announced for these days" : `${count} tests are announced for these days`,
  testThere: (subject: string, className: string, day: string) => `${subject}, ${className}: ${day}`,
  moreThere: (count: number) => `and ${count} more`,
  toTests: "Move or cancel tests",
  addFailed: "The closed days could not be added. Please try again.",
  remove: "Delete",
  removeQuestion: "Delete these closed days?",
  removed: "Closed days deleted.",
  removeFailed: "The closed days could not be deleted. Please try again.",
  notFound: "These closed days do not exist or were deleted.",

  otherYear: "Choose a day from 2000 to 2099.",
  endsBefore: "The last day is before the first day.",
  tooLong: (most: number) => `Add ${most} days at most at a time.`,
  overlaps: (name: string, days: string) => `“${name}” is already there: ${days}.`,
  to: (first: string, last: string) => `${first} to ${last}`,
  length: (days: number) => `(${days} days)`,
} as const;

export const say = catalogue("closedDays", copy);
