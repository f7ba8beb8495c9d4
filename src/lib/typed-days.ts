import { dateIn } from "./dates";
import { plainDigits } from "./phones";

/** Which number of a date like 03/04/2014 comes first. */
export type DayOrder = "day" | "month";

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

const two = (number: number) => String(number).padStart(2, "0");

function isoOf(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day || year < 1900) return null;
  return `${year}-${two(month)}-${two(day)}`;
}

/** A typed date without the time after it, the spaces around its separators and a dot at its end: `4. 5. 2014.` is `4.5.2014`. */
const plainOf = (text: string) =>
  plainDigits(text)
    .trim()
    .toLowerCase()
    .replace(/[t ] *\d+:[\d:.]+ ?([ap]m|z)?$/, "")
    .replace(/\s*([./-])\s*/g, "$1")
    .replace(/\.$/, "");

/** Two digits mean the latest such year that is not in the future. */
function yearOf(digits = ""): number {
  const year = Number(digits);
  if (digits.length === 4) return year;
  return year > new Date().getUTCFullYear() % 100 ? 1900 + year : 2000 + year;
}

/** The numbers of a date like `03/04/2014`, whose order is ambiguous. */
function numbersOf(text: string): [first: number, second: number, year: number] | null {
  const found = /^(\d{1,2})[./ -](\d{1,2})[./ -](\d{4}|\d{2})$/.exec(plainOf(text));
  return found && [Number(found[1]), Number(found[2]), yearOf(found[3])];
}

/** A moment as programs export it. Midnight in UTC means a date without a time. */
const exported = /^\d{4}-\d\d-\d\d[t ](?!00:00[0:.]*z$)\d\d:\d\d[\d:.]*z$/i;

/** A typed day as `2014-05-04`, an exported moment as its day in the time zone; null if there is no such day. */
export function typedDay(text: string, order: DayOrder, timeZone: string): string | null {
  if (exported.test(text.trim())) {
    const moment = new Date(text.trim());
    return Number.isNaN(moment.getTime()) ? null : dateIn(timeZone, moment);
  }
  const plain = plainOf(text);
  const iso = /^(\d{4})[-./](\d{1,2})[-./](\d{1,2})$/.exec(plain);
  if (iso) return isoOf(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const named = /^(\d{1,2})(?:st|nd|rd|th)?[\s.-]*([a-z]{3})[a-z]*[\s.,-]*(\d{4}|\d{2})$/.exec(plain);
  if (named) return isoOf(yearOf(named[3]), months.indexOf(named[2] ?? "") + 1, Number(named[1]));
  const american = /^([a-z]{3})[a-z]*[\s.-]*(\d{1,2})(?:st|nd|rd|th)?[\s,]+(\d{4}|\d{2})$/.exec(plain);
  if (american) return isoOf(yearOf(american[3]), months.indexOf(american[1] ?? "") + 1, Number(american[2]));
  const numbers = numbersOf(text);
  if (!numbers) return null;
  const [first, second, year] = numbers;
  return order === "day" ? isoOf(year, second, first) : isoOf(year, first, second);
}

/** The order of day and month in a column of dates; null if it is ambiguous, so that the user has to choose. */
export function orderOf(texts: readonly string[]): DayOrder | null {
  const numbers = texts.flatMap((text) => [numbersOf(text)].filter((one) => one !== null));
  const dayFirst = numbers.some(([first]) => first > 12);
  const monthFirst = numbers.some(([, second]) => second > 12);
  if (dayFirst !== monthFirst) return dayFirst ? "day" : "month";
  return numbers.some(([first, second]) => first !== second) ? null : "day";
}

/** True if a text that is not a valid day has words other than an English month, like `4. Mai 2014`. */
export function hasForeignWord(text: string): boolean {
  const words = plainOf(text).match(/[\p{L}\p{M}]+/gu) ?? [];
  return words.some((word) => !/^(st|nd|rd|th)$/.test(word) && !months.includes(word.slice(0, 3)));
}
