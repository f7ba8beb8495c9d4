import { plainDigits } from "@/lib/phones";

/** The mark of a student in an exam. */
export type Mark = { kind: "scored"; score: number } | { kind: "absent" } | { kind: "excused" };

/** Why a text is not a mark. */
export type MarkFault = "overTotal" | "noNumber" | "negative" | "tooExact";

/** The parsed input: a mark, nothing, or an error with the number that may have been meant. */
export type TypedMark = { mark: Mark | null } | { fault: MarkFault; meant?: string };

/** Normalizes digits and the decimal point of a typed number. */
const plainly = (text: string) =>
  plainDigits(text)
    .trim()
    .replaceAll(/[,\u066b\u060c]/g, ".");

const words: Record<string, Mark> = {
  a: { kind: "absent" },
  ab: { kind: "absent" },
  absent: { kind: "absent" },
  e: { kind: "excused" },
  ex: { kind: "excused" },
  excused: { kind: "excused" },
};

/** Parses typed or pasted text as a mark. A comma is a decimal point; `a` is absent and `e` is excused. */
export function readMark(text: string, totalMarks: number): TypedMark {
  const plain = plainly(text);
  if (plain === "") return { mark: null };
  const word = Object.hasOwn(words, plain.toLowerCase()) ? words[plain.toLowerCase()] : undefined;
  if (word) return { mark: word };
  if (/^[-\u2212]\s*\.?\d/.test(plain)) return { fault: "negative" };
  if (!/^(\d{1,7}(\.\d*)?|\.\d+)$/.test(plain)) {
    const meant = meantBy(plain, totalMarks);
    return { fault: "noNumber", ...(meant !== null && { meant }) };
  }
  if (/\.\d{3}/.test(plain)) return { fault: "tooExact" };
  const score = Number(plain);
  return score > totalMarks ? { fault: "overTotal" } : { mark: { kind: "scored", score } };
}

/** The number in a text with letters that look like digits. */
function meantBy(plain: string, totalMarks: number): string | null {
  const digits = plain.replaceAll(/[oO]/g, "0").replaceAll(/[lI]/g, "1").replaceAll(/\s/g, "");
  if (digits === plain || !/\d/.test(plain)) return null;
  const read = readMark(digits, totalMarks);
  return "mark" in read && read.mark ? shownMark(read.mark) : null;
}

const shownKinds = { absent: "AB", excused: "EX" } as const;

/** The text of a mark in its cell. */
export function shownMark(mark: Mark | null): string {
  if (mark === null) return "";
  return mark.kind === "scored" ? String(mark.score) : shownKinds[mark.kind];
}

/** True if both marks are equal. */
export function isSameMark(one: Mark | null, other: Mark | null): boolean {
  return shownMark(one) === shownMark(other);
}
