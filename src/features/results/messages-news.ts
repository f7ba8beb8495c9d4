const results = (count: number, one: string, many: string) => (count === 1 ? one : many);

/** The texts of the combined email about results (decision 177). */
export const news = {
  acts: {
    added: (count: number) => results(count, "A new result", "New results"),
    corrected: (count: number) => results(count, "A corrected result", "Corrected results"),
    withdrawn: (count: number) => results(count, "A withdrawn result", "Withdrawn results"),
  },
  news: "News about results",
  subject: (what: string, className: string | null) => (className === null ? what : `${what} for Class ${className}`),
  subjectOf: (what: string, names: string) => `${what} of ${names}`,
  sentence: (what: string, child: string | null, className: string, exam: string | null, subjects: string) =>
    `${[
      `${what}${child === null ? "" : ` of ${child}`} for Class ${className}`,
      [exam, subjects].filter(Boolean).join(": "),
    ]
      .filter(Boolean)
      .join(", ")}.`,
} as const;
