// Apart from `dates.ts`, which every public page loads.
import { addDays, leafOf } from "./dates";

/** Formats a date as `20 Nov`, with the year if it is not the current one. */
export function shortDate(iso: string, today: string): string {
  const { day, month, year } = leafOf(iso, today);
  return `${day} ${month} ${year}`.trim();
}

/** Formats a date as `Fri, 20 Nov`, with the year if it is not the current one. */
export function shortDay(iso: string, today: string): string {
  return `${leafOf(iso, today).weekday}, ${shortDate(iso, today)}`;
}

/** Whether a date is today, tomorrow, or past. */
export const isNear = (iso: string, today: string) => iso <= addDays(today, 1);
