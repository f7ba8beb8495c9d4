import { catalogue } from "@/lib/catalogue";

export const copy = {
  name: (institute: string, className: string) => `${institute}: tests of ${className}`,
  nameOfAll: (institute: string) => `${institute}: all tests`,
  ownName: (institute: string) => `${institute}: my tests`,
  unknown: "There is no such calendar.",
  nobody: "You no longer follow the tests of any child, so there is nothing to put into a calendar.",
  madeMeanwhile: "A link has since been made, perhaps on another device. Please decide again.",

  title: "Add to calendar",
  lead: "The tests of a class in the calendar of your phone. New tests appear by themselves, and a moved test moves there too.",
  allTests: "All Test Schedules",
  chooseClass: "Class",
  allClasses: "All Classes",
  show: "Show",
  ofClass: (className: string) => `Tests of Class ${className}`,
  ofAll: "Tests of all classes",

  phoneTitle: "iPhone, iPad, Mac",
  phoneHint: "Open the link and choose “Subscribe”.",
  phone: "Subscribe",
  googleTitle: "Android, Google Calendar",
  googleHint: "Log in to Google, choose “Add”, and the calendar appears in the app on your phone too.",
  google: "Open Google Calendar",
  otherTitle: "Outlook and others",
  otherHint: "Choose “Subscribe from web” or “Add by URL” in your calendar, and paste this address:",
  copyAddress: "Copy address",
  copied: "Address copied.",
  copyFailed: "The address could not be copied. Please mark and copy it by hand.",
  downloadTitle: "Download",
  downloadHint: "A file with the tests known today. It never changes, so take it only where nothing else works.",
  download: "Download file",

  changesTitle: "When a test is moved or cancelled",
  changesLead:
    "We change it here at once. Calendars look for changes only now and then, so please check the page All Test Schedules on the day before a test.",
  changes: {
    moved: "A moved test",
    cancelled: "A cancelled test",
    late: "Delay",
  },
  rows: [
    {
      program: "iPhone, iPad, Mac",
      moved: "shows its new time",
      cancelled: "stays, with “Cancelled:” before its name",
      late: "an hour to a day, as set under “Fetch New Data”",
    },
    {
      program: "Google Calendar",
      moved: "shows its new time",
      cancelled: "has “Cancelled:” before its name, or is gone",
      late: "half a day to two days",
    },
    {
      program: "Outlook",
      moved: "shows its new time",
      cancelled: "has “Cancelled:” before its name",
      late: "three hours to a day",
    },
    {
      program: "A downloaded file",
      moved: "stays where it was",
      cancelled: "stays as it was",
      late: "it never changes",
    },
  ],
  gone: "A cancelled test leaves the calendar thirty days after its date.",

  ownTitle: "My calendar",
  ownLead:
    "Your tests, or those of your children, appear in the calendar of your phone. After a change of class, it shows the tests of the new class.",
  ownSecret:
    "This link is a secret: anyone who has it can read the tests of these classes, without names or marks. Only add it to your own calendar.",
  make: "Make my link",
  making: "Making...",
  renew: "Make a new link",
  renewQuestion: "Make a new link?",
  renewHint: "Calendars with the link you have now stop getting tests.",
  madeTitle: "Your link",
  shownOnce: "We show this link once. Put it into your calendar now; if you lose it, make a new one.",
  has: (day: string) => `You made a link on ${day}.`,
  used: (day: string) => `A calendar last used it on ${day}.`,
  unused: "No calendar uses it yet.",
  end: "End the link",
  endQuestion: "End the link?",
  endHint: "Calendars that have it stop getting tests. You can make another one at any time.",
  ended: "The link no longer works.",
  failed: "That did not work. Please try again.",
  cancel: "Cancel",
} as const;

export const say = catalogue("calendars", copy);
