import { oneLine } from "@/lib/plain-text";
import { isSameMark, type Mark, type MarkFault, readMark, shownMark } from "./rules-marks";
import type { CellView } from "./schema-sheet";

/** The texts in the two cells of a student. */
export type Typed = { text: string; remark: string };

/** The longest remark. */
const longestRemark = 300;

export type Saved = Pick<CellView, "mark" | "remark">;

/** The cells for the server's values. */
export function typedOf({ mark, remark }: Saved): Typed {
  return { text: shownMark(mark), remark: remark ?? "" };
}

/** Parses the cells: what to save, or what is wrong. */
export function readCells(
  { text, remark }: Typed,
  totalMarks: number,
): { mark: Mark | null; remark: string | null } | { fault: MarkFault | "longRemark"; meant?: string } {
  const read = readMark(text, totalMarks);
  if ("fault" in read) return read;
  const plain = oneLine(remark);
  if (plain.length > longestRemark) return { fault: "longRemark" };
  return { mark: read.mark, remark: plain === "" ? null : plain };
}

const saysMark = (text: string, mark: Mark | null, totalMarks: number) => {
  const read = readMark(text, totalMarks);
  return "mark" in read && isSameMark(read.mark, mark);
};
const saysRemark = (text: string, remark: string | null) => oneLine(text) === (remark ?? "");

/** True if the cells differ from the server's values. */
export function isChanged({ text, remark }: Typed, saved: Saved, totalMarks: number): boolean {
  // A shortcut: most cells show the saved value, and every key checks all of them.
  if (text === shownMark(saved.mark) && remark === (saved.remark ?? "")) return false;
  return !saysMark(text, saved.mark, totalMarks) || !saysRemark(remark, saved.remark);
}

/**
 * Merges the cells with changes of others. A field that only one side changed is kept; one that both changed, or whose value
 * before is not known, gets the server's value, and `mine` has the typed one.
 */
export function merge(base: Partial<Saved>, typed: Typed, theirs: Saved, totalMarks: number) {
  const shown = typedOf(theirs);
  const isMine = {
    text: base.mark === undefined || !saysMark(typed.text, base.mark, totalMarks),
    remark: base.remark === undefined || !saysRemark(typed.remark, base.remark),
  };
  const isTheirs = {
    text: base.mark === undefined || !isSameMark(base.mark, theirs.mark),
    remark: base.remark !== theirs.remark,
  };
  const clash = {
    text: isMine.text && isTheirs.text && !saysMark(typed.text, theirs.mark, totalMarks),
    remark: isMine.remark && isTheirs.remark && !saysRemark(typed.remark, theirs.remark),
  };
  const kept = (field: keyof Typed) => (isMine[field] && !isTheirs[field] ? typed[field] : shown[field]);
  const next: Typed = { text: kept("text"), remark: kept("remark") };
  const mine: Typed = {
    text: clash.text ? typed.text : next.text,
    remark: clash.remark ? typed.remark : next.remark,
  };
  return { typed: next, mine: clash.text || clash.remark ? mine : null };
}

/** What is still in conflict once cells are typed anew: a new text takes the place of mine, too. */
export function mineAfter(mine: Typed | null, before: Typed, typed: Typed): Typed | null {
  if (mine === null) return null;
  const text = typed.text === before.text ? mine.text : typed.text;
  const remark = typed.remark === before.remark ? mine.remark : typed.remark;
  return text === typed.text && remark === typed.remark ? null : { text, remark };
}
