import type { Actions } from "@/lib/may";

export const actions = { keep: "student" } as const satisfies Actions;

/** Links per hour that a person may create for their own calendar. */
export const renewalLimit = { name: "calendar-links", points: 10, seconds: 60 * 60 };

/** The calendar of all classes. */
export const allFeed = "all.ics";

/** The path of a class's calendar; empty text stands for all classes. */
export const feedPath = (className: string) => `/api/calendar/${className ? `class-${className}.ics` : allFeed}`;

export const ownFeedPath = (token: string) => `/api/calendar/own/${token}.ics`;

/** The secret in the name of a personal calendar; undefined if it has none. */
export const tokenOf = (file: string) => /^([\w-]{43})\.ics$/.exec(file)?.[1];

/** The ways to subscribe to the calendar at `path` of a site. */
export function waysTo(path: string, origin: string) {
  const address = new URL(path, origin).href;
  const webcal = address.replace(/^https?:/, "webcal:");
  return { address, webcal, google: `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(webcal)}` };
}
