/** Formats a date of the database (midnight UTC) as `2026-11-20`. */
export function isoDate(date: Date): string {
  return date.toISOString().slice(0, 10);
}

const day = 24 * 60 * 60 * 1000;

/** The date some days after another one, clamped to the range of a date field. */
export function addDays(date: string, days: number): string {
  const time = Date.parse(date) + days * day;
  return isoDate(new Date(Math.min(Math.max(time, Date.parse("0001-01-01")), Date.parse("9999-12-31"))));
}

// Not from Intl: browsers and servers abbreviate differently (Sep, Sept), which breaks hydration.
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** Formats a date as `20 Nov 2026`. */
export function shownDate(iso: string): string {
  const date = new Date(iso);
  return `${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** Formats a date as `Friday, 20 Nov 2026`. */
export function shownDay(iso: string): string {
  return `${weekdays[new Date(iso).getUTCDay()]}, ${shownDate(iso)}`;
}

const monthFormat = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });

/** A month of a date: `November 2026`. */
export const shownMonth = (iso: string) => monthFormat.format(new Date(iso));

/** The parts of a date as on a calendar leaf; the year is empty in the current year. */
export function leafOf(iso: string, today: string): { day: number; weekday: string; month: string; year: string } {
  const date = new Date(iso);
  return {
    day: date.getUTCDate(),
    weekday: weekdays[date.getUTCDay()]?.slice(0, 3) ?? "",
    month: months[date.getUTCMonth()] ?? "",
    year: iso.slice(0, 4) === today.slice(0, 4) ? "" : String(date.getUTCFullYear()),
  };
}

const week = 7 * day;

/** Less than a week old, counted in calendar dates. */
export const isNewOn = (day: string, today: string) => Date.parse(today) - Date.parse(day) < week;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Creating a format takes sixty times as long as using it. The Swedish one is ISO 8601 once its year is padded. */
function formatOf(locale: "sv-SE" | "en-GB", options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options]);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, format);
  return format;
}

/** The current date in a time zone, as `2026-11-20`. */
export function dateIn(timeZone: string, now: Date): string {
  return formatOf("sv-SE", { timeZone }).format(now).padStart(10, "0");
}

/** A time zone with its offset at a moment: `Asia/Kolkata (GMT+5:30)`. */
export function shownZone(timeZone: string, moment: Date): string {
  const parts = formatOf("en-GB", { timeZone, timeZoneName: "shortOffset" }).formatToParts(moment);
  return `${timeZone} (${parts.find(({ type }) => type === "timeZoneName")?.value})`;
}

/** How times are written: `14:05` or `2:05 pm`. */
export type ClockStyle = "24" | "12";

/** Formats a time of the day, `14:05`, in a clock style. */
export function shownTime(time: string, clock: ClockStyle): string {
  if (clock === "24") return time;
  const [hour = 0, minutes = ""] = [Number(time.slice(0, 2)), time.slice(3)];
  return `${hour % 12 || 12}:${minutes} ${hour < 12 ? "am" : "pm"}`;
}

/** Formats a moment in a time zone as `20 Nov 2026, 14:05` or `20 Nov 2026, 2:05 pm`. */
export function shownMoment(moment: Date, timeZone: string, clock: ClockStyle): string {
  return `${shownDate(dateIn(timeZone, moment))}, ${shownMinute(moment, timeZone, clock)}`;
}

/** Formats the time of the day of a moment in a time zone as `14:05` or `2:05 pm`. */
export function shownMinute(moment: Date, timeZone: string, clock: ClockStyle): string {
  const time = formatOf("en-GB", { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone });
  return shownTime(time.format(moment), clock);
}

/** Formats a moment in a time zone as `2026-11-20 14:05`. */
export function stampIn(timeZone: string, moment: Date): string {
  return formatOf("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" }).format(moment).padStart(16, "0");
}

/** Converts a local time of a time zone, given as if it were UTC, to a moment. A time that the clocks skip is moved forward with them. */
export function momentOn(timeZone: string, utc: number): Date {
  const clock = formatOf("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  // Six digits of the year: on the last day of 9999 a clock may be in 10000.
  const ahead = (moment: number) =>
    Date.parse(`+${clock.format(moment).padStart(21, "0").replace(" ", "T")}Z`) - Math.floor(moment / 1000) * 1000;
  // Repeat with the result: the offset may change between the two moments.
  const found = ahead(utc - ahead(utc));
  return new Date(utc - Math.min(found, ahead(utc - found)));
}
