import type { Actions } from "@/lib/may";
import type { Columns, Field, RowState } from "./schema";

export const actions = { read: "office", manage: "office" } as const satisfies Actions;

/** Rows of students in a file at most, and bytes. */
export const mostRows = 5_000;
/** Rows above them: titles, and the heads of the columns. */
export const mostHeadRows = 20;
export const mostBytes = 5 * 1024 * 1024;

/** Up to so many rows are worked on at once; more go on in the background. */
export const mostAtOnce = 500;

/** True if the columns tell of each row whom it is about, and what is needed of somebody new. */
export function hasNeeded(columns: Columns): boolean {
  const has = (field: Field) => columns.includes(field);
  return has("admissionNo") || (has("name") && has("bornOn") && has("className"));
}

export function countsOf(rows: readonly { state: RowState }[]): Record<RowState, number> {
  const counts = { created: 0, updated: 0, unchanged: 0, refused: 0 };
  for (const { state } of rows) counts[state] += 1;
  return counts;
}
