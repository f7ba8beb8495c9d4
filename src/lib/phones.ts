import { withoutDirections } from "./plain-text";

/**
 * How numbers are dialled in a country: its code, and how many digits a number there has without it, and without the zero
 * before it.
 */
export type Dialling = { code: string; digits: number | { from: number; to: number } };

/** The fewest and the most digits of a number of the country. */
export const digitsOf = ({ digits }: Dialling) => (typeof digits === "number" ? { from: digits, to: digits } : digits);

const zeros = [0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66];

/** The same text with the digits of other scripts as 0 to 9, and without marks of direction. */
export function plainDigits(text: string): string {
  return withoutDirections(text.normalize("NFKC")).replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = zeros.find((first) => code >= first && code < first + 10);
    return zero === undefined ? digit : String(code - zero);
  });
}

/** A typed telephone number as E.164, by default with the country code of the institute. Null if the text is not one. */
export function phoneOf(text: string, dialling: Dialling): string | null {
  const { code } = dialling;
  const { from, to } = digitsOf(dialling);
  const plain = plainDigits(text).replace(/[\s().\u2010-\u2015/-]/g, "");
  if (!/^\+?\d{6,18}$/.test(plain)) return null;
  const number = plain.replace(/^00/, "+").replace(/^0/, `+${code}`);
  // Where lengths differ, a short number without + or 0 may lack its area code (decision 383).
  const readings = number.startsWith("+")
    ? [number]
    : [number.length === to ? `+${code}${number}` : "", number.startsWith(code) ? `+${number}` : ""];
  const [dialled, other] = readings.filter((one) => {
    const length = one.length - 1 - code.length;
    return /^\+[1-9]\d{6,14}$/.test(one) && (!one.startsWith(`+${code}`) || (length >= from && length <= to));
  });
  return dialled !== undefined && other === undefined ? dialled : null;
}

/** A number in E.164 as it is read: that of the institute's country in groups of at most five digits. */
export function shownPhone(number: string, { code }: Dialling): string {
  if (!number.startsWith(`+${code}`)) return number;
  let rest = number.slice(1 + code.length);
  const groups = [];
  for (let count = Math.ceil(rest.length / 5); count > 0; count -= 1) {
    const length = Math.ceil(rest.length / count);
    groups.push(rest.slice(0, length));
    rest = rest.slice(length);
  }
  return [`+${code}`, ...groups].join(" ");
}

/** Digits with the separators of one number. */
const run = /[+(]{0,2}\d(?:[\d\s().\u2010-\u2015-]*\d)?/g;

/** The longest telephone number at the beginning of `words`, and how many of the words belong to it. */
function firstOf(words: readonly string[], dialling: Dialling): { number: string; length: number } | undefined {
  for (let length = words.length; length > 0; length -= 1) {
    const number = phoneOf(words.slice(0, length).join(" "), dialling);
    if (number) return { number, length };
  }
  return undefined;
}

function numbersIn(text: string, dialling: Dialling): string[] {
  const whole = phoneOf(text, dialling);
  if (whole) return [whole];
  const words = text.split(/\s+/).filter(Boolean);
  const found: string[] = [];
  for (let at = 0; at < words.length; ) {
    const first = firstOf(words.slice(at), dialling);
    if (first) found.push(first.number);
    at += first?.length ?? 1;
  }
  return found;
}

/**
 * The telephone numbers in what a family typed as its phone, like "98900 22314 (father) / 98231 11111", as E.164. If none
 * belongs to this country or has a country code, the digits as typed, so that two people who typed the same are found.
 */
export function phonesIn(text: string, dialling: Dialling): string[] {
  const plain = plainDigits(text);
  const whole = phoneOf(plain, dialling);
  const runs = plain.match(run) ?? [];
  const numbers = whole ? [whole] : runs.flatMap((one) => numbersIn(one.trim(), dialling));
  if (numbers.length > 0) return [...new Set(numbers)];
  return [...new Set(runs.map((one) => one.replace(/\D/g, "")).filter((digits) => digits.length >= fewestDigits))];
}

const fewestDigits = 5;

/** True if a text contains a telephone number, as in "Mobile 98900 22314 (mother)". */
export const hasPhone = (text: string): boolean =>
  /^(?!.*\/\/)[\p{L}\p{M}\p{Nd}\s+().,;:/&|#*'\u2019\u2010-\u2015-]+$/u.test(plainDigits(text)) &&
  (plainDigits(text).match(run) ?? []).some((one) => one.replace(/\D/g, "").length >= fewestDigits);

/** Splits a text at its telephone numbers; these parts have the number in E.164, to be dialled. */
export function phonePieces(text: string, dialling: Dialling): { text: string; dialled?: string }[] {
  const pieces = text.split(new RegExp(`(${run.source})`)).filter(Boolean);
  return pieces.map((piece) => {
    const [dialled] = phonesIn(piece, dialling);
    return { text: piece, ...(dialled && { dialled }) };
  });
}

/** The link that dials the first telephone number in a text. */
export function telOf(text: string, dialling: Dialling): string {
  const plain = plainDigits(text);
  const first = phonePieces(plain, dialling).find(({ dialled }) => dialled)?.dialled;
  return `tel:${phoneOf(plain, dialling) ?? first ?? plain.replaceAll(" ", "")}`;
}
