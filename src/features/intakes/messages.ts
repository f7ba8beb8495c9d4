import { catalogue } from "@/lib/catalogue";

const sentences = {
  badSeats: "Seats are a number from 0 to 9999, or empty.",
  opensOn: "The first day",
  closesOn: "The last day",
  bothDays: "Enter both days, or neither.",
  daysToo: "Seats need a first and a last day.",
  endsTooEarly: "The last day must not be before the first.",
  classTwice: "Each class has one intake in a year.",
  noSuchYear: "This school year does not exist.",
  changedMeanwhile: (classes: string) =>
    `Someone else has changed the intake of Class ${classes}. Please check it again: what is shown now is theirs.`,
  seatsTaken: (classes: string) =>
    `Seats in Class ${classes} are taken, so the days cannot be removed. To stop taking applications, choose an earlier last day.`,
} as const;

export const say = catalogue("intakes", sentences);

export const intakeScreens = {
  badSeats: sentences.badSeats,
  endsTooEarly: sentences.endsTooEarly,
  title: "Intake",
  lead: "Seats and days by class. In a class that is full, or outside its days, an application goes on the waiting list, and the form says so before it is sent. A class without days is always open.",
  years: "School year",
  noYear: "There is no school year yet",
  noYearHint: "An intake belongs to a school year.",
  allTitle: "The same days for all classes",
  useForAll: "Enter in all",
  class: "Class",
  className: (number: number) => `Class ${number}`,
  seats: "Seats",
  seatsOf: (number: number) => `Seats of Class ${number}`,
  noLimit: "no limit",
  opensOn: "First day",
  opensOf: (number: number) => `First day of Class ${number}`,
  closesOn: "Last day",
  closesOf: (number: number) => `Last day of Class ${number}`,
  taken: "Taken",
  takenOf: (taken: number, seats: number | null) => (seats === null ? String(taken) : `${taken} of ${seats}`),
  state: "Today",
  states: { soon: "Not open yet", open: "Open", full: "Full", closed: "Closed" },
  none: "Always open",
  bothDays: sentences.bothDays,
  daysToo: sentences.daysToo,
  save: "Save intake",
  saving: "Saving...",
  saved: "The intake is saved.",
  failed: "This could not be saved. Please try again.",
} as const;
