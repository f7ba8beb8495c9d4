import { createAutosave } from "@/components/form/autosave";
import { endAfter, type Halt, haltAfter } from "@/components/form/halt";
import { watchUse } from "@/components/ui/use-in-use";
import { isBackNavigation } from "@/lib/back-navigation";
import { codeOf } from "@/trpc/failure";
import { isChanged, readCells, type Typed, typedOf } from "../rules-cells";
import type { CellInput, ChangesView, SavedCellsView, SheetView } from "../schema-sheet";
import { type CellField, fields } from "./sheet-cells";
import { createSheetRows } from "./sheet-rows";

/** The requests of a sheet. */
export type SheetCalls = {
  save: (cells: CellInput[], signal: AbortSignal) => Promise<SavedCellsView>;
  changes: (since: number) => Promise<ChangesView>;
};

/** An input into a cell, with its texts before and after. */
type Input = { id: string; field: CellField; before: string; after: string };

/** The state of a sheet outside of React: typing changes one row and never waits for the network. */
export function createSheetStore(sheet: SheetView, { save, changes }: SheetCalls, pause?: number) {
  const { exam, marksVersion, mayChange, personId } = sheet;
  const { totalMarks } = exam;
  const rows = createSheetRows(sheet);
  const { order, row: rowOf, set: setRow, retyped, plainly } = rows;
  const autosave = createAutosave({
    ...{ keptFor: [personId, exam._id], rows, save, haltOf, pause },
    phase: mayChange ? "saved" : "closed",
    more: {
      /** The exam itself was changed. */
      isStale: false,
      /** The current state of the exam. */
      examState: exam.state,
    },
  });
  const { typed: accept } = autosave;
  const undoable: Input[][] = [];
  let [version, isInUse] = [marksVersion, true];

  function haltOf(error: unknown): Halt {
    // The exam takes no marks now: learn why.
    const halt = codeOf(error) === "CONFLICT" ? "closed" : haltAfter(error);
    if (halt === "closed")
      void changes(version).then(
        ({ state }) => autosave.set({ examState: state }),
        () => undefined,
      );
    return halt;
  }

  /** Polls for changes of others. */
  async function look(): Promise<void> {
    if (autosave.state().phase !== "saved" || document.hidden || !isInUse) return;
    try {
      const answer = await changes(version);
      version = answer.marksVersion;
      autosave.load(answer.cells);
      if (answer.rowVersion !== exam.rowVersion) autosave.set({ isStale: true });
      autosave.set({ examState: answer.state, ...(!answer.mayChange && { phase: "closed" }) });
    } catch (error) {
      const end = endAfter(error);
      if (end) autosave.set({ phase: end });
    }
  }

  function change(id: string, typed: Typed, delay?: number) {
    setRow(id, { ...retyped(id, typed), notTaken: null });
    accept(delay);
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
    state: autosave.state,
    summary: rows.summary,
    /** Subscribes to a row by the student's id, to the `summary` or the `state`. Returns the unsubscribe function. */
    listen: (name: string, listener: () => void) =>
      name === "state" ? autosave.listen(listener) : rows.listen(name, listener),
    retry: autosave.retry,

    /** Saves what can be saved now. Resolves to the number of rows that need attention or are not saved. */
    async settled(): Promise<number> {
      await autosave.settled();
      return rows.toSettle(autosave.unanswered());
    },

    /** Something was typed into a cell. */
    type(id: string, field: CellField, text: string) {
      rows.typeInto(id, { ...rowOf(id).typed, [field]: text }, accept);
    },

    /** Enters a mark as a whole. */
    enter(id: string, text: string) {
      const { typed } = rowOf(id);
      change(id, { ...typed, text }, 0);
      undoable.push(inputsSince(id, typed, ["text"]));
    },

    /** A cell lost the focus: formats the mark. `before` is the row before something was typed into the cell. */
    leave(id: string, field: CellField, before?: Typed) {
      const { typed, saved, mine } = rowOf(id);
      const plain = plainly(typed);
      if (plain.text !== typed.text) setRow(id, retyped(id, plain));
      // In a conflict, the cell shows what somebody else has typed.
      const inputs = before && !mine ? inputsSince(id, before, [field]) : [];
      if (inputs.length > 0) undoable.push(inputs);
      if (isChanged(typed, saved, totalMarks)) autosave.later(0);
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
      accept(0);
      const closed = cells.length - open.length;
      return closed + filled.filter((id) => "fault" in readCells(rowOf(id).typed, totalMarks)).length;
    },

    /** Undoes the last input or paste, except in cells whose text has changed since. */
    takeBack() {
      for (const { id, field, before, after } of undoable.pop() ?? []) {
        const { typed } = rowOf(id);
        if (typed[field] === after) change(id, { ...typed, [field]: before }, 0);
      }
    },

    /** Discards unsent input: all cells get the server's values. */
    throwAway() {
      for (const id of Object.keys(rows.kept()))
        setRow(id, { typed: typedOf(rowOf(id).saved), mine: null, notTaken: null });
      autosave.forget();
    },

    /** Resolves a conflict between two values. */
    decide(id: string, forMine: boolean) {
      const { mine, typed } = rowOf(id);
      setRow(id, { mine: null });
      change(id, forMine ? { ...typed, ...mine } : typed, 0);
    },

    /** Starts: restores unsaved input of an earlier visit, and polls. Returns a function that stops it. */
    begin() {
      const ends = [
        autosave.begin(),
        watchUse((used) => {
          isInUse = used;
        }),
      ];
      if (isBackNavigation()) void look();
      const timer = setInterval(() => void look(), 5000);
      return () => {
        clearInterval(timer);
        for (const end of ends) end();
      };
    },
  };
}

export type SheetStore = ReturnType<typeof createSheetStore>;
