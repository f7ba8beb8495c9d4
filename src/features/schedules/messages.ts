import { catalogue } from "@/lib/catalogue";

/** The sentences of the schedules room (spec §2, §8). */
export const copy = {
  title: "All Test Schedules",
  loading: "Loading schedules...",
  empty: "No schedules found",
  emptyForClass: "There is no test for this class yet. Try another class.",
  emptyForSubject: "There is no test of this subject. Try another one.",
  emptyOtherwise: "Tests are announced here as soon as their date is fixed.",
  loadFailed: "Failed to fetch schedules",
  allClasses: "All Classes",
  subjects: "Subject",
  allSubjects: "All subjects",
  upcoming: "Upcoming tests",
  noneUpcoming: "No test is announced at the moment.",
  ofClass: (className: string) => `Class ${className}`,
  allOfClass: (className: string) => `All tests of Class ${className}`,
  past: "Past tests",
  count: (upcoming: number, past: number) => `Showing ${upcoming} upcoming and ${past} past test(s)`,
  show: "Show",
  showMore: "Show more",
  moreByClass: "There are more. Choose a class above to see its tests.",
  moreOfClass: "There are more after these.",

  date: "Date",
  description: "Description",
  room: "Room",
  change: "Change",
  reason: "Reason",
  addToCalendar: "Add to calendar",
  minutes: (minutes: number) => `${minutes} min`,
  isNew: "New",
  closedDay: (name: string) => `Closed: ${name}`,
  halfDay: (name: string) => `Half day: ${name}`,
  closedUntil: (day: string) => `until ${day}`,
  cancelled: "Cancelled",
  movedFrom: (date: string, time: string) => `Moved from ${date}, ${time}`,
} as const;

/** Creates a message of this room's errors. */
export const say = catalogue("schedules", copy);
