import { isChanged, readCells, type Typed, typedOf } from "../rules-cells";
import { shownMark } from "../rules-marks";
import type { SheetView } from "../schema-sheet";
import { createSheetLine, type SheetCalls } from "./sheet-line";
import { createSheetRows } from "./sheet-rows";

/** Input is saved this long after the last key, in milliseconds. */
const pause = 500;

/** The state of a sheet outside of React: typing changes one row and never waits for the network. */
export function createSheetStore(sheet: SheetView, calls: SheetCalls) {
  const { totalMarks } = sheet.exam;
  const rows = createSheetRows(sheet);
  const { order, row: rowOf, set: setRow, retyped } = rows;
  const line = createSheetLine(sheet, rows, calls);
  const { keep, later } = line;
  const undoable: [id: string, typed: Typed][][] = [];

  /** A parsed mark. */
  function plainly(typed: Typed): Typed {
    const read = readCells(typed, totalMarks);
    return "mark" in read ? { ...typed, text: shownMark(read.mark) } : typed;
  }

  function accept() {
    line.recover();
    keep();
  }

  function change(id: string, typed: Typed) {
    setRow(id, { ...retyped(id, typed), notTaken: null });
    accept();
  }

  return {
    order,
    totalMarks,
    /** The caller may correct released marks. */
    mayCorrect: sheet.mayRelease,
    /** The rows belong to several sections. */
    hasSections: new Set(sheet.rows.map(({ section }) => section)).size > 1,
    row: rowOf,
    state: line.state,
    summary: rows.summary,
    listen: rows.listen,
    retry: line.retry,

    /** Saves what can be saved now. Resolves to the number of rows that need attention or are not saved. */
    async settled(): Promise<number> {
      await line.settled();
      return rows.toSettle();
    },

    /** Something was typed into a cell. */
    type(id: string, field: keyof Typed, text: string) {
      rows.typeInto(id, { ...rowOf(id).typed, [field]: text }, accept);
      later(pause);
    },

    /** Enters a mark as a whole. */
    enter(id: string, text: string) {
      const { typed } = rowOf(id);
      undoable.push([[id, typed]]);
      change(id, { ...typed, text });
      later(0);
    },

    /** A cell lost the focus: formats the mark. `before` is its value when it got the focus. */
    leave(id: string, before: Typed | undefined) {
      const { typed, saved } = rowOf(id);
      if (before && (before.text !== typed.text || before.remark !== typed.remark)) undoable.push([[id, before]]);
      const plain = plainly(typed);
      if (plain.text !== typed.text) setRow(id, retyped(id, plain));
      if (isChanged(typed, saved, totalMarks)) later(0);
    },

    /** The server's values of the cells. */
    restore(id: string) {
      change(id, typedOf(rowOf(id).saved));
    },

    /** Fills cells with pasted values. Returns how many of them are invalid. */
    fill(cells: { id: string; field: keyof Typed; text: string }[]) {
      const open = cells.filter(({ id }) => !rowOf(id).saved.isReleased);
      undoable.push([...new Set(open.map(({ id }) => id))].map((id) => [id, rowOf(id).typed]));
      for (const { id, field, text } of open)
        setRow(id, { ...retyped(id, { ...rowOf(id).typed, [field]: text.trim() }), notTaken: null });
      const filled = [...new Set(open.map(({ id }) => id))];
      for (const id of filled) setRow(id, retyped(id, plainly(rowOf(id).typed)));
      keep();
      later(0);
      const closed = cells.length - open.length;
      return closed + filled.filter((id) => "fault" in readCells(rowOf(id).typed, totalMarks)).length;
    },

    /** Undoes the last input or paste. */
    takeBack() {
      for (const [id, typed] of undoable.pop() ?? []) change(id, typed);
      later(0);
    },

    /** Throws away what is not sent: the server's values of all cells. */
    throwAway() {
      for (const id of Object.keys(rows.kept()))
        setRow(id, { typed: typedOf(rowOf(id).saved), mine: null, notTaken: null });
      accept();
    },

    /** Resolves a conflict between two values. */
    decide(id: string, forMine: boolean) {
      const { mine, typed } = rowOf(id);
      setRow(id, { mine: null });
      if (forMine && mine) change(id, mine);
      else change(id, typed);
      later(0);
    },

    /**
     * Starts: restores unsaved input of an earlier visit, and polls for changes of others. Returns a function that stops it.
     */
    begin() {
      for (const [id, value] of Object.entries(line.taken())) {
        const row = rowOf(id);
        const { text, remark, seen } = value as Partial<Typed> & { seen?: number };
        const typed = plainly({ text: String(text ?? ""), remark: String(remark ?? "") });
        if (!isChanged(typed, row.saved, totalMarks)) continue;
        // Somebody changed it since: show both values.
        if (seen === row.saved.rowVersion && !row.saved.isReleased) setRow(id, { typed });
        else setRow(id, { mine: typed });
      }
      keep();
      later(0);
      return line.begin();
    },
  };
}

export type SheetStore = ReturnType<typeof createSheetStore>;
