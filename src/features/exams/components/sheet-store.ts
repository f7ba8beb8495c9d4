import { keepUnsent, readUnsent } from "@/lib/unsent";
import { codeOf, isWorthRetrying } from "@/trpc/failure";
import { isChanged, readCells, type Typed, typedOf } from "../rules-cells";
import { shownMark } from "../rules-marks";
import type { CellInput, ChangesView, SavedCellsView, SheetView } from "../schema-sheet";
import { createSheetRows } from "./sheet-rows";

/** Whether everything is saved; `ended`: the login is over; `closed`: the exam takes no marks any more. */
export type SheetState = {
  phase: "saved" | "waiting" | "offline" | "ended" | "closed" | "failed";
  savedAt: Date | null;
  unsent: number;
  /** How much of that can be sent; the rest has a fault. */
  waiting: number;
  /** Somebody has changed the exam itself. */
  isStale: boolean;
  /** Where the exam stands by now. */
  examState: SheetView["exam"]["state"];
};

type Calls = {
  save: (cells: CellInput[]) => Promise<SavedCellsView>;
  changes: (since: number) => Promise<ChangesView>;
};

/** What was typed is sent this long after the last key, in milliseconds. */
const pause = 500;
const longestWait = 15_000;
/** A sheet that nobody touches asks for nothing, so that the login of an empty chair ends. In milliseconds. */
const untouched = 10 * 60_000;
const mostAtOnce = 500;

/** The state of a sheet outside of React: a key in a cell changes one row, and no key waits for the network. */
export function createSheetStore(sheet: SheetView, calls: Calls) {
  const { exam, marksVersion, mayChange, personId } = sheet;
  const { totalMarks } = exam;
  const rows = createSheetRows(sheet);
  const { order, row: rowOf, set: setRow } = rows;
  const undoable: [id: string, typed: Typed][][] = [];
  let state: SheetState = {
    ...{ phase: mayChange ? "saved" : "closed", savedAt: null, unsent: 0, waiting: 0 },
    ...{ isStale: false, examState: exam.state },
  };
  let [version, sent, failures] = [marksVersion, 0, 0];
  let isSending = false;
  let touchedAt = Date.now();
  let saving: ReturnType<typeof setTimeout> | undefined;

  /** A mark as it is read. */
  function plainly(typed: Typed): Typed {
    const read = readCells(typed, totalMarks);
    return "mark" in read ? { ...typed, text: shownMark(read.mark) } : typed;
  }

  function setState(next: Partial<SheetState>) {
    state = { ...state, ...next };
    rows.tell("state");
  }

  function keep() {
    const unsent = rows.unsent().length;
    keepUnsent(personId, exam._id, rows.kept());
    const waiting = rows.sendable().length;
    const isWaiting = state.phase === "saved" && waiting > 0;
    const phase = isWaiting ? "waiting" : state.phase;
    if (unsent !== state.unsent || waiting !== state.waiting || phase !== state.phase)
      setState({ unsent, waiting, phase });
  }

  function later(delay: number) {
    if (state.phase === "ended" || state.phase === "closed") return;
    clearTimeout(saving);
    saving = setTimeout(() => void send(), delay);
  }

  function change(id: string, typed: Typed) {
    touchedAt = Date.now();
    setRow(id, { typed, notTaken: null });
    // Another try, with another mark.
    if (state.phase === "failed") setState({ phase: "saved" });
    keep();
  }

  async function send(): Promise<void> {
    if (isSending || state.phase === "ended" || state.phase === "closed") return;
    const cells = rows.sendable();
    if (cells.length === 0) return setState({ phase: "saved" });
    isSending = true;
    try {
      const batch = cells.slice(0, mostAtOnce);
      take(batch, await calls.save(batch));
      failures = 0;
      setState({ phase: "saved", savedAt: new Date() });
    } catch (error) {
      fail(error);
    } finally {
      isSending = false;
      sent += 1;
    }
    keep();
    if (state.phase === "waiting") later(0);
  }

  function take(batch: CellInput[], { saved, conflicts, refused }: SavedCellsView) {
    const sentCells = new Map(batch.map((cell) => [cell.studentId, cell]));
    for (const { studentId, rowVersion } of saved) {
      const { mark = null, remark = null } = sentCells.get(studentId) ?? {};
      setRow(studentId, { saved: { ...rowOf(studentId).saved, mark, remark, rowVersion }, mine: null });
    }
    for (const theirs of conflicts) rows.mergeIn(theirs);
    for (const { studentId, why } of refused) setRow(studentId, { notTaken: why });
  }

  function fail(error: unknown) {
    const code = codeOf(error);
    if (code === "UNAUTHORIZED" || code === "FORBIDDEN") return setState({ phase: "ended" });
    if (code === "CONFLICT" || code === "NOT_FOUND") return setState({ phase: "closed" });
    if (!isWorthRetrying(error) && code !== "TOO_MANY_REQUESTS") return setState({ phase: "failed" });
    failures += 1;
    setState({ phase: "offline" });
    later(Math.min(longestWait, 500 * 2 ** failures));
  }

  /** Asks what others have changed. An answer that a save has overtaken is left alone. */
  async function look(): Promise<void> {
    const isIdle = Date.now() - touchedAt > untouched;
    if (isSending || state.phase !== "saved" || document.hidden || isIdle) return;
    const before = sent;
    const answer = await calls.changes(version).catch(() => undefined);
    if (!answer || isSending || sent !== before) return;
    version = answer.marksVersion;
    for (const theirs of answer.cells) {
      if (rows.has(theirs.studentId) && theirs.rowVersion > rowOf(theirs.studentId).saved.rowVersion)
        rows.mergeIn(theirs);
    }
    if (!answer.mayChange) setState({ phase: "closed" });
    if (answer.state !== state.examState) setState({ examState: answer.state });
    if (answer.rowVersion !== exam.rowVersion) setState({ isStale: true });
    keep();
  }

  return {
    order,
    totalMarks,
    /** The rows are of several sections. */
    hasSections: new Set(sheet.rows.map(({ section }) => section)).size > 1,
    row: rowOf,
    state: () => state,
    summary: rows.summary,
    listen: rows.listen,

    /** Something was typed into a cell. */
    type(id: string, field: keyof Typed, text: string) {
      change(id, { ...rowOf(id).typed, [field]: text });
      later(pause);
    },

    /** A cell was left: a mark is written as it is read. `before` is what stood there when it was entered. */
    leave(id: string, before: Typed | undefined) {
      const { typed, saved } = rowOf(id);
      if (before && (before.text !== typed.text || before.remark !== typed.remark)) undoable.push([[id, before]]);
      const plain = plainly(typed);
      if (plain.text !== typed.text) setRow(id, { typed: plain });
      if (isChanged(typed, saved, totalMarks)) later(0);
    },

    /** The cells as the server has them. */
    restore(id: string) {
      change(id, typedOf(rowOf(id).saved));
    },

    /** Fills cells with what was pasted. Returns how many of them are at fault. */
    fill(cells: { id: string; field: keyof Typed; text: string }[]) {
      const open = cells.filter(({ id }) => !rowOf(id).saved.isReleased);
      undoable.push([...new Set(open.map(({ id }) => id))].map((id) => [id, rowOf(id).typed]));
      for (const { id, field, text } of open)
        setRow(id, { typed: { ...rowOf(id).typed, [field]: text.trim() }, notTaken: null });
      const filled = [...new Set(open.map(({ id }) => id))];
      for (const id of filled) setRow(id, { typed: plainly(rowOf(id).typed) });
      touchedAt = Date.now();
      keep();
      later(0);
      const closed = cells.length - open.length;
      return closed + filled.filter((id) => "fault" in readCells(rowOf(id).typed, totalMarks)).length;
    },

    /** Takes back the last entry or paste. */
    takeBack() {
      for (const [id, typed] of undoable.pop() ?? []) change(id, typed);
      later(0);
    },

    /** Tries again, after a login in another tab. */
    retry() {
      if (state.phase === "closed") return;
      setState({ phase: "waiting" });
      later(0);
    },

    /** Decides between two values. */
    decide(id: string, forMine: boolean) {
      const { mine, typed } = rowOf(id);
      setRow(id, { mine: null });
      if (forMine && mine) change(id, mine);
      else change(id, typed);
      later(0);
    },

    /** Begins: what was not sent in an earlier visit comes back, and others' changes are asked for. Returns the end of it. */
    begin() {
      const kept = readUnsent(personId, exam._id);
      for (const [id, value] of Object.entries(kept)) {
        if (!rows.has(id)) continue;
        const row = rowOf(id);
        const { text, remark, seen } = value as Partial<Typed> & { seen?: number };
        const typed = plainly({ text: String(text ?? ""), remark: String(remark ?? "") });
        if (!isChanged(typed, row.saved, totalMarks)) continue;
        // Somebody has changed it since: both are shown.
        if (seen === row.saved.rowVersion && !row.saved.isReleased) setRow(id, { typed });
        else setRow(id, { mine: typed });
      }
      keep();
      later(0);
      const timer = setInterval(() => void look(), 5000);
      const online = () => later(0);
      const touched = () => {
        touchedAt = Date.now();
      };
      window.addEventListener("online", online);
      window.addEventListener("pointerdown", touched);
      return () => {
        clearInterval(timer);
        clearTimeout(saving);
        window.removeEventListener("online", online);
        window.removeEventListener("pointerdown", touched);
      };
    },
  };
}

export type SheetStore = ReturnType<typeof createSheetStore>;
