import type { SheetRowView } from "./schema-sheet";

type Row = Pick<SheetRowView, "isExempt" | "isReleased" | "mark" | "remark" | "told">;

/**
 * True for a row that is not released, and has something else than the absence that its family sees: who was absent and took the
 * exam later has a late mark.
 */
export function isToRelease({ isExempt, isReleased, mark, remark, told }: Row): boolean {
  const isNews = told === null || (mark !== null && (mark.kind !== told.kind || remark !== told.remark));
  return !isExempt && !isReleased && isNews;
}

type Placed = Pick<SheetRowView, "section" | "rollNo" | "name" | "studentId">;

const numberIn = (rollNo: string | null) =>
  /\d/.test(rollNo ?? "") ? Number(rollNo?.replaceAll(/\D/g, "")) : Infinity;
const compared = (one: string | number, other: string | number) => (one < other ? -1 : Number(one > other));

/** The order of a sheet: by section and roll number, then, for students without a number, by name. */
export function inSheetOrder(one: Placed, other: Placed): number {
  return (
    compared(one.section ?? "", other.section ?? "") ||
    compared(numberIn(one.rollNo), numberIn(other.rollNo)) ||
    compared(one.rollNo ?? "", other.rollNo ?? "") ||
    compared(one.name.toLowerCase(), other.name.toLowerCase()) ||
    compared(one.studentId, other.studentId)
  );
}
