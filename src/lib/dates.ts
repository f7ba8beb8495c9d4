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
