import type { Unanswered } from "@/components/form/autosave";
import { mergeCells, type Own } from "@/components/form/merge-cells";
import { afterPaint } from "@/components/ui/after-paint";
import { isChanged, isSame, readCells, type Saved, type Typed, typedOf } from "../rules-cells";
import { shownMark } from "../rules-marks";
import type { CellInput, CellView, SheetRowView, SheetView } from "../schema-sheet";
import { fields } from "./sheet-cells";
import { type SheetSummary, summaryOf } from "./sheet-summary";

/** A student with the server's values and the typed ones. */
export type SheetRow = {
  saved: SheetRowView;
  typed: Typed;
  /** What I typed where somebody else saved first. */
  mine: Partial<Typed> | null;
  /** Why the server rejected it. */
  notTaken: string | null;
};

/** Input in the browser's storage: the texts of both cells, and the server's values that they replaced, as far as known. */
type Kept = Partial<Typed> & {
  before?: Partial<Saved>;
  /** The version of the row: what an earlier release of this site stored in place of `before`. */
  seen?: number;
};

/** The texts that some cells had. */
const textsOf = ({ mark, remark }: Partial<Saved>): Partial<Typed> => ({
  ...(mark !== undefined && { text: shownMark(mark) }),
  ...(remark !== undefined && { remark: remark ?? "" }),
});

/** Whether the base of a cell is known. It is unknown where the old text is back: the server may have what was sent in between. */
const isKnown = (field: keyof Typed, { saved, typed }: SheetRow, sent: readonly CellInput[] = []) => {
  const shown = typedOf(saved)[field];
  return typed[field] !== shown || sent.every((one) => typedOf(one)[field] === shown);
};

/** Statistics are updated this long after the last key, and at the latest this long after the first one, in milliseconds. */
const [breath, longestBreath] = [120, 500];

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

  const unsent = (sent: Unanswered<CellInput>) =>
    order.filter((id) => sent.has(id) || isChanged(row(id).typed, row(id).saved, totalMarks));

  /** The row with these texts in its cells: a new text also replaces mine of a conflict. */
  const retyped = (id: string, typed: Typed) => {
    const before = row(id);
    const open = fields.filter((one) => before.mine?.[one] !== undefined && typed[one] === before.typed[one]);
    const mine = Object.fromEntries(open.map((one) => [one, before.mine?.[one]]));
    return { typed, mine: open.length > 0 ? mine : null };
  };

  /** Merges what was typed with the server's values; `sent` is what this sheet sent. */
  function put(id: string, saved: SheetRowView, own: Own<keyof Typed>, sent: readonly Typed[] = []) {
    const merge = (mine: Own<keyof Typed>, of: readonly Typed[]) =>
      mergeCells((...texts) => isSame(...texts, totalMarks), mine, typedOf(saved), of);
    const merged = merge(own, sent);
    // Released marks are corrected elsewhere.
    const whole = { base: {}, own: { ...merged.typed, ...merged.mine } };
    set(id, { saved, notTaken: null, ...(saved.isReleased ? merge(whole, []) : merged) });
  }

  /** What to save: changed rows and those in `sent`, if without an error. */
  function sendable(sent: Unanswered<CellInput>): CellInput[] {
    return unsent(sent).flatMap((studentId) => {
      const { typed, saved, notTaken } = row(studentId);
      const read = readCells(typed, totalMarks);
      return notTaken === null && "mark" in read ? [{ studentId, ...read, seen: saved.rowVersion }] : [];
    });
  }

  /** A parsed mark. */
  function plainly(typed: Typed): Typed {
    const read = readCells(typed, totalMarks);
    return "mark" in read ? { ...typed, text: shownMark(read.mark) } : typed;
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
    version: (id: string) => row(id).saved.rowVersion,
    row,
    set,
    typeInto,
    retyped,
    plainly,
    sendable,
    summary: (): SheetSummary => summary,
    /** How many rows need attention or are not saved at this moment; the summary is updated later. */
    toSettle(sent: Unanswered<CellInput>) {
      const open = summaryOf(order.map(row), totalMarks).toSettle.map(({ id }) => id);
      return new Set([...open, ...sendable(sent).map(({ studentId }) => studentId)]).size;
    },

    /** Subscribes to a row by the student's id, or to the `summary`. Returns the unsubscribe function. */
    listen(name: string, listener: () => void) {
      const all = listeners.get(name) ?? new Set();
      listeners.set(name, all.add(listener));
      return () => void all.delete(listener);
    },

    /** What to store in the browser. */
    kept(sent: Unanswered<CellInput> = new Map()): Record<string, Kept> {
      const changed = new Set(unsent(sent));
      const waiting = order.filter((id) => changed.has(id) || row(id).mine);
      // A cell in conflict has nothing that it could be merged with.
      const isBase = (id: string, field: keyof Typed) =>
        row(id).mine?.[field] === undefined && isKnown(field, row(id), sent.get(id));
      const before = (id: string) => ({
        ...(isBase(id, "text") && { mark: row(id).saved.mark }),
        ...(isBase(id, "remark") && { remark: row(id).saved.remark }),
      });
      return Object.fromEntries(waiting.map((id) => [id, { ...row(id).typed, ...row(id).mine, before: before(id) }]));
    },

    restore(id: string, stored: unknown) {
      const { saved } = row(id);
      const { text, remark, before, seen } = stored as Kept;
      const base = textsOf(before ?? (seen === saved.rowVersion ? saved : {}));
      put(id, saved, { base, own: plainly({ text: String(text ?? ""), remark: String(remark ?? "") }) });
    },

    saved({ studentId, mark, remark = null }: CellInput, rowVersion: number) {
      set(studentId, { saved: { ...row(studentId).saved, mark, remark, rowVersion } });
    },

    mergeIn(theirs: CellView, sent: readonly CellInput[]) {
      const { isYours, studentId } = theirs;
      const before = row(studentId);
      const { saved, typed: own, mine } = before;
      const known = fields.filter((field) => isYours || isKnown(field, before, sent));
      const base = Object.fromEntries(known.map((field) => [field, typedOf(saved)[field]]));
      // A colleague may have saved what this sheet sent, too.
      put(studentId, { ...saved, ...theirs }, { base, own, mine }, isYours ? sent.map(typedOf) : []);
    },

    refuse: ({ studentId }: CellInput, why: string) => set(studentId, { notTaken: why }),
  };
}
