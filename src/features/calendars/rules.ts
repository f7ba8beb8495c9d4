import { classes } from "@/lib/classes";
import type { Actions } from "@/lib/may";

export const actions = { keep: "student" } as const satisfies Actions;

const all = "all.ics";

/** The names of the calendars that everybody reads: one for each class, and one for all of them. */
export const feeds: readonly string[] = [all, ...classes.map((one) => `class-${one}.ics`)];

/** Which class a calendar is of; null for all of them, undefined if there is no such calendar. */
export function classOfFeed(feed: string): number | null | undefined {
  if (feed === all) return null;
  return classes.find((one) => feed === `class-${one}.ics`);
}

/** Where the calendar of a class is, or with an empty text that of all classes. */
export const feedPath = (className: string) => `/api/calendar/${className ? `class-${className}.ics` : all}`;

export const ownFeedPath = (token: string) => `/api/calendar/own/${token}.ics`;

/** The secret part of the link of a person's calendar, out of the name that was asked for; undefined for what is none. */
export const tokenOf = (file: string) => /^([\w-]{43})\.ics$/.exec(file)?.[1];

/** The ways by which a calendar at `path` of a site comes into the programs of families. */
export function waysTo(path: string, origin: string) {
  const address = new URL(path, origin).href;
  const webcal = address.replace(/^https?:/, "webcal:");
  return { address, webcal, google: `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(webcal)}` };
}
