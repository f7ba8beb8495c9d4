// Apart from `dates.ts`, which every public page loads.
import { addDays, leafOf } from "./dates";

/** Formats a date as `Fri, 20 Nov`, with the year if it is not the current one. */
export function shortDay(iso: string, today: string): string {
  const { weekday, day, month, year } = leafOf(iso, today);
  return `${weekday}, ${day} ${month} ${year}`.trim();
}

/** Whether a date is today, tomorrow, or past. */
export const isNear = (iso: string, today: string) => iso <= addDays(today, 1);
