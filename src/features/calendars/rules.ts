import type { Actions } from "@/lib/may";
import { storedClasses } from "@/lib/stored-classes";

export const actions = { keep: "student" } as const satisfies Actions;

const all = "all.ics";

/** The names of the public calendars: one for each class that a test may be of, and one for all. */
export const feeds: readonly string[] = [all, ...storedClasses.map((one) => `class-${one}.ics`)];

/** The class of a calendar; null for all classes, undefined if there is no such calendar. */
export function classOfFeed(feed: string): number | null | undefined {
  if (feed === all) return null;
  return storedClasses.find((one) => feed === `class-${one}.ics`);
}

/** The path of a class's calendar; empty text stands for all classes. */
export const feedPath = (className: string) => `/api/calendar/${className ? `class-${className}.ics` : all}`;

export const ownFeedPath = (token: string) => `/api/calendar/own/${token}.ics`;

/** The secret in the name of a personal calendar; undefined if it has none. */
export const tokenOf = (file: string) => /^([\w-]{43})\.ics$/.exec(file)?.[1];

/** The ways to subscribe to the calendar at `path` of a site. */
export function waysTo(path: string, origin: string) {
  const address = new URL(path, origin).href;
  const webcal = address.replace(/^https?:/, "webcal:");
  return { address, webcal, google: `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(webcal)}` };
}
