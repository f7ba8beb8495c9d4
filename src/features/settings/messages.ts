import { catalogue } from "@/lib/catalogue";

export const copy = {
  title: "Settings",
  index: "On this page",
  /** Their keys are the anchors of the page. */
  groups: {
    school: "School years and subjects",
    times: "Dates and times",
    families: "Families and data",
    elsewhere: "Elsewhere",
  },
  groupsShort: { school: "School", times: "Times", families: "Families", elsewhere: "Elsewhere" },
  lead: "What holds for the whole institute. Every change is in the activity, with who made it.",
  yearsTitle: "School years",
  subjectsTitle: "Subjects and their spellings",
  clockTitle: "Clock",
  clock: "How times are written",
  clockHint: "On every page, for everyone. Tables for spreadsheets keep 24 hours.",
  clocks: { "24": "24 hours, 14:05", "12": "12 hours, 2:05 pm" },
  save: "Save clock",

  seenTitle: "What families see of the class",
  seenHint:
    "Families always see the marks of their child. They can also see between which marks the middle half of the class lies, if at least five took the exam.",
  seen: { own: "Own marks only", class: "Also the middle half" },
  saveSeen: "Save what families see",

  daysTitle: "Working days",
  daysHint: "A test that is announced for any other weekday brings up a warning.",
  weekdays: {
    monday: "Monday",
    tuesday: "Tuesday",
    wednesday: "Wednesday",
    thursday: "Thursday",
    friday: "Friday",
    saturday: "Saturday",
    sunday: "Sunday",
  },
  saveDays: "Save days",

  hoursTitle: "Opening hours",
  hoursHint:
    "An answer to an application is due at the end of hours on its second business day. Half days among the closed days end at noon.",
  opens: "Opens",
  closes: "Closes",
  saturdayOpens: "Opens on Saturday",
  saturdayCloses: "Closes on Saturday",
  saturdayHint: "Leave both empty where Saturday is like every other day.",
  bothTimes: "Fill both times of Saturday, or neither.",
  saveHours: "Save hours",

  seasonTitle: "Admission season",
  seasonHint: "On every public page: “Admissions open for ...”. Left empty, it follows the school years.",
  saveSeason: "Save season",
  nowShown: (season: string) => `Shown now: ${season}`,

  keptTitle: "Students who have left",
  keptHint:
    "Their records are kept this long after their last day. Then they are erased at night, with the guardians who have no other child here.",
  keptFor: "Kept for",
  yearsOf: (years: number) => (years === 1 ? "1 year" : `${years} years`),
  saveKept: "Save",
  eraseQuestion: (count: number) => `Erase ${count === 1 ? "one student" : `${count} students`} tonight?`,
  eraseHint: (count: number, years: string) =>
    `${count === 1 ? "One student has" : `${count} students have`} left more than ${years} ago. They are erased with their results and logins, and no backup brings them back.`,
  erase: "Save and erase tonight",

  stepTitle: "Second step for staff",
  stepHint: "Whether all staff need a code of an authenticator app at login.",
  toStaff: "Go to Staff",

  logoTitle: "Logo",
  logoHint: "It stands on the site, letters, report cards and mails.",
  toSite: "Go to Site",

  saving: "Saving...",
  saved: "Saved.",
  failed: "This could not be saved. Please try again.",

  noDay: "Choose at least one day.",
  daysTwice: "Each day can be named once.",
  closesTooEarly: "The closing time must come after the opening time.",
  badTime: "This must be a time like 09:30.",
  season: "The season",
} as const;

export const say = catalogue("settings", copy);
