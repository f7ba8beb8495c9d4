import { addDays } from "@/lib/dates";

const weeksShown = 12;

/** The Mondays of the last weeks up to that of a day, earliest first. */
export function mondaysUntil(today: string): string[] {
  const monday = addDays(today, -((new Date(today).getUTCDay() + 6) % 7));
  return Array.from({ length: weeksShown }, (_, index) => addDays(monday, -7 * (weeksShown - 1 - index)));
}

/** The median; null for an empty list. */
export function medianOf(values: readonly number[]): number | null {
  const inOrder = values.toSorted((one, other) => one - other);
  const middle = inOrder.slice(Math.floor((inOrder.length - 1) / 2), Math.floor(inOrder.length / 2) + 1);
  return middle.length === 0 ? null : middle.reduce((sum, value) => sum + value, 0) / middle.length;
}

/** A duration in words: `5 h 20 min`. */
export function shownMinutes(minutes: number): string {
  const whole = Math.round(minutes);
  const [hours, rest] = [Math.floor(whole / 60), whole % 60];
  return [...(hours > 0 ? [`${hours} h`] : []), ...(rest > 0 || hours === 0 ? [`${rest} min`] : [])].join(" ");
}
