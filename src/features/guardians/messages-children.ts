/** The sentences of guardians and their children. */
export const childScreens = {
  title: "Your children",
  lead: "What is new and what comes next, for each of them.",
  leadOfStaff: "Your own children here. What you see of them does not come from your work.",
  switcher: "Children",
  all: "All children",
  place: (className: string, section: string | null) => `Class ${className}${section ? ` ${section}` : ""}`,
  rollNo: (rollNo: string) => `roll number ${rollNo}`,
  notPlaced: "not in a class",
  noneTitle: "No child is linked to you",
  noneHint: "Links are made by the office, or with a code. If one is missing here, please ask the office.",
  gone: "This child is not linked to you",
  goneHint: "The link may have ended, or the address is wrong. If you think it should be here, please ask the office.",
  toAll: "See your children",

  resultsOf: (child: string) => `Results of ${child}`,
  materialsOf: (child: string) => `Study materials for ${child}`,
  testsOf: (child: string) => `Tests of ${child}`,
  closed: (name: string) => `The results of ${name} are not shown to you`,
  closedHint: "The office decides who sees results. Tests and materials are open to you.",
  noClass: (name: string) => `${name} is not in a class now`,
  noClassHint: "Tests and materials appear here with the class.",

  newResult: (count: number, about: string) =>
    count === 1 ? `New: ${about}` : `${count} new results, the latest: ${about}`,
  latest: (about: string) => `Latest: ${about}`,
  oneResult: (className: string) => `Class ${className} result`,
  first: "The first result will appear here.",
  unread: (count: number) => (count === 1 ? "1 new result" : `${count} new results`),
  noTest: "No test is announced.",
  nextTests: "Next tests",
  links: { results: "Results", materials: "Materials", tests: "Tests" },
} as const;
