import { catalogue } from "@/lib/catalogue";

export const copy = {
  title: "School years",
  lead: "The current year is the one running today. Between years, it is the one that ended last. Before the first year begins, it is the first year.",
  none: "No school year yet",
  noneHint: "Add the one running now. Each student's class belongs to a school year.",
  current: "Current",
  ended: "Ended",
  label: "Name",
  labelHint: "Such as 2026-27.",
  firstDay: "First day",
  lastDay: "Last day",
  add: "Add a year",
  addQuestion: "Add a school year",
  edit: "Edit",
  editQuestion: "Edit this school year",
  save: "Save",
  saving: "Saving...",
  added: (label: string) => `${label} was added.`,
  changed: (label: string) => `${label} was changed.`,
  joined: (count: number) =>
    count === 1
      ? "1 student who joined since its first day was moved into it."
      : `${count} students who joined since its first day were moved into it.`,
  numbersGone: (count: number) =>
    `${count === 1 ? "1 student" : `${count} students`} lost a roll number that was in use in that class.`,
  remove: "Delete",
  removeQuestion: "Delete this school year?",
  removeHint: "will be gone from the list, with the notes on who does not take a subject. Nothing else is deleted.",
  removed: "The school year was deleted.",
  failed: "Something went wrong. Please try again.",
  loadFailed: "The school years could not be loaded.",
  loading: "Loading the school years...",

  endsTooEarly: "The last day must come after the first.",
  tooLong: "A school year has 18 months at most.",
  labelTaken: "There is a school year of this name already.",
  overlaps: (label: string, firstDay: string, lastDay: string) =>
    `These days overlap with ${label}, which runs from ${firstDay} to ${lastDay}.`,
  inUse: "This year has enrolments, exams, report cards or intakes, so it cannot be deleted.",
  daysInUse:
    "This year is in use, so its new days must overlap with the present ones. For another time, add another year.",
  promotedFrom: (count: number, day: string) =>
    `${count === 1 ? "1 student has" : `${count} students have`} been promoted into this year from ${day}. Undo the promotion first.`,
  changedMeanwhile: "This school year has been changed in the meantime. Please look at it again.",
  notFound: "This school year does not exist or was deleted.",
  full: "There are 100 school years, which is the most there can be.",
} as const;

export const say = catalogue("years", copy);
