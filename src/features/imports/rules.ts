import type { Actions } from "@/lib/may";
import type { Columns, Field, RowState } from "./schema";

export const actions = { read: "office", manage: "office" } as const satisfies Actions;

/** Limits of a file: rows of students, and bytes. */
export const mostRows = 5_000;
/** Rows above them: titles and headings. */
export const mostHeadRows = 20;
export const mostBytes = 5 * 1024 * 1024;

/** Up to this many rows are processed in the request; more in a background task. */
export const mostAtOnce = 500;

/** True if the columns identify the student of each row and contain what a new student needs. */
export function hasNeeded(columns: Columns): boolean {
  const has = (field: Field) => columns.includes(field);
  return has("admissionNo") || (has("name") && has("bornOn") && has("className"));
}

export function countsOf(rows: readonly { state: RowState }[]): Record<RowState, number> {
  const counts = { created: 0, updated: 0, unchanged: 0, refused: 0 };
  for (const { state } of rows) counts[state] += 1;
  return counts;
}
