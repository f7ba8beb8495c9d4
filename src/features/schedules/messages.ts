import { catalogue } from "@/lib/catalogue";

/** The sentences of the schedules room (spec §2, §8). */
export const copy = {
  title: "All Test Schedules",
  loading: "Loading schedules...",
  empty: "No schedules found",
  emptyForClass: "There is no test for this class yet. Try another class.",
  emptyOtherwise: "Tests are announced here as soon as their date is fixed.",
  loadFailed: "Failed to fetch schedules",
  tryAgain: "Try Again",
  allClasses: "All Classes",
  upcoming: "Upcoming tests",
  noneUpcoming: "No test is announced at the moment.",
  mineTitle: "Tests",
  mineLead: "The coming tests of your class.",
  minePlaceholder: "Your tests will appear here.",
  minePlaceholderHint:
    "We choose them by your class, which we know from your first result. Until then, you can look at all tests.",
  browseAll: "See all tests",
  ofClass: (className: string) => `Coming tests of Class ${className}`,
  allOfClass: (className: string) => `All tests of Class ${className}`,
  past: "Past tests",
  count: (upcoming: number, past: number) => `Showing ${upcoming} upcoming and ${past} past test(s)`,
  show: "Show",
  showMore: "Show more",
  moreByClass: "There are more. Choose a class above to see its tests.",

  addTitle: "Add Test Schedule",
  addLead: "It appears under All Test Schedules straight away.",
  add: "Add Schedule",
  adding: "Adding...",
  added: "Schedule added successfully!",
  refused: (message: string) => `Error: ${message}`,
  unreachable: "Server error, please try again later.",
  published: "Published schedules",
  enterMarks: "Enter marks",
  enterMarksOf: (subject: string, day: string) => `Enter marks of ${subject}, ${day}`,
  remove: "Delete",
  removeQuestion: "Delete this schedule?",
  removed: "Schedule deleted.",
  removeFailed: "Failed to delete schedule. Try again.",
  announcedBy: (name: string) => `Announced by ${name}`,
  formerColleague: "a former colleague",
  pastTest: "Past",
  notFound: "This test schedule does not exist or was deleted.",
  date: "Date",
  description: "Description",
  timeRequired: "Time is required.",
  badTime: "Time must be a time like 09:30.",
} as const;

/** Makes a message of the errors of this room. */
export const say = catalogue("schedules", copy);
