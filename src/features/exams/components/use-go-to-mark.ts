"use client";

import { type RefObject, useEffect, useRef } from "react";
import { cellAt } from "./sheet-cells";

/**
 * Returns how to go to the mark of a student. If a filter hides it, `clear` is called first.
 * @param order the students that are shown
 */
export function useGoToMark(
  table: RefObject<HTMLTableElement | null>,
  order: readonly string[],
  clear: () => void,
): (id: string) => void {
  const wanted = useRef<string>(undefined);
  useEffect(() => {
    if (wanted.current === undefined || !order.includes(wanted.current)) return;
    cellAt(table.current, wanted.current, "text")?.focus();
    wanted.current = undefined;
  }, [table, order]);
  return (id) => {
    if (order.includes(id)) return cellAt(table.current, id, "text")?.focus();
    wanted.current = id;
    clear();
  };
}
