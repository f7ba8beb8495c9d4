import { storedClasses } from "@/lib/stored-classes";
import { allFeed } from "./rules";

/** The names of the public calendars: one for each class that a test can have, and one for all classes. */
export const feeds: readonly string[] = [allFeed, ...storedClasses.map((one) => `class-${one}.ics`)];

/** The class of a calendar; null for all classes, undefined if there is no such calendar. */
export function classOfFeed(feed: string): number | null | undefined {
  if (feed === allFeed) return null;
  return storedClasses.find((one) => feed === `class-${one}.ics`);
}
