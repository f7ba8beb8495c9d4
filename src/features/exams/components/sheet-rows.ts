import { isChanged, merge, mineAfter, readCells, type Typed, typedOf } from "../rules-cells";
import type { CellInput, CellView, SheetRowView, SheetView } from "../schema-sheet";
import { type SheetSummary, summaryOf } from "./sheet-summary";

/** A student with the server's values and the typed ones. */
export type SheetRow = {
  saved: SheetRowView;
  typed: Typed;
  /** What I typed where somebody else saved first. */
  mine: Typed | null;
  /** Why the server rejected it. */
  notTaken: string | null;
};

/** Statistics are updated this long after the last key, and at the latest this long after the first one, in milliseconds. */
const [breath, longestBreath] = [120, 500];

/** The longest wait for a paint, in milliseconds: some browsers paint nothing for a window that others cover. */
const longestFrame = 200;

/** Runs what is not urgent after the next paint, so that no key waits for it. */
export function afterPaint(act: () => void): void {
  if (typeof requestAnimationFrame === "undefined" || document.hidden) {
    act();
    return;
  }
  const frame = requestAnimationFrame(() => {
    clearTimeout(fallback);
    setTimeout(act);
  });
  const fallback = setTimeout(() => {
    cancelAnimationFrame(frame);
    act();
  }, longestFrame);
}

/** The rows of a sheet, with the subscribers of each. */
export function createSheetRows({ exam: { totalMarks }, rows: all }: Pick<SheetView, "exam" | "rows">) {
  const rows = new Map<string, SheetRow>(
    all.map((saved) => [saved.studentId, { saved, typed: typedOf(saved), mine: null, notTaken: null }]),
  );
  const order = all.filter(({ isExempt }) => !isExempt).map(({ studentId }) => studentId);
  const listeners = new Map<string, Set<() => void>>();
  let summary = summaryOf([...rows.values()], totalMarks);
  let counting: ReturnType<typeof setTimeout> | undefined;
  let countFrom = 0;

  const tell = (name: string) => {
    for (const listener of listeners.get(name) ?? []) listener();
  };

  function row(id: string): SheetRow {
    const found = rows.get(id);
    if (!found) throw new Error("There is no such row.");
    return found;
  }

  function set(id: string, next: Partial<SheetRow>) {
    rows.set(id, { ...row(id), ...next });
    tell(id);
    countSoon();
  }

  function count() {
    counting = undefined;
    summary = summaryOf(order.map(row), totalMarks);
    tell("summary");
  }

  function countSoon() {
    const now = Date.now();
    if (counting === undefined) countFrom = now;
    clearTimeout(counting);
    const delay = Math.max(0, Math.min(breath, countFrom + longestBreath - now));
    counting = setTimeout(() => afterPaint(count), delay);
  }

  const unsent = () => order.filter((id) => isChanged(row(id).typed, row(id).saved, totalMarks));

  /** The row with these texts in its cells. */
  const retyped = (id: string, typed: Typed) => {
    const before = row(id);
    return { typed, mine: mineAfter(before.mine, before.typed, typed) };
  };

  /** What can be saved: changed rows without an error. */
  function sendable(): CellInput[] {
    return unsent().flatMap((studentId) => {
      const { typed, saved, notTaken } = row(studentId);
      const read = readCells(typed, totalMarks);
      return notTaken === null && "mark" in read ? [{ studentId, ...read, seen: saved.rowVersion }] : [];
    });
  }

  /** The typed text is already in its input: the rest of the row is updated after the next paint, and then `act` runs. */
  function typeInto(id: string, typed: Typed, act: () => void) {
    rows.set(id, { ...row(id), ...retyped(id, typed), notTaken: null });
    afterPaint(() => {
      tell(id);
      act();
    });
    countSoon();
  }

  return {
    order,
    has: (id: string) => order.includes(id),
    row,
    set,
    typeInto,
    retyped,
    sendable,
    tell,
    summary: (): SheetSummary => summary,
    /** How many rows need attention or are not saved at this moment; the summary follows after a breath. */
    toSettle() {
      const open = summaryOf(order.map(row), totalMarks).toSettle.map(({ id }) => id);
      return new Set([...open, ...sendable().map(({ studentId }) => studentId)]).size;
    },

    /** Subscribes to a row by the student's id, to the `summary` or the `state`. Returns the unsubscribe function. */
    listen(name: string, listener: () => void) {
      const all = listeners.get(name) ?? new Set();
      listeners.set(name, all.add(listener));
      return () => void all.delete(listener);
    },

    /** What to store in the browser. Input in conflict has no valid version. */
    kept() {
      const changed = new Set(unsent());
      return Object.fromEntries(
        order.flatMap((id) => {
          const { mine, typed, saved } = row(id);
          if (mine) return [[id, { ...mine, seen: -1 }]];
          return changed.has(id) ? [[id, { ...typed, seen: saved.rowVersion }]] : [];
        }),
      );
    },

    /** Applies changes of others. */
    mergeIn(theirs: CellView) {
      if (!rows.has(theirs.studentId)) return;
      const before = row(theirs.studentId);
      if (theirs.isReleased) {
        const saved = { ...before.saved, ...theirs };
        const mine = isChanged(before.typed, saved, totalMarks) ? before.typed : before.mine;
        return set(theirs.studentId, { saved, typed: typedOf(saved), mine });
      }
      const { typed, mine } = merge(before.saved, before.typed, theirs, totalMarks);
      set(theirs.studentId, { saved: { ...before.saved, ...theirs }, typed, mine: mine ?? before.mine });
    },
  };
}
