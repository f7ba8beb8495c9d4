/** The texts of a person's own tests. */
export const own = {
  title: "Tests",
  lead: "The coming tests of your class.",
  leadOf: (className: string) => `The coming tests of Class ${className}.`,
  placeholder: "Your tests will appear here.",
  placeholderHint:
    "The tests of your class appear here once the office has put you into one. Until then, you can look at all tests.",
  browseAll: "See all tests",
} as const;
