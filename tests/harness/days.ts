import { dateHere } from "@/content/institute";
import { labelFor } from "@/features/years/rules";
import { addDays } from "@/lib/dates";

/** The institute's date in `days` days, for what must lie in the future: a fixed date is past some day. */
export const inDays = (days: number): string => addDays(dateHere(new Date()), days);

const daysOf = (date: string) => Date.parse(date) / 86_400_000;
const sinceWritten = daysOf(inDays(0)) - daysOf("2026-11-29");

/**
 * A date as far from today as the given one is from 29 November 2026. A test written for that day passes on any other
 * day, even at the end of a school year, because its years and its dates shift together.
 */
export const shifted = (date: string): string => addDays(date, sinceWritten);

function shiftedYear(first: string, last: string) {
  const days = { firstDay: shifted(first), lastDay: shifted(last) };
  return { label: labelFor(days), ...days };
}

/** The label of a shifted school year: 2026 gives that of the current one. */
export const shiftedLabel = (begins: number): string => shiftedYear(`${begins}-04-01`, `${begins + 1}-03-31`).label;

/** The current school year of the journeys, which share a product, and the next one. */
export const journeyYear = shiftedYear("2026-06-15", "2027-04-30");
export const nextJourneyYear = shiftedYear("2027-06-14", "2028-04-30");
