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
  past: "Past tests",
  count: (upcoming: number, past: number) => `Showing ${upcoming} upcoming and ${past} past test(s)`,
  showMore: "Show more",
  notFound: "This test schedule does not exist or was deleted.",
} as const;
