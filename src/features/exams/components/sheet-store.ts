import { isChanged, readCells, type Typed, typedOf } from "../rules-cells";
import { shownMark } from "../rules-marks";
import type { SheetView } from "../schema-sheet";
import { type CellField, fields } from "./sheet-cells";
import { createSheetLine, type SheetCalls } from "./sheet-line";
import { createSheetRows, type Kept, textsOf } from "./sheet-rows";

/** Input is saved this long after the last key, in milliseconds. */
const pause = 500;

/** An input into a cell, with its texts before and after. */
type Input = { id: string; field: CellField; before: string; after: string };

/** The state of a sheet outside of React: typing changes one row and never waits for the network. */
export function createSheetStore(sheet: SheetView, calls: SheetCalls) {
  const { totalMarks } = sheet.exam;
  const rows = createSheetRows(sheet);
  const { order, row: rowOf, set: setRow, retyped } = rows;
  const line = createSheetLine(sheet, rows, calls);
  const { keep, later } = line;
  const undoable: Input[][] = [];

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

  /** What differs in some cells of a row since they had these texts. */
  const inputsSince = (id: string, before: Typed, inFields: readonly CellField[] = fields): Input[] => {
    const { typed } = rowOf(id);
    const changed = inFields.filter((field) => before[field] !== typed[field]);
    return changed.map((field) => ({ id, field, before: before[field], after: typed[field] }));
  };

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
    type(id: string, field: CellField, text: string) {
      rows.typeInto(id, { ...rowOf(id).typed, [field]: text }, accept);
      later(pause);
    },

    /** Enters a mark as a whole. */
    enter(id: string, text: string) {
      const { typed } = rowOf(id);
      change(id, { ...typed, text });
      undoable.push(inputsSince(id, typed, ["text"]));
      later(0);
    },

    /** A cell lost the focus: formats the mark. `before` is the row before something was typed into the cell. */
    leave(id: string, field: CellField, before?: Typed) {
      const { typed, saved, mine } = rowOf(id);
      const plain = plainly(typed);
      if (plain.text !== typed.text) setRow(id, retyped(id, plain));
      // In a conflict, the cell shows what somebody else has typed.
      const inputs = before && !mine ? inputsSince(id, before, [field]) : [];
      if (inputs.length > 0) undoable.push(inputs);
      if (isChanged(typed, saved, totalMarks)) later(0);
    },

    /** The server's value of a cell. */
    restore(id: string, field: CellField) {
      const { typed, saved } = rowOf(id);
      change(id, { ...typed, [field]: typedOf(saved)[field] });
    },

    /** Fills cells with pasted values. Returns how many of them are invalid. */
    fill(cells: { id: string; field: CellField; text: string }[]) {
      const open = cells.filter(({ id }) => !rowOf(id).saved.isReleased);
      const filled = [...new Set(open.map(({ id }) => id))];
      const before = filled.map((id) => [id, rowOf(id).typed] as const);
      for (const { id, field, text } of open)
        setRow(id, { ...retyped(id, { ...rowOf(id).typed, [field]: text.trim() }), notTaken: null });
      for (const id of filled) setRow(id, retyped(id, plainly(rowOf(id).typed)));
      undoable.push(before.flatMap(([id, typed]) => inputsSince(id, typed)));
      keep();
      later(0);
      const closed = cells.length - open.length;
      return closed + filled.filter((id) => "fault" in readCells(rowOf(id).typed, totalMarks)).length;
    },

    /** Undoes the last input or paste, but for cells that have another text by now. */
    takeBack() {
      for (const { id, field, before, after } of undoable.pop() ?? []) {
        const { typed } = rowOf(id);
        if (typed[field] === after) change(id, { ...typed, [field]: before });
      }
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
      change(id, forMine ? { ...typed, ...mine } : typed);
      later(0);
    },

    /**
     * Starts: restores unsaved input of an earlier visit, and polls for changes of others. Returns a function that stops it.
     */
    begin() {
      for (const [id, value] of Object.entries(line.taken())) {
        const { saved } = rowOf(id);
        const { text, remark, before, seen } = value as Kept;
        const typed = plainly({ text: String(text ?? ""), remark: String(remark ?? "") });
        rows.put(id, saved, { base: textsOf(before ?? (seen === saved.rowVersion ? saved : {})), own: typed });
      }
      keep();
      later(0);
      return line.begin();
    },
  };
}

export type SheetStore = ReturnType<typeof createSheetStore>;
