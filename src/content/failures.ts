import { institute } from "./institute";

/** What a page says that cannot be shown. */
export const failures = {
  brokenTitle: "This page cannot be shown right now",
  brokenText: `Something went wrong on our side. Please try again. If it happens again, call us on ${institute.phone}.`,
  tryAgain: "Try again",
  home: "Go to the home page",
  missingTitle: "We could not find this page",
  missingText: "The address may have been mistyped, or the page has moved.",
} as const;
