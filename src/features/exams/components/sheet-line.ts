import { createUnanswered } from "@/components/form/sheet-line";
import { watchUse } from "@/components/ui/use-in-use";
import { cameBack } from "@/lib/came-back";
import { unsentKeeper } from "@/lib/unsent-store";
import { codeOf, issuesOf } from "@/trpc/failure";
import { type Halt, haltAfter } from "@/trpc/sheet-phase";
import type { CellInput, CellView, ChangesView, SavedCellsView, SheetView } from "../schema-sheet";
import { afterPaint, type createSheetRows } from "./sheet-rows";

type SheetState = {
  phase: "saved" | "waiting" | Halt;
  savedAt: Date | null;
  /** How many rows wait in this browser. */
  unsent: number;
  /** How many of them can be saved; the others are invalid or in conflict. */
  waiting: number;
  /** The exam itself was changed. */
  isStale: boolean;
  /** The current state of the exam. */
  examState: SheetView["exam"]["state"];
};

/** The requests of a sheet. */
export type SheetCalls = {
  save: (cells: CellInput[]) => Promise<SavedCellsView>;
  changes: (since: number) => Promise<ChangesView>;
};

const longestWait = 15_000;
const mostAtOnce = 500;

/** Synchronizes the rows of a sheet with the server: saves input and polls for changes of others. */
export function createSheetLine(
  { exam, marksVersion, mayChange, personId }: SheetView,
  rows: ReturnType<typeof createSheetRows>,
  calls: SheetCalls,
) {
  const { row: rowOf, set: setRow } = rows;
  const keeper = unsentKeeper(personId, exam._id);
  let state: SheetState = {
    phase: mayChange ? "saved" : "closed",
    savedAt: null,
    unsent: 0,
    waiting: 0,
    isStale: false,
    examState: exam.state,
  };
  let [version, sent, failures] = [marksVersion, 0, 0];
  let [isSending, isInUse] = [false, true];
  let saving: ReturnType<typeof setTimeout> | undefined;
  const unanswered = createUnanswered<CellInput>();

  function setState(next: Partial<SheetState>) {
    state = { ...state, ...next };
    rows.tell("state");
  }

  /** Stores unsaved input in the browser, and counts it. */
  function keep() {
    const kept = rows.kept();
    const unsent = Object.keys(kept).length;
    keeper.keep(kept);
    const waiting = rows.sendable().length;
    const phase = state.phase === "saved" && waiting > 0 ? "waiting" : state.phase;
    if (unsent !== state.unsent || waiting !== state.waiting || phase !== state.phase)
      setState({ unsent, waiting, phase });
  }

  const isOver = () => state.phase === "ended" || state.phase === "forbidden" || state.phase === "closed";

  /** Saves after this many milliseconds. */
  function later(delay: number) {
    if (isOver()) return;
    clearTimeout(saving);
    saving = setTimeout(() => afterPaint(() => void send()), delay);
  }

  async function send(): Promise<void> {
    if (isSending || isOver()) return;
    const cells = rows.sendable();
    if (cells.length === 0) return setState({ phase: "saved" });
    isSending = true;
    const batch = cells.slice(0, mostAtOnce);
    unanswered.add(batch);
    try {
      const answer = await calls.save(batch);
      take(batch, answer);
      failures = 0;
      setState({ phase: "saved", savedAt: answer.at });
    } catch (error) {
      fail(error, batch);
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
      setRow(studentId, { saved: { ...rowOf(studentId).saved, mark, remark, rowVersion } });
    }
    for (const theirs of conflicts) mergeIn(theirs);
    for (const { studentId, why } of refused) setRow(studentId, { notTaken: why });
    unanswered.remove(batch);
  }

  const mergeIn = (theirs: CellView) => rows.mergeIn(theirs, unanswered.of(theirs.studentId));

  /** Marks the rows that the server names as faulty. Returns whether there are any. */
  function markRefused(error: unknown, batch: CellInput[]): boolean {
    const faults = issuesOf(error).flatMap(({ path: [list, index], message }) => {
      const cell = list === "cells" ? batch[Number(index)] : undefined;
      return cell ? [{ id: cell.studentId, message }] : [];
    });
    for (const { id, message } of faults) setRow(id, { notTaken: message });
    return faults.length > 0;
  }

  function fail(error: unknown, batch: CellInput[]) {
    // The exam takes no marks now.
    const phase = codeOf(error) === "CONFLICT" ? "closed" : haltAfter(error);
    // The others are saved without them.
    if (phase === "failed" && markRefused(error, batch)) return setState({ phase: "waiting" });
    if (phase === "closed") void learnState();
    if (phase !== "offline") return setState({ phase });
    failures += 1;
    setState({ phase: "offline" });
    later(Math.min(longestWait, 500 * 2 ** failures));
  }

  /** Learns why the exam takes no marks now. */
  async function learnState(): Promise<void> {
    const answer = await calls.changes(version).catch(() => undefined);
    if (answer) setState({ examState: answer.state });
  }

  /** Stops where the login or the right has ended; a line that is down shows at the next mark. */
  function stopAfter(error: unknown) {
    const phase = haltAfter(error);
    if (phase !== "offline" && phase !== "failed") setState({ phase });
    return undefined;
  }

  /** Polls for changes of others. A response that a save has overtaken is ignored. */
  async function look(): Promise<void> {
    if (isSending || state.phase !== "saved" || document.hidden || !isInUse) return;
    const before = sent;
    const answer = await calls.changes(version).catch(stopAfter);
    if (!answer || isSending || sent !== before) return;
    version = answer.marksVersion;
    for (const theirs of answer.cells) {
      if (rows.has(theirs.studentId) && theirs.rowVersion > rowOf(theirs.studentId).saved.rowVersion) mergeIn(theirs);
    }
    if (!answer.mayChange) setState({ phase: "closed" });
    if (answer.state !== state.examState) setState({ examState: answer.state });
    if (answer.rowVersion !== exam.rowVersion) setState({ isStale: true });
    keep();
  }

  return {
    state: () => state,
    taken: () => keeper.take(rows.has),
    keep,
    later,

    /** The mark was changed again: retry. */
    recover() {
      if (state.phase === "failed") setState({ phase: "saved" });
    },

    /** Saves now, or tries once more. Resolves once nothing is left to save, or once it cannot be saved at the moment. */
    settled(): Promise<void> {
      const isSaving = () => ["saved", "waiting"].includes(state.phase) && rows.sendable().length > 0;
      const isStuck = ["offline", "failed"].includes(state.phase) && rows.sendable().length > 0;
      if (isStuck) setState({ phase: "waiting" });
      if (!isSaving()) return Promise.resolve();
      keep();
      later(0);
      return new Promise((resolve) => {
        const end = rows.listen("state", () => {
          if (isSaving()) return;
          end();
          resolve();
        });
      });
    },

    /** Retries after a login in another tab. */
    retry() {
      if (state.phase === "closed") return;
      setState({ phase: "waiting" });
      later(0);
    },

    /** Starts polling. Returns a function that stops it. */
    begin() {
      if (cameBack()) void look();
      const timer = setInterval(() => void look(), 5000);
      const online = () => later(0);
      window.addEventListener("online", online);
      const leave = watchUse((used) => {
        isInUse = used;
      });
      // A key typed just before the tab closes has not been stored yet.
      document.addEventListener("visibilitychange", keep);
      return () => {
        // So has one typed just before the sheet is mounted anew.
        keep();
        clearInterval(timer);
        clearTimeout(saving);
        window.removeEventListener("online", online);
        leave();
        document.removeEventListener("visibilitychange", keep);
      };
    },
  };
}
