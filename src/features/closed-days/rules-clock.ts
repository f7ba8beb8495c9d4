type Span = { opens: string; closes: string };

/** When the institute works: days of the week, hours, and days that are closed or half. */
export type WorkingTime = {
  workingDays: readonly string[];
  hours: { wholeDay: Span; halfSaturday: Span | null };
  closedDays: readonly { firstDay: string; lastDay: string; kind: "closed" | "half" }[];
};

const weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

/** When a half day ends. */
const noon = "12:00";

/** A promise is not looked for beyond so many days: somebody may have closed every one of them. */
const farthest = 800;

const day = 24 * 60 * 60 * 1000;

/** When the institute closes on a date; null where it does not open. */
export function closingTime(date: string, { workingDays, hours, closedDays }: WorkingTime): string | null {
  const weekday = weekdays[new Date(date).getUTCDay()] ?? "";
  if (!workingDays.includes(weekday)) return null;
  const found = closedDays.find(({ firstDay, lastDay }) => firstDay <= date && date <= lastDay);
  if (found?.kind === "closed") return null;
  const { opens, closes } = (weekday === "saturday" && hours.halfSaturday) || hours.wholeDay;
  const ends = found?.kind === "half" && noon < closes ? noon : closes;
  return opens < ends ? ends : null;
}

/**
 * The end of hours on the last of so many business days. The day on which something comes in does not count, whatever the hour; a
 * half day counts and ends earlier. Null where the institute does not open so often in two years.
 */
export function dueAt(
  received: string,
  businessDays: number,
  time: WorkingTime,
): { date: string; time: string } | null {
  let left = businessDays;
  for (let ahead = 1; ahead <= farthest; ahead += 1) {
    const date = new Date(Date.parse(received) + ahead * day).toISOString().slice(0, 10);
    const closes = closingTime(date, time);
    if (closes === null) continue;
    left -= 1;
    if (left === 0) return { date, time: closes };
  }
  return null;
}
