// Separate from `rules.ts`, because the public list does not need the parser of ISO 8601.
import { stampIn } from "@/lib/dates";
import { momentOfIso } from "@/lib/iso-time";

/** The time of a minute field; an unchanged one keeps its seconds. */
export function expiryOf(typed: string, before: Date | null, zone: string): string | null {
  if (before && typed === minuteIn(before, zone)) return before.toISOString();
  return momentOfIso(typed, zone)?.toISOString() ?? null;
}

/** A date and a time of day as `2031-05-01T10:00`, or only the date. */
export const momentTyped = (day: string, time: string) => [day, time].filter(Boolean).join("T");

/** The text of a time in a minute field. */
export const minuteIn = (moment: Date, zone: string) => stampIn(zone, moment).replace(" ", "T");
