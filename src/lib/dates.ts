/** A calendar date of the database (midnight UTC) as `2026-11-20`. */
export function isoDate(date: Date): string {
  return date.toISOString().slice(0, 10);
}

// One locale and one zone, so that the server's HTML and the browser's agree to the letter.
const dayInUtc = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });

/** A date for people, `20 Nov 2026`, from an ISO date or timestamp. */
export function shownDate(iso: string): string {
  return dayInUtc.format(new Date(iso));
}

const dayAndWeekday = new Intl.DateTimeFormat("en-GB", {
  weekday: "long",
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});

/** A calendar date for people with its day of the week, `Friday, 20 Nov 2026`. */
export function shownDay(iso: string): string {
  // Put together here: not all versions agree on the comma.
  const parts = dayAndWeekday.formatToParts(new Date(iso));
  const part = (type: string) => parts.find((one) => one.type === type)?.value;
  return `${part("weekday")}, ${part("day")} ${part("month")} ${part("year")}`;
}

/** The calendar date that it is now in a time zone, as `2026-11-20`. */
export function dateIn(timeZone: string, now: Date): string {
  // Swedish writes dates as ISO does.
  return new Intl.DateTimeFormat("sv-SE", { timeZone }).format(now);
}

/** A moment for people on the clock of a time zone, `20 Nov 2026, 14:05`. */
export function shownMoment(iso: string, timeZone: string): string {
  const moment = new Date(iso);
  const time = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone });
  return `${shownDate(dateIn(timeZone, moment))}, ${time.format(moment)}`;
}
