import { plainDigits } from "@/lib/phones";
import type { EntryInput, EntryView } from "./schema";
import { longestLine, longestRemark, mostDays, mostLines } from "./schema-limits";

/** The input in a row of the sheet. */
export type Typed = { days: string; remarkTeacher: string; remarkHead: string; lines: string };

export const cells = ["days", "remarkTeacher", "remarkHead", "lines"] as const satisfies (keyof Typed)[];

/** Why a cell is invalid. */
export type Fault =
  | { kind: "badDays" }
  | { kind: "tooManyDays" | "tooManyLines"; most: number }
  | { kind: "longRemark" | "longLine"; most: number; typed: number };

/** The server's values as input texts. */
export const typedOf = ({
  daysPresent,
  remarkTeacher,
  remarkHead,
  lines,
}: Omit<EntryView, "studentId" | "rowVersion">): Typed => ({
  days: daysPresent === null ? "" : String(daysPresent),
  remarkTeacher: remarkTeacher ?? "",
  remarkHead: remarkHead ?? "",
  lines: lines.join("; "),
});

const plainly = (text: string) => text.trim().normalize("NFC");
const numberIn = (text: string) =>
  plainDigits(text)
    .trim()
    .replace(/^0+(?=\d)/, "");

/** Free lines are separated by semicolons. */
const linesOf = (text: string): string[] => text.split(/[;\n]/).map(plainly).filter(Boolean);

/** The request input of a row. */
export const entryOf = ({ days, remarkTeacher, remarkHead, lines }: Typed): Omit<EntryInput, "studentId" | "seen"> => ({
  daysPresent: numberIn(days) === "" ? null : Number(numberIn(days)),
  remarkTeacher: plainly(remarkTeacher) || null,
  remarkHead: plainly(remarkHead) || null,
  lines: linesOf(lines),
});

/** The error of a cell. Days of absence are limited by the school days, if known. */
export function faultOf(cell: keyof Typed, text: string, daysOpen: number | null): Fault | null {
  if (cell === "days") {
    const most = daysOpen ?? mostDays;
    if (!/^\d*$/.test(numberIn(text))) return { kind: "badDays" };
    return Number(numberIn(text)) > most ? { kind: "tooManyDays", most } : null;
  }
  if (cell === "lines") {
    const lines = linesOf(text);
    if (lines.length > mostLines) return { kind: "tooManyLines", most: mostLines };
    const typed = Math.max(0, ...lines.map(({ length }) => length));
    return typed > longestLine ? { kind: "longLine", most: longestLine, typed } : null;
  }
  const typed = plainly(text).length;
  return typed > longestRemark ? { kind: "longRemark", most: longestRemark, typed } : null;
}

/** True if two input texts have the same value. */
export function isSame(cell: keyof Typed, one: string, other: string): boolean {
  if (one === other) return true;
  if (cell === "days") return numberIn(one) === numberIn(other);
  return cell === "lines" ? linesOf(one).join("\n") === linesOf(other).join("\n") : plainly(one) === plainly(other);
}
