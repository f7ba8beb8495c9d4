import { type RefObject, useLayoutEffect } from "react";
import { type CellField, cellAt, cellOf } from "./sheet-cells";

/**
 * Where the focus was when a sheet was unmounted: in a cell, with its selection, or in a row's menu, with that row and its neighbour.
 * A student who takes the subject again has a row in the next sheet.
 */
export type HeldFocus =
  | { id: string; field: CellField; start: number | null; end: number | null }
  | { rows: (string | undefined)[] };

export type HeldFocusRef = RefObject<HeldFocus | null>;

const studentOf = (row: Element | null | undefined) => row?.querySelector("input")?.dataset.student;

function focusNow(): HeldFocus | null {
  const { activeElement } = document;
  const cell = activeElement && cellOf(activeElement);
  if (cell && activeElement instanceof HTMLInputElement)
    return { ...cell, start: activeElement.selectionStart, end: activeElement.selectionEnd };
  const exempt = activeElement?.closest<HTMLElement>("li[data-student]")?.dataset.student;
  if (exempt) return { rows: [exempt] };
  const row = activeElement?.closest("tbody tr");
  return row ? { rows: [row, row.nextElementSibling ?? row.previousElementSibling].map(studentOf) } : null;
}

/** Restores the focus if a refresh of the page remounts the sheet, even if the row is gone. */
export function useHeldFocus(table: RefObject<HTMLTableElement | null>, held: HeldFocusRef) {
  useLayoutEffect(() => {
    const was = held.current;
    if (was && "field" in was) {
      const input = cellAt(table.current, was.id, was.field) ?? cellAt(table.current, was.id, "text");
      input?.focus();
      // Focusing selects the whole mark: the next key would replace it.
      input?.setSelectionRange(was.start, was.end);
    } else if (was) {
      const cells = was.rows.map((id) => (id === undefined ? null : cellAt(table.current, id, "text")));
      cells.find(Boolean)?.closest("tr")?.querySelector("button")?.focus();
    }
    return () => {
      held.current = focusNow();
    };
  }, [table, held]);
}
