"use client";

import { clsx } from "clsx";
import { type ClipboardEvent, type KeyboardEvent, type RefObject, useCallback } from "react";
import { Col } from "@/components/table/col";
import { toast } from "@/components/ui/toast";
import { screens as copy } from "../messages-screens";
import { placeBlock, readBlock } from "../rules-paste";
import { type CellField, cellAt, cellOf, fields, leadsAside, nextOf } from "./sheet-cells";
import { SheetRow, sheetColumns } from "./sheet-row";
import type { SheetStore } from "./sheet-store";
import { type HeldFocusRef, useHeldFocus } from "./use-held-focus";

type SheetTableProps = {
  table: RefObject<HTMLTableElement | null>;
  /** The focus in the sheet before this one. */
  held: HeldFocusRef;
  store: SheetStore;
  /** The students that are shown. */
  order: readonly string[];
  isReadOnly: boolean;
  withRemarks: boolean;
  onExempt: (id: string) => void;
  /** A cell of this student has the focus. */
  onEnter: (id: string) => void;
  /** Absent if the caller may not release. */
  onRelease: (() => void) | undefined;
};

const head = "px-2.25 font-semibold text-xs whitespace-nowrap";

/** The rows of a sheet, with keyboard navigation between cells. */
export function SheetTable({
  table,
  held,
  store,
  order,
  isReadOnly,
  withRemarks,
  onExempt,
  onEnter,
  onRelease,
}: SheetTableProps) {
  useHeldFocus(table, held);
  const onKeyDown = useCallback(
    (event: KeyboardEvent<HTMLTableElement>) => {
      const cell = cellOf(event.target);
      if (!cell || event.nativeEvent.isComposing) return;
      const act = actOf(event, cell.field);
      if (!act) return;
      event.preventDefault();
      if (act === "restore") {
        store.restore(cell.id, cell.field);
        if (event.target instanceof HTMLInputElement) {
          event.target.value = store.row(cell.id).typed[cell.field];
          event.target.select();
        }
      } else if (act === "takeBack") store.takeBack();
      else if (act === "release") onRelease?.();
      else if (act === "settle" || act === "settleBefore") {
        const open = store.summary().toSettle.map(({ id }) => id);
        const next = nextOf(act === "settle" ? order : order.toReversed(), open, cell.id);
        if (next !== undefined) cellAt(table.current, next, "text")?.focus();
      } else if (act === "aside") cellAt(table.current, cell.id, cell.field === "text" ? "remark" : "text")?.focus();
      else {
        const at = order.indexOf(cell.id);
        const ahead = act === "down" ? order.slice(at + 1) : order.slice(0, at).toReversed();
        // A released remark is text, which has no cell.
        const next = ahead.find((id) => cellAt(table.current, id, cell.field));
        // After the last row, leave the cell as well.
        if (next === undefined) store.leave(cell.id, cell.field);
        else cellAt(table.current, next, cell.field)?.focus();
      }
    },
    [store, order, table, onRelease],
  );

  function onPaste(event: ClipboardEvent<HTMLTableElement>) {
    const cell = cellOf(event.target);
    const block = readBlock(event.clipboardData.getData("text/plain"));
    const isBlock = block.length > 1 || (block[0]?.length ?? 0) > 1;
    if (!cell || isReadOnly || !isBlock) return;
    event.preventDefault();
    const at = { row: order.indexOf(cell.id), column: fields.indexOf(cell.field) };
    const { cells, outside } = placeBlock(block, at, { rows: order.length, columns: fields.length });
    const filled = cells.flatMap(({ row, column, text }) => {
      const [id, field] = [order[row], fields[column]];
      return id && field ? [{ id, field, text }] : [];
    });
    const input = event.target instanceof HTMLInputElement ? event.target : undefined;
    // Text typed before the paste is undone separately.
    input?.blur();
    const faulty = store.fill(filled);
    if (input) input.value = store.row(cell.id).typed[cell.field];
    // As if just entered: Ctrl Z takes back the paste.
    input?.focus();
    input?.select();
    if (faulty + outside > 0) toast.error(copy.pastedBut(filled.length - faulty, faulty + outside));
    else toast.success(copy.pasted(filled.length));
  }

  return (
    <table
      ref={table}
      aria-label={copy.sheet}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
      onFocus={({ target }) => {
        const cell = cellOf(target);
        if (cell) onEnter(cell.id);
      }}
      className="block w-full rounded-md border border-line bg-surface text-sm"
    >
      <thead className="sticky top-0 z-10 block rounded-t-md border-line border-b bg-surface max-md:sr-only">
        <tr className={clsx(sheetColumns, "h-9")}>
          <Col className={clsx(head, "ps-3.25 text-end")}>{copy.cells.roll}</Col>
          <Col className={clsx(head, "text-start")}>{copy.cells.name}</Col>
          <Col className={clsx(head, "text-end")}>{copy.cells.mark(store.totalMarks)}</Col>
          <Col className={clsx(head, "text-end")}>{copy.cells.percent}</Col>
          <Col className={clsx(head, "text-start")}>{copy.cells.grade}</Col>
          <Col className={clsx(head, "ps-4.25 text-start")}>{copy.cells.remark}</Col>
          <Col className={clsx(head, "text-start")}>
            <span className="sr-only">More</span>
          </Col>
        </tr>
      </thead>
      <tbody className="block">
        {order.map((id) => (
          <SheetRow
            key={id}
            store={store}
            id={id}
            isReadOnly={isReadOnly}
            withRemarks={withRemarks}
            onExempt={onExempt}
          />
        ))}
      </tbody>
    </table>
  );
}

function actOf({ key, shiftKey, ctrlKey, metaKey, altKey, repeat, target }: KeyboardEvent, field: CellField) {
  if (altKey) return null;
  if (ctrlKey || metaKey) {
    if (key === "Enter") return "release";
    return key.toLowerCase() === "z" && !shiftKey && isUntouched(target) ? "takeBack" : null;
  }
  if (key === "Enter") return shiftKey ? "up" : "down";
  if (key === "ArrowDown") return "down";
  if (key === "ArrowUp") return "up";
  if (key === "ArrowLeft" || key === "ArrowRight") {
    const leads = !shiftKey && !repeat && target instanceof HTMLInputElement && leadsAside(key, field, target);
    return leads ? "aside" : null;
  }
  if (key === "Escape") return "restore";
  if (key !== "F8") return null;
  return shiftKey ? "settleBefore" : "settle";
}

/** While a cell is edited, undo is that of the browser. */
function isUntouched(target: EventTarget): boolean {
  return (
    target instanceof HTMLInputElement && target.selectionEnd === target.value.length && target.selectionStart === 0
  );
}
