import { catalogue } from "@/lib/catalogue";

export const copy = {
  title: "Settings",
  index: "On this page",
  /** Their keys are the anchors of the page. */
  groups: {
    school: "School years",
    times: "Dates and times",
    families: "Families and data",
    elsewhere: "Elsewhere",
  },
  groupsShort: { school: "School", times: "Times", families: "Families", elsewhere: "Elsewhere" },
  lead: "These settings apply to the whole institute. Activity shows who changed what, and when.",
  yearsTitle: "School years",
  clockTitle: "Clock",
  clock: "How times are written",
  clockHint: "How times are shown on every page. Files for spreadsheets always use 24 hours.",
  clocks: { "24": "24 hours, 14:05", "12": "12 hours, 2:05 pm" },
  save: "Save clock",

  seenTitle: "What families see of the class",
  seenHint:
    "Families always see their own child's marks. You can also show them the range of the middle half of the class, if at least five students took the exam.",
  seen: { own: "Own marks only", class: "Also the middle half" },
  saveSeen: "Save choice",

  daysTitle: "Working days",
  daysHint:
    "Whoever sets a test on any other day of the week is warned first. Visitors see the working days that are entered under Site.",
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
    "An application must be answered by closing time on the second business day after it comes in. A half day closes at noon. Visitors see the hours that are entered under Site.",
  opens: "Opens",
  closes: "Closes",
  saturdayOpens: "Opens on Saturday",
  saturdayCloses: "Closes on Saturday",
  hoursNow: "Now:",
  to: "to",
  saturdayHint: "Leave both empty if Saturday keeps the usual hours.",
  bothTimes: "Enter both times for Saturday, or neither.",
  saveHours: "Save hours",

  seasonTitle: "Admission season",
  seasonHint:
    "The season after “Admissions open for” on public pages. Leave it empty to follow the open intake or, if none is open, the school years.",
  saveSeason: "Save season",
  nowShown: (season: string) => `Shown now: ${season}`,
  notShown: "Not shown now: every class has a waiting list.",

  keptTitle: "Students who have left",
  keptHint:
    "How long everything about a student is kept after the last day. It is then erased overnight, along with guardians who have no other child here, but not within thirty days after the leave was entered.",
  keptFor: "Kept for",
  yearsOf: (years: number) => (years === 1 ? "1 year" : `${years} years`),
  saveKept: "Save period",
  eraseQuestion: (count: number) => `Erase ${count === 1 ? "one student" : `${count} students`} tonight?`,
  eraseHint: (count: number, years: string) =>
    `${count === 1 ? "One student has" : `${count} students have`} left more than ${years} ago. They are erased with their results and logins, and no backup brings them back.`,
  erase: "Save and erase tonight",

  stepTitle: "Two-step login of staff",
  stepHint: "Decide whether all staff must enter a code from an authenticator app when they log in.",
  toStaff: "Go to Staff",

  subjectsTitle: "Subjects and their spellings",
  subjectsHint: "The office manages the list of subjects.",
  toSubjects: "Go to Subjects",

  visitorsTitle: "Days and hours for visitors",
  visitorsHint: "The working days and hours on the site, letters and emails.",

  logoTitle: "Logo",
  logoHint: "Shown on the site, letters, report cards and emails.",
  toSite: "Go to Site",

  none: "none",
  on: "on",
  off: "off",
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
