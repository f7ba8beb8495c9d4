const tests = (count: number, one: string, many: string) => (count === 1 ? one : many);

/** The texts of emails about tests, and of the forms that show who gets them. */
export const news = {
  acts: {
    announced: (count: number) => tests(count, "New test", "New tests"),
    moved: (count: number) => tests(count, "Test moved", "Tests moved"),
    cancelled: (count: number) => tests(count, "Test cancelled", "Tests cancelled"),
    restored: (count: number) => tests(count, "Test takes place after all", "Tests take place after all"),
  },
  news: "News about tests",
  subject: (what: string, test: string | null, names: string) =>
    `${what}${test === null ? "" : `: ${test}`}${names === "" ? "" : ` (${names})`}`,
  what: (subject: string, className: number, sections: string, names: string) =>
    `${subject}, Class ${className}${sections === "" ? "" : ` ${sections}`}${names === "" ? "" : ` (${names})`}`,
  fromTo: (before: string, after: string) => `from ${before} to ${after}`,
  /** The rest may end in a typed reason, which may have its own full stop. */
  sentence: (what: string, test: string, rest: string) => `${what}: ${test}, ${rest}${/[.!?।]$/.test(rest) ? "" : "."}`,
  more: (count: number) => tests(count, "And one more test.", `And ${count} more tests.`),
  greeting: (name: string) => `Dear ${name},`,
  hint: "Calendars that you subscribed to may show it later.",
  link: "See the tests",

  reachOf: {
    students: (count: number) => tests(count, "1 student", `${count} students`),
    guardians: (count: number) => tests(count, "1 guardian", `${count} guardians`),
    nobody: "Nobody is told of this by email.",
    atOnce: "at once",
    afterPause: "in ten minutes",
    mailed: (time: string, people: string) => `Told ${time}: ${people} by email`,
    kept: (time: string, people: string) =>
      `No mail server is set up: emails to ${people} are kept as files ${time}, and nobody gets them`,
    inDigest: (count: number, isMailOn: boolean) => `${count} in the ${isMailOn ? "email" : "file"} of the day`,
    onlyLater: (inDigest: string, isMailOn: boolean) =>
      `${isMailOn ? "Told later" : "No mail server is set up"}: ${inDigest}`,
    others: (count: number) => `${count} without email`,
  },
} as const;
