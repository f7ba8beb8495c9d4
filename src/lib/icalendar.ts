/** An event of a calendar (RFC 5545). */
export type CalendarEvent = {
  /** Never changes: calendar programs match events by it. */
  uid: string;
  /** Increases with every change of start, length or state. */
  sequence: number;
  changedAt: Date;
  /** Two moments, or whole days; `dayAfter` is exclusive. */
  time: { start: Date; end: Date } | { firstDay: string; dayAfter: string };
  isCancelled: boolean;
  summary: string;
  description: string | null;
  location: string | null;
  url: string | null;
};

/** How often calendar programs should refresh. */
const interval = "PT1H";

/** A calendar in iCalendar format. Times are in UTC, which needs no VTIMEZONE. */
export function calendarOf(name: string, events: readonly CalendarEvent[]): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Lyceum//Tests//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    ...[`NAME:${escaped(name)}`, `X-WR-CALNAME:${escaped(name)}`],
    ...[`REFRESH-INTERVAL;VALUE=DURATION:${interval}`, `X-PUBLISHED-TTL:${interval}`],
    ...events.flatMap(linesOf),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

function linesOf(event: CalendarEvent): string[] {
  const { uid, sequence, changedAt, time, isCancelled, summary, description, location, url } = event;
  const areDays = "firstDay" in time;
  return [
    "BEGIN:VEVENT",
    `UID:${uid}`,
    `SEQUENCE:${sequence}`,
    ...[`DTSTAMP:${utc(changedAt)}`, `LAST-MODIFIED:${utc(changedAt)}`],
    ...(areDays
      ? [`DTSTART;VALUE=DATE:${basic(time.firstDay)}`, `DTEND;VALUE=DATE:${basic(time.dayAfter)}`]
      : [`DTSTART:${utc(time.start)}`, `DTEND:${utc(time.end)}`]),
    `STATUS:${isCancelled ? "CANCELLED" : "CONFIRMED"}`,
    // Cancelled events and whole days do not mark anybody as busy.
    ...(isCancelled || areDays ? ["TRANSP:TRANSPARENT"] : []),
    `SUMMARY:${escaped(summary)}`,
    ...(description ? [`DESCRIPTION:${escaped(description)}`] : []),
    ...(location ? [`LOCATION:${escaped(location)}`] : []),
    ...(url ? [`URL:${url}`] : []),
    "END:VEVENT",
  ];
}

/** `20261120T040000Z` */
const utc = (moment: Date) => moment.toISOString().replaceAll(/[-:]|\.\d+/g, "");

/** `20261120` */
const basic = (date: string) => date.replaceAll("-", "");

const escaped = (text: string) => text.replaceAll(/[\\;,]/g, "\\$&").replaceAll(/\r\n|\r|\n/g, "\\n");

const longest = 75;

/** Folds a line to 75 octets at most (RFC 5545), never inside of a character. */
function folded(line: string): string {
  let octets = 0;
  let written = "";
  for (const letter of line) {
    const size = octetsOf(letter.codePointAt(0) ?? 0);
    if (octets + size > longest) {
      written += "\r\n ";
      octets = 1;
    }
    written += letter;
    octets += size;
  }
  return written;
}

/** The length of a character in UTF-8. */
function octetsOf(code: number): number {
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}
