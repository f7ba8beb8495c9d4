import { dateIn, momentOn } from "./dates";

const day = 24 * 60 * 60 * 1000;
const [year, month, date, ordinal] = ["(?<year>\\d{4})", "(?<month>\\d\\d)", "(?<date>\\d\\d)", "(?<ordinal>\\d{3})"];
const [week, weekday] = ["W(?<week>\\d\\d)", "(?<weekday>[1-7])"];

/** ISO 8601 dates, with or without hyphens: calendar, week and ordinal dates. */
const days = [
  [year, month, date],
  [year, week, weekday],
  [year, ordinal],
].flatMap((parts) => [new RegExp(`^${parts.join("-")}$`), new RegExp(`^${parts.join("")}$`)]);

const [hour, minute, second, fraction] = [
  "(?<hour>\\d\\d)",
  "(?<minute>\\d\\d)",
  "(?<second>\\d\\d)",
  "(?:[.,](?<fraction>\\d+))?",
];
const zone = "(?<zone>Z|(?<sign>[+\u2212-])(?<ahead>\\d\\d)(?::?(?<aheadMinutes>\\d\\d))?)?";

/** ISO 8601 times; a fraction belongs to the last unit. */
const times = [
  `${hour}${fraction}`,
  `${hour}:?${minute}${fraction}`,
  `${hour}:${minute}:${second}${fraction}`,
  `${hour}${minute}${second}${fraction}`,
].map((parts) => new RegExp(`^${parts}${zone}$`));

type Parts = Record<string, string | undefined>;

function partsOf(patterns: RegExp[], text: string): Parts | undefined {
  for (const pattern of patterns) {
    const groups = pattern.exec(text)?.groups;
    if (groups) return groups;
  }
  return undefined;
}

/** The last day of a year, a month or a week; any other text as it is. */
function lastDayOf(text: string): string {
  if (/^\d{4}$/.test(text)) return `${text}-12-31`;
  if (/^\d{4}-?W\d\d$/.test(text)) return `${text}${text.includes("-") ? "-" : ""}7`;
  const [, inYear, inMonth] = /^(\d{4})-(\d\d)$/.exec(text) ?? [];
  return inYear && inMonth ? `${text}-${new Date(Date.UTC(Number(inYear), Number(inMonth), 0)).getUTCDate()}` : text;
}

/** Midnight UTC of a date; undefined if invalid. */
function dayOf(text: string): number | undefined {
  const parts = partsOf(days, text);
  if (!parts || parts.year === "0000") return undefined;
  const firstOfYear = Date.parse(`${parts.year}-01-01`);
  const inYear = (moment: number) => (new Date(moment).getUTCFullYear() === Number(parts.year) ? moment : undefined);
  if (parts.ordinal)
    return Number(parts.ordinal) < 1 ? undefined : inYear(firstOfYear + (Number(parts.ordinal) - 1) * day);
  if (parts.week) {
    // Week 1 contains January 4; a week belongs to the year of its Thursday.
    const fourth = firstOfYear + 3 * day;
    const monday = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * day + (Number(parts.week) - 1) * 7 * day;
    return inYear(monday + 3 * day) && monday + (Number(parts.weekday) - 1) * day;
  }
  const moment = Date.parse(`${parts.year}-${parts.month}-${parts.date}`);
  // Some engines accept February 30.
  return new Date(moment).getUTCDate() === Number(parts.date) ? moment : undefined;
}

type Clock = { time: number; ahead: number | undefined; isLeap?: boolean };

/** The time of day and the offset from UTC, if given, in milliseconds. */
function timeOf(text: string): Clock | undefined {
  const parts = partsOf(times, text);
  if (!parts) return undefined;
  const [hours, minutes, seconds] = [Number(parts.hour), Number(parts.minute ?? 0), Number(parts.second ?? 0)];
  const last = parts.second ? 1000 : parts.minute ? 60_000 : 3_600_000;
  const time =
    hours * 3_600_000 +
    minutes * 60_000 +
    seconds * 1000 +
    Math.floor(Number(`0.${(seconds < 60 && parts.fraction) || 0}`) * last + 1e-6);
  // 24:00 is the end of the day; a leap second ends with it in UTC.
  if (minutes > 59 || seconds > 60 || time > day) return undefined;
  const [aheadHours, aheadMinutes] = [Number(parts.ahead ?? 0), Number(parts.aheadMinutes ?? 0)];
  if (aheadHours > 23 || aheadMinutes > 59) return undefined;
  const ahead = (parts.sign === "+" ? 1 : -1) * (aheadHours * 3_600_000 + aheadMinutes * 60_000);
  return { time, ahead: parts.zone ? ahead : undefined, isLeap: seconds === 60 };
}

/**
 * Parses any form of ISO 8601. A year, a month, a week or a day without a time means its end; a time without an offset is in
 * `timeZone`. Undefined if invalid, or after the year 9999 in UTC or in `timeZone`.
 */
export function momentOfIso(text: string, timeZone: string): Date | undefined {
  const [date = "", time, ...rest] = text.trim().toUpperCase().split("T");
  const start = dayOf(time === undefined ? lastDayOf(date) : date);
  const clock: Clock | undefined = time === undefined ? { time: day, ahead: undefined } : timeOf(time);
  if (start === undefined || !clock || rest.length > 0) return undefined;
  const wall = start + clock.time;
  const found = clock.ahead === undefined ? momentOn(timeZone, wall) : new Date(wall - clock.ahead);
  // The end of a day is just before the next one: its own last minute may come twice.
  const moment = time === undefined ? new Date(found.getTime() - 1) : found;
  const isTooLate = moment.getUTCFullYear() > 9999 || dateIn(timeZone, moment).length > 10;
  return isTooLate || (clock.isLeap && moment.getTime() % day !== 0) ? undefined : moment;
}
