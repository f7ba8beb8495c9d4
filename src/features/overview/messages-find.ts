/** The texts of the search, loaded with it. */
export const finding = {
  button: "Find anything",
  keys: "Ctrl K",
  title: "Find anything",
  /** What the search finds: applications and settings only if their pages are open to the person. */
  hint: (hasApplications: boolean, hasSettings: boolean) =>
    `Students, exams, materials${hasApplications ? ", applications" : ""}${hasSettings ? ", settings" : ""} and pages`,
  placeholder: "A name, a number, a subject",
  kinds: {
    pages: "Page",
    students: "Student",
    exams: "Exam",
    materials: "Material",
    applications: "Application",
    settings: "Setting",
  },
  nothing: "Nothing was found.",
  failed: "The search did not answer. Type on to try again.",
  found: (count: number) => (count === 1 ? "1 thing found" : `${count} things found`),
  foundMore: (count: number) => `The first ${count} things found`,
  firstOnes: (most: number) => `At most ${most} of each kind are listed. Type more to find others.`,
} as const;
