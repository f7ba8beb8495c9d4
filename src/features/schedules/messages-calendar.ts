/** The texts of a test in a calendar. Only the server needs them. */
export const events = {
  name: (subject: string, className: string) => `${subject} test, ${className}`,
  page: (url: string) => `The latest details: ${url}`,
} as const;
