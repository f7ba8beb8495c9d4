import type { SheetRowView } from "./schema-sheet";

type Row = Pick<SheetRowView, "isExempt" | "isReleased" | "mark" | "remark" | "told">;

/**
 * True for a row whose release would change what its family sees. A student who was absent and took the exam later has a late mark.
 */
export function isToRelease({ isExempt, isReleased, mark, remark, told }: Row): boolean {
  const isNews = told === null || (mark !== null && (mark.kind !== told.kind || remark !== told.remark));
  return !isExempt && !isReleased && isNews;
}
