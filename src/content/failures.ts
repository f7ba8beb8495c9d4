/** The texts of a page that cannot be shown. Every page loads this file, so it imports nothing. */
export const failures = {
  brokenTitle: "This page cannot be shown right now",
  brokenText: "Something went wrong on our side. Please try again. If it happens again, please call us.",
  tryAgain: "Try again",
  home: "Go to the home page",
  missingTitle: "We could not find this page",
  missingText: "The address may have been mistyped, or the page has moved.",
} as const;
