/** A calendar date of the database (midnight UTC) as `2026-11-20`. */
export function isoDate(date: Date): string {
  return date.toISOString().slice(0, 10);
}

// Spelt here: browsers and servers do not agree on the names' short forms (Sep, Sept), and their HTML must agree.
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** A calendar date for people, `20 Nov 2026`. */
export function shownDate(iso: string): string {
  const date = new Date(iso);
  return `${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** A calendar date for people with its day of the week, `Friday, 20 Nov 2026`. */
export function shownDay(iso: string): string {
  return `${weekdays[new Date(iso).getUTCDay()]}, ${shownDate(iso)}`;
}

/** The calendar date that it is now in a time zone, as `2026-11-20`. */
export function dateIn(timeZone: string, now: Date): string {
  // Swedish writes dates as ISO does.
  return new Intl.DateTimeFormat("sv-SE", { timeZone }).format(now);
}

/** A time zone for people, with how far its clocks are ahead at a moment: `Asia/Kolkata (GMT+5:30)`. */
export function shownZone(timeZone: string, moment: Date): string {
  const parts = new Intl.DateTimeFormat("en-GB", { timeZone, timeZoneName: "shortOffset" }).formatToParts(moment);
  return `${timeZone} (${parts.find(({ type }) => type === "timeZoneName")?.value})`;
}

/** A moment for people on the clock of a time zone, `20 Nov 2026, 14:05`. */
export function shownMoment(moment: Date, timeZone: string): string {
  const time = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone });
  return `${shownDate(dateIn(timeZone, moment))}, ${time.format(moment)}`;
}

/** A moment for programs and tables on the clock of a time zone, `2026-11-20 14:05`. */
export function stampIn(timeZone: string, moment: Date): string {
  // Swedish writes a moment as ISO does.
  return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" }).format(moment);
}

/** The moment at which the clocks of a time zone show a time, which is given as if they showed UTC. */
export function momentOn(timeZone: string, utc: number): Date {
  // Swedish writes a moment as ISO does.
  const clock = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  const ahead = (moment: number) =>
    Date.parse(`${clock.format(moment).replace(" ", "T")}Z`) - Math.floor(moment / 1000) * 1000;
  // Asked again at the moment found: the clocks may have been changed between the two.
  return new Date(utc - ahead(utc - ahead(utc)));
}
