import { addDays } from "@/lib/dates";

export type Span = { opens: string; closes: string };

/** When the institute works: weekdays, hours, and closed or half days. */
export type WorkingTime = {
  workingDays: readonly string[];
  hours: { wholeDay: Span; halfSaturday: Span | null };
  closedDays: readonly { firstDay: string; lastDay: string; kind: "closed" | "half" }[];
};

const weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

/** When a half day ends. */
const noon = "12:00";

/** Maximum number of days searched for a due date: every one of them may be closed. */
const farthest = 800;

/** The hours of a date; null if closed. */
export function hoursOn(date: string, { workingDays, hours, closedDays }: WorkingTime): Span | null {
  const weekday = weekdays[new Date(date).getUTCDay()] ?? "";
  if (!workingDays.includes(weekday)) return null;
  const found = closedDays.find(({ firstDay, lastDay }) => firstDay <= date && date <= lastDay);
  if (found?.kind === "closed") return null;
  const { opens, closes } = (weekday === "saturday" && hours.halfSaturday) || hours.wholeDay;
  const ends = found?.kind === "half" && noon < closes ? noon : closes;
  return opens < ends ? { opens, closes: ends } : null;
}

/** The closing time of a date; null if closed. */
export const closingTime = (date: string, time: WorkingTime): string | null => hoursOn(date, time)?.closes ?? null;

/**
 * Closing time after this number of business days. The day of receipt does not count, at any hour; a half day counts and
 * ends earlier. Null if the institute is not open often enough in two years.
 */
export function dueAt(
  received: string,
  businessDays: number,
  time: WorkingTime,
): { date: string; time: string } | null {
  let left = businessDays;
  for (let ahead = 1; ahead <= farthest; ahead += 1) {
    const date = addDays(received, ahead);
    const closes = closingTime(date, time);
    if (closes === null) continue;
    left -= 1;
    if (left === 0) return { date, time: closes };
  }
  return null;
}

type Stamp = { date: string; time: string };

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** Opening minutes between two moments in the institute's zone. */
export function openMinutes(from: Stamp, to: Stamp, time: WorkingTime): number {
  let minutes = 0;
  for (let ahead = 0; ahead <= farthest; ahead += 1) {
    const date = addDays(from.date, ahead);
    if (date > to.date) break;
    const span = hoursOn(date, time);
    if (!span) continue;
    const begins = date === from.date && from.time > span.opens ? from.time : span.opens;
    const ends = date === to.date && to.time < span.closes ? to.time : span.closes;
    minutes += Math.max(0, minutesOf(ends) - minutesOf(begins));
  }
  return minutes;
}
