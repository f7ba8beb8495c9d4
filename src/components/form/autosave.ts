import { afterPaint } from "@/components/ui/after-paint";
import { unsentKeeper } from "@/lib/unsent-store";
import { issuesOf } from "@/trpc/failure";
import { type Halt, haltAfter } from "./halt";

type Row = { studentId: string };
type Version = Row & { rowVersion: number };

/** Sent rows whose outcome is unknown, by student. */
export type Unanswered<Sent> = ReadonlyMap<string, readonly Sent[]>;

/** What saving needs from a sheet's rows. */
type SheetRows<Sent extends Row, Theirs extends Version> = {
  has: (id: string) => boolean;
  /** The version of the server's values in a row. */
  version: (id: string) => number;
  /** What to save: changed rows, and those in `sent`, without what is invalid. */
  sendable: (sent: Unanswered<Sent>) => Sent[];
  /** What to store in the browser, by student; a `sent` row that has its old text again may still conflict. */
  kept: (sent: Unanswered<Sent>) => Record<string, unknown>;
  /** Merges in what was stored. */
  restore: (id: string, stored: unknown) => void;
  /** The server has saved this. */
  saved: (sent: Sent, rowVersion: number) => void;
  /** Merges in what others have saved, or this sheet itself by one of `sent`. */
  mergeIn: (theirs: Theirs, sent: readonly Sent[]) => void;
  /** The server refuses a row, or a field of it. */
  refuse: (sent: Sent, why: string, field?: unknown) => void;
};

type SheetState = {
  phase: "saved" | "waiting" | Halt;
  savedAt: Date | null;
  /** How many rows are unsaved in this browser. */
  unsent: number;
  /** How many of them can be saved; the others are invalid or in conflict. */
  waiting: number;
};

type Answer<Theirs> = { at?: Date; saved: Version[]; conflicts: Theirs[]; refused: (Row & { why: string })[] };

type Sheet<Sent extends Row, Theirs extends Version, More> = {
  /** Whose input the browser keeps, and for what. */
  keptFor: [personId: string, thing: string];
  rows: SheetRows<Sent, Theirs>;
  save: (batch: Sent[], signal: AbortSignal) => Promise<Answer<Theirs>>;
  /** Why it stops after a failed save. */
  haltOf?: (error: unknown) => Halt;
  /** Input is saved this long after the last key, in milliseconds. */
  pause: number | undefined;
  phase?: SheetState["phase"];
  /** What the room adds to the state. */
  more: More;
};

/** The timeout of a save, and the longest delay of a retry; delays begin at two pauses and double. In milliseconds. */
const [longestSave, longestWait] = [10_000, 15_000];
const mostAtOnce = 500;

/**
 * A sheet that saves automatically, outside of React. Input is kept in the browser, sent after a pause, and sent again until
 * the server has answered. Changes that others save are merged in cell by cell.
 */
export function createAutosave<Sent extends Row, Theirs extends Version, More extends object>(
  sheet: Sheet<Sent, Theirs, More>,
) {
  const { keptFor, rows, save, haltOf = haltAfter, pause = 500, phase = "saved", more } = sheet;
  const keeper = unsentKeeper(...keptFor);
  const listeners = new Set<() => void>();
  const unanswered = new Map<string, readonly Sent[]>();
  const sendable = () => rows.sendable(unanswered);
  let state: SheetState & More = { phase, savedAt: null, unsent: 0, waiting: 0, ...more };
  let [isSending, isLeft, wait] = [false, false, 2 * pause];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function set(next: Partial<SheetState> | Partial<More>): void {
    if (Object.entries(next).every(([key, value]) => state[key as keyof typeof state] === value)) return;
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }

  function listen(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }

  /** Stores unsaved input in the browser, and counts it. */
  function keep() {
    const kept = rows.kept(unanswered);
    keeper.keep(kept);
    const waiting = sendable().length;
    const isNew = state.phase === "saved" && waiting > 0;
    set({ unsent: Object.keys(kept).length, waiting, ...(isNew && { phase: "waiting" }) });
  }

  const isOver = () => ["ended", "forbidden", "closed"].includes(state.phase);

  /** Saves after this many milliseconds. */
  function later(delay: number) {
    clearTimeout(timer);
    if (!isOver()) timer = setTimeout(() => afterPaint(() => void send()), delay);
  }

  async function send(): Promise<void> {
    if (isSending || isOver()) return;
    const batch = sendable().slice(0, mostAtOnce);
    if (batch.length === 0) return set({ phase: "saved" });
    isSending = true;
    const before = batch.map(beforeSend);
    for (const row of batch) unanswered.set(row.studentId, [...sentOf(row).filter(isOther(row)), row]);
    try {
      take(before, await save(batch, AbortSignal.timeout(longestSave)));
    } catch (error) {
      fail(before, error);
    }
    isSending = false;
    keep();
    if (state.phase === "waiting") later(0);
  }

  const textOf = (row: Sent) => JSON.stringify(row);
  const isOther = (row: Sent) => (one: Sent) => textOf(one) !== textOf(row);
  const sentOf = ({ studentId }: Row) => unanswered.get(studentId) ?? [];
  const beforeSend = (row: Sent) => ({ row, version: rows.version(row.studentId), sent: sentOf(row) });
  type Before = ReturnType<typeof beforeSend>;

  /** Drops the last sent row, which was not saved. */
  function takeBack({ row, sent }: Before) {
    if (sent.length > 0) unanswered.set(row.studentId, sent);
    else unanswered.delete(row.studentId);
  }

  /** Returns a test for rows that are still as they were sent: a refusal says nothing about later input. */
  function asSent() {
    const now = new Set(sendable().map(textOf));
    return ({ row }: Before) => now.has(textOf(row));
  }

  function take(batch: Before[], { at = new Date(), saved, conflicts, refused }: Answer<Theirs>) {
    const sent = new Map(batch.map((one) => [one.row.studentId, one]));
    // A response may be older than a poll that ended during the request.
    const isLatest = ({ studentId: id, rowVersion }: Version) =>
      rows.has(id) && (rowVersion >= rows.version(id) || rows.version(id) === sent.get(id)?.version);
    for (const { studentId, rowVersion } of saved.filter(isLatest)) {
      const one = sent.get(studentId);
      if (one) rows.saved(one.row, rowVersion);
    }
    for (const theirs of conflicts.filter(isLatest)) rows.mergeIn(theirs, sentOf(theirs));
    for (const { studentId } of [...saved, ...conflicts]) unanswered.delete(studentId);
    const isAsSent = asSent();
    for (const { studentId, why } of refused) {
      const one = sent.get(studentId);
      if (!one) continue;
      if (isAsSent(one)) rows.refuse(one.row, why);
      takeBack(one);
    }
    wait = 2 * pause;
    set({ phase: "saved", savedAt: at });
  }

  function fail(batch: Before[], error: unknown) {
    const faults = issuesOf(error).flatMap(({ path: [, index, field], message }) => {
      const one = batch[Number(index)];
      return one ? [{ one, message, field }] : [];
    });
    const isAsSent = asSent();
    for (const { one, message, field } of faults) if (isAsSent(one)) rows.refuse(one.row, message, field);
    if (faults.length > 0) {
      for (const one of batch) takeBack(one);
      // Retries without what is invalid.
      return set({ phase: "waiting" });
    }
    set({ phase: haltOf(error) });
    if (state.phase !== "offline" || isLeft) return;
    later(wait);
    wait = Math.min(2 * wait, longestWait);
  }

  return {
    state: () => state,
    unanswered: (): Unanswered<Sent> => unanswered,
    set,
    listen,
    later,

    /** Called after each input. */
    typed(delay = pause) {
      if (state.phase === "failed") set({ phase: "saved" });
      keep();
      later(delay);
    },

    /** Takes what others have saved. */
    load(all: readonly Theirs[]) {
      for (const theirs of all) {
        const { studentId: id, rowVersion } = theirs;
        if (rows.has(id) && rowVersion > rows.version(id)) rows.mergeIn(theirs, sentOf(theirs));
      }
      const { phase: before } = state;
      keep();
      // A row that could not be saved before may be valid now.
      if (before === "saved" && state.phase === "waiting") later(0);
    },

    /** Called after all input was thrown away. */
    forget() {
      unanswered.clear();
      keep();
    },

    /** Tries once more, after a login in another tab as well. */
    retry() {
      if (state.phase === "closed") return;
      set({ phase: "waiting" });
      later(0);
    },

    /** Saves now, or tries once more. Resolves once nothing is left to save, or once it cannot be saved at the moment. */
    settled(): Promise<void> {
      const isSaving = () => ["saved", "waiting"].includes(state.phase) && sendable().length > 0;
      if (["offline", "failed"].includes(state.phase) && sendable().length > 0) set({ phase: "waiting" });
      if (!isSaving()) return Promise.resolve();
      keep();
      later(0);
      return new Promise((resolve) => {
        const end = listen(() => {
          if (isSaving()) return;
          end();
          resolve();
        });
      });
    },

    /** Starts: restores unsaved input of an earlier visit. Returns a function that saves what is left, and stops it. */
    begin() {
      isLeft = false;
      for (const [id, stored] of Object.entries(keeper.take(rows.has))) rows.restore(id, stored);
      keep();
      later(0);
      const listening = new AbortController();
      window.addEventListener("online", () => later(0), { signal: listening.signal });
      // A key typed just before the tab closes has not been stored yet.
      document.addEventListener("visibilitychange", keep, { signal: listening.signal });
      return () => {
        // Neither has one typed just before a remount.
        keep();
        isLeft = true;
        clearTimeout(timer);
        listening.abort();
        void send();
      };
    },
  };
}
