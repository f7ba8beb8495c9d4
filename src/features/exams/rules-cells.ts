import { oneLine } from "@/lib/plain-text";
import { isSameMark, type Mark, type MarkFault, readMark, shownMark } from "./rules-marks";
import type { CellInput, CellView } from "./schema-sheet";

/** The texts in the two cells of a student. */
export type Typed = { text: string; remark: string };

/** Why the cells of a student cannot be saved. */
export type CellFault = MarkFault | "longRemark";

/** The longest remark. */
const longestRemark = 300;

export type Saved = Pick<CellView, "mark" | "remark">;

/** The cells for the server's values. */
export function typedOf({ mark, remark }: Pick<CellInput, keyof Saved>): Typed {
  return { text: shownMark(mark), remark: remark ?? "" };
}

/** Parses the cells: what to save, or what is wrong. */
export function readCells(
  { text, remark }: Typed,
  totalMarks: number,
): { mark: Mark | null; remark: string | null } | { fault: CellFault; meant?: string } {
  const read = readMark(text, totalMarks);
  if ("fault" in read) return read;
  const plain = oneLine(remark);
  if (plain.length > longestRemark) return { fault: "longRemark" };
  return { mark: read.mark, remark: plain === "" ? null : plain };
}

/** True if two texts of a cell have the same value. */
export function isSame(cell: keyof Typed, one: string, other: string, totalMarks: number): boolean {
  // A shortcut: most cells show the saved value, and every keystroke checks all of them.
  if (one === other) return true;
  if (cell === "remark") return oneLine(one) === oneLine(other);
  const [read, also] = [readMark(one, totalMarks), readMark(other, totalMarks)];
  return "mark" in read && "mark" in also && isSameMark(read.mark, also.mark);
}

/** True if the cells differ from the server's values. */
export function isChanged(typed: Typed, saved: Saved, totalMarks: number): boolean {
  const shown = typedOf(saved);
  return (
    !isSame("text", typed.text, shown.text, totalMarks) || !isSame("remark", typed.remark, shown.remark, totalMarks)
  );
}
