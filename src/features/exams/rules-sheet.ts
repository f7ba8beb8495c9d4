import type { SheetRowView } from "./schema-sheet";

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
