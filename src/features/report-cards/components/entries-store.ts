import { createUnanswered, mergeCells } from "@/components/form/sheet-line";
import { unsentKeeper } from "@/lib/unsent-store";
import { type Halt, haltAfter } from "@/trpc/sheet-phase";
import { cells, entryOf, isSame, type Typed, typedOf } from "../rules-entries";
import type { EntryView, SavedEntriesView, SaveEntriesInput, SheetView } from "../schema";
import { faultIn, goodOf, isChanged, keptOf, type Row, refusalsOf, restored, rowOf } from "./entries-rows";

/** Delay until input is saved, and until a retry after a failure. In milliseconds. */
const [saveDelay, retryDelay] = [600, 5_000];

type State = { rows: ReadonlyMap<string, Row>; phase: "idle" | "waiting" | "saved" | Halt };

type Calls = {
  save: (entries: SaveEntriesInput["entries"]) => Promise<SavedEntriesView>;
  /** What would be issued has changed. */
  onSaved: () => void;
};

/** The rows of an attendance and remarks sheet outside of React: saves input automatically and keeps unsaved input. */
export function createEntriesStore({ set, rows: found, personId }: SheetView, { save, onSaved }: Calls) {
  let state: State = { rows: new Map(found.map((row) => [row.studentId, rowOf(row)])), phase: "idle" };
  let { daysOpen } = set;
  /** The students of the sheet. What was typed for one who has left it waits in the browser. */
  let shown = new Set(state.rows.keys());
  const keeper = unsentKeeper(personId, set._id);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let [isSending, isLeft] = [false, false];
  const unanswered = createUnanswered<Typed & { studentId: string }>();
  const listeners = new Set<() => void>();

  function setState(next: Partial<State>) {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }

  function put(id: string, change: Partial<Row>) {
    const row = state.rows.get(id);
    if (row) setState({ rows: new Map(state.rows).set(id, { ...row, ...change }) });
  }

  const shownRows = () => [...state.rows].filter(([id]) => shown.has(id));

  const sendable = () =>
    shownRows().flatMap(([studentId, row]) => {
      if (!isChanged(row.typed, row.saved)) return [];
      const good = goodOf(row, daysOpen);
      return row.refused.row === undefined && isChanged(good, row.saved) ? [{ studentId, good, row }] : [];
    });

  function keep() {
    keeper.keep(keptOf(state.rows));
  }

  const isOver = () => state.phase === "ended" || state.phase === "forbidden" || state.phase === "closed";

  function later(delay: number) {
    clearTimeout(timer);
    timer = setTimeout(() => void (isOver() || send()), delay);
  }

  async function send(): Promise<void> {
    if (isSending) return later(saveDelay);
    const waiting = sendable();
    if (waiting.length === 0) {
      if (isOver()) setState({ phase: "idle" });
      return;
    }
    isSending = true;
    try {
      unanswered.add(waiting.map(({ studentId, good }) => ({ studentId, ...good })));
      take(
        await save(waiting.map(({ studentId, good, row }) => ({ studentId, ...entryOf(good), seen: row.version }))),
        new Map(waiting.map(({ studentId, good }) => [studentId, good])),
      );
      setState({ phase: "saved" });
    } catch (error) {
      fail(
        error,
        waiting.map(({ studentId }) => studentId),
      );
    }
    isSending = false;
    keep();
    if ((state.phase === "saved" || state.phase === "waiting") && sendable().length > 0) later(saveDelay);
  }

  function take({ saved, conflicts, refused }: SavedEntriesView, sent: ReadonlyMap<string, Typed>) {
    for (const { studentId, rowVersion } of saved) {
      // A colleague's later change may have come before this answer.
      const isLatest = rowVersion >= (state.rows.get(studentId)?.version ?? 0);
      if (isLatest) put(studentId, { version: rowVersion, ...(sent.has(studentId) && { saved: sent.get(studentId) }) });
    }
    for (const theirs of conflicts) mergeIn(theirs);
    unanswered.remove([...sent].map(([studentId, good]) => ({ studentId, ...good })));
    for (const { studentId, why } of refused) put(studentId, { refused: { row: why } });
    if (saved.length > 0) onSaved();
  }

  function mergeIn(theirs: EntryView) {
    const row = state.rows.get(theirs.studentId);
    if (!row) return;
    const saved = typedOf(theirs);
    const { saved: base, typed: own, mine } = row;
    const merged = mergeCells(isSame, { base, own, mine }, saved, unanswered.of(theirs.studentId));
    put(theirs.studentId, { ...merged, saved, version: theirs.rowVersion });
  }

  /** Show an error at rejected cells, and save the others without them. */
  function fail(error: unknown, sent: readonly string[]) {
    const refusals = refusalsOf(error, sent);
    for (const { id, cell, message } of refusals)
      put(id, { refused: { ...state.rows.get(id)?.refused, [cell]: message } });
    const phase = refusals.length > 0 ? "waiting" : haltAfter(error);
    setState({ phase });
    if (phase === "offline" && !isLeft) later(retryDelay);
  }

  return {
    state: () => state,
    listen(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    retry: () => void send(),

    /** The error of a cell. */
    faultOf: (row: Row, cell: keyof Typed) => faultIn(row, cell, daysOpen),

    /** The number of rows that wait in this browser. */
    unsent: () => Object.keys(keptOf(state.rows)).length,

    /** The numbers of rows that are unsaved, savable or invalid, and of those where two texts wait for a decision. */
    count() {
      const rows = shownRows();
      const unsaved = rows.filter(([, { typed, saved }]) => isChanged(typed, saved));
      const faulty = unsaved.filter(
        ([, row]) => row.refused.row !== undefined || cells.some((cell) => faultIn(row, cell, daysOpen) !== null),
      ).length;
      const undecided = rows.filter(([, { mine }]) => mine !== null).length;
      return { unsaved: unsaved.length, waiting: sendable().length, faulty, undecided };
    },

    /** The number of school days has changed. */
    setDaysOpen(days: number | null) {
      if (days === daysOpen) return;
      daysOpen = days;
      setState({});
      later(0);
    },

    /** Something was typed into a cell. */
    type(id: string, cell: keyof Typed, text: string) {
      const row = state.rows.get(id);
      if (!row) return;
      const { row: _, [cell]: __, ...refused } = row.refused;
      put(id, { typed: { ...row.typed, [cell]: text }, refused });
      if (!isOver()) setState({ phase: "waiting" });
      keep();
      later(saveDelay);
    },

    /** The sheet was deleted, or may not be read any more. */
    halt: (phase: Halt) => setState({ phase }),

    /** Throws away what is not sent. */
    throwAway() {
      for (const [id, { saved }] of state.rows) put(id, { typed: saved, mine: null, refused: {} });
      keep();
    },

    /** Applies changes of others, including students who have come or left. */
    load(found: readonly EntryView[]) {
      for (const theirs of found) {
        const row = state.rows.get(theirs.studentId);
        if (!row) setState({ rows: new Map(state.rows).set(theirs.studentId, rowOf(theirs)) });
        else if (theirs.rowVersion > row.version) mergeIn(theirs);
      }
      shown = new Set(found.map(({ studentId }) => studentId));
      setState({});
      keep();
    },

    /** Resolves a conflict in a row. */
    decide(id: string, forMine: boolean) {
      const row = state.rows.get(id);
      if (!row) return;
      put(id, { mine: null, ...(forMine && { typed: { ...row.typed, ...row.mine }, refused: {} }) });
      keep();
      later(0);
    },

    /** Starts: restores unsaved input of an earlier visit. Returns a function that saves what is left, and stops it. */
    begin() {
      isLeft = false;
      for (const [id, value] of Object.entries(keeper.take((one) => state.rows.has(one)))) {
        const row = state.rows.get(id);
        if (row) put(id, restored(row, value));
      }
      keep();
      later(0);
      return () => {
        isLeft = true;
        clearTimeout(timer);
        if (!isOver()) void send();
      };
    },
  };
}
