import { createAutosave, type Unanswered } from "@/components/form/autosave";
import type { Halt } from "@/components/form/halt";
import { mergeCells } from "@/components/form/merge-cells";
import { cells, entryOf, isSame, type Typed, typedOf } from "../rules-entries";
import type { EntryInput, EntryView, SavedEntriesView, SheetView } from "../schema";
import { faultIn, goodOf, isChanged, isSettled, keptOf, type Row, restored, rowOf } from "./entries-rows";

type Save = (entries: EntryInput[], signal: AbortSignal) => Promise<SavedEntriesView>;

/** The rows of an attendance and remarks sheet outside of React: saves input automatically and keeps unsaved input. */
export function createEntriesStore({ set, rows: found, personId }: SheetView, save: Save, pause?: number) {
  let rows: ReadonlyMap<string, Row> = new Map(found.map((row) => [row.studentId, rowOf(row)]));
  let { daysOpen } = set;
  /** The students of the sheet. Input for a student who has left it waits in the browser. */
  let shown = new Set(rows.keys());

  function rowAt(id: string): Row {
    const row = rows.get(id);
    if (!row) throw new Error("There is no such row.");
    return row;
  }

  function put(id: string, change: Partial<Row>): void {
    rows = new Map(rows).set(id, { ...rowAt(id), ...change });
    autosave.set({ rows });
  }

  const shownRows = () => [...rows].filter(([id]) => shown.has(id));

  const sendable = (sent: Unanswered<EntryInput>) =>
    shownRows().flatMap(([studentId, row]): EntryInput[] => {
      if (!sent.has(studentId) && !isChanged(row.typed, row.saved)) return [];
      const good = goodOf(row, daysOpen);
      const isSendable = row.refused.row === undefined && (sent.has(studentId) || isChanged(good, row.saved));
      return isSendable ? [{ studentId, ...entryOf(good), seen: row.version }] : [];
    });

  const autosave = createAutosave<EntryInput, EntryView, { rows: typeof rows }>({
    ...{ keptFor: [personId, set._id], save, pause, more: { rows } },
    rows: {
      has: (id) => rows.has(id),
      version: (id) => rowAt(id).version,
      sendable,
      kept: (sent) => keptOf(rows, sent),
      restore: (id, stored) => put(id, restored(rowAt(id), stored)),
      saved: (sent, version) => put(sent.studentId, { version, saved: typedOf(sent) }),

      mergeIn(theirs, sent) {
        const { saved: base, typed: own, mine } = rowAt(theirs.studentId);
        const saved = typedOf(theirs);
        const merged = mergeCells(isSame, { base, own, mine }, saved, sent.map(typedOf));
        put(theirs.studentId, { ...merged, saved, version: theirs.rowVersion, refused: {} });
      },

      refuse(sent, why, field) {
        const { saved, refused } = rowAt(sent.studentId);
        const name = field === "daysPresent" ? "days" : field;
        // A text that is saved already cannot be left out.
        const cell = cells.find((one) => one === name && !isSame(one, typedOf(sent)[one], saved[one])) ?? "row";
        put(sent.studentId, { refused: { ...refused, [cell]: why } });
      },
    },
  });

  /** Without an answer, the server may have what was sent, whatever is typed by now. */
  const isUnanswered = (id: string) => autosave.unanswered().has(id);

  return {
    state: autosave.state,
    listen: autosave.listen,
    retry: autosave.retry,

    /** The error of a cell. */
    faultOf: (row: Row, cell: keyof Typed) => faultIn(row, cell, daysOpen),

    /** The numbers of rows that are unsaved, savable or invalid, and of those where two texts wait for a decision. */
    count() {
      const all = shownRows();
      const unsaved = all.filter(
        ([id, { typed, saved, mine }]) => isChanged(typed, saved) || (mine === null && isUnanswered(id)),
      );
      const faulty = unsaved.filter(
        ([, row]) => row.refused.row !== undefined || cells.some((cell) => faultIn(row, cell, daysOpen) !== null),
      ).length;
      const undecided = all.filter(([, { mine }]) => mine !== null).length;
      return { unsaved: unsaved.length, waiting: autosave.state().waiting, faulty, undecided };
    },

    isSettled: (id: string) => isSettled(rowAt(id)) && !isUnanswered(id),

    /** The number of school days has changed. */
    setDaysOpen(days: number | null) {
      if (days === daysOpen) return;
      daysOpen = days;
      for (const [id, { refused }] of rows) if (refused.row !== undefined) put(id, { refused: {} });
      autosave.typed(0);
    },

    /** Something was typed into a cell. */
    type(id: string, cell: keyof Typed, text: string) {
      const { typed, refused } = rowAt(id);
      const { row: _, [cell]: __, ...left } = refused;
      put(id, { typed: { ...typed, [cell]: text }, refused: left });
      autosave.typed();
    },

    /** The sheet was deleted, or may not be read any more. */
    halt: (phase: Halt) => autosave.set({ phase }),

    /** Discards unsent input. */
    throwAway() {
      for (const [id, { saved }] of rows) put(id, { typed: saved, mine: null, refused: {} });
      autosave.forget();
    },

    /** Applies changes of others, including students who have come or left. */
    load(all: readonly EntryView[]) {
      const come = all.filter(({ studentId }) => !rows.has(studentId));
      rows = new Map([...rows, ...come.map((row) => [row.studentId, rowOf(row)] as const)]);
      shown = new Set(all.map(({ studentId }) => studentId));
      autosave.set({ rows });
      autosave.load(all);
    },

    /** Resolves a conflict in a row. */
    decide(id: string, forMine: boolean) {
      const { typed, mine } = rowAt(id);
      put(id, { mine: null, refused: {}, ...(forMine && { typed: { ...typed, ...mine } }) });
      autosave.typed(0);
    },

    begin: autosave.begin,
  };
}
