import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createAutosave } from "@/components/form/autosave";
import { fc } from "../harness/random";
import {
  type Cell,
  cells,
  type Link,
  type Outcome,
  openCards,
  openMarks,
  type Sent,
  type Stored,
  type Student,
  students,
  type Tab,
  type Texts,
} from "../harness/sheets";

const lines = ["up", "answersLost", "down", "silent", "ended", "busy", "refuses"] as const;
type Line = (typeof lines)[number];

const refusal = (code: string, httpStatus: number) => Object.assign(new Error("No."), { data: { code, httpStatus } });

/** As a browser does, tells the tab that it is hidden before it closes; afterwards it hears nothing. */
function closeTab() {
  document.dispatchEvent(new Event("visibilitychange"));
  const places: EventTarget[] = [window, document];
  for (const place of places) {
    const added = vi.spyOn(place, "addEventListener");
    for (const [event, act] of added.mock.calls) place.removeEventListener(event, act);
    added.mockClear();
  }
}

/** A person and a colleague at the same sheet, and a server on an unreliable line. */
function school(open: (link: Link) => Tab) {
  const empty = (): Stored => ({ texts: { number: "", remark: "" }, version: 0, isYours: false, unread: new Map() });
  const server: Record<Student, Stored> = { asha: empty(), dev: empty() };
  let line: Line = "up";
  let version = 0;
  let tabNo = 0;
  let tab: Tab;
  let leave = () => {};
  /** What the person wants in each cell, until it is saved or given up for a colleague's text. */
  const wanted = new Map<string, string>();
  const overwritten: string[] = [];
  const keyOf = (id: Student, cell: Cell) => `${id} ${cell}`;

  function write({ studentId, texts }: Sent) {
    const row = server[studentId as Student];
    for (const cell of cells) {
      if (texts[cell] === row.texts[cell]) continue;
      if (row.unread.has(cell)) overwritten.push(keyOf(studentId as Student, cell));
      row.texts = { ...row.texts, [cell]: texts[cell] };
    }
    version += 1;
    Object.assign(row, { version, isYours: true });
  }

  function judge(batch: Sent[]): Outcome {
    const outcome: Outcome = { saved: [], conflicts: [], refused: [] };
    for (const sent of batch) {
      const id = sent.studentId as Student;
      const row = server[id];
      const isSame = cells.every((cell) => sent.texts[cell] === row.texts[cell]);
      if (line === "refuses") outcome.refused.push({ studentId: id, why: "No." });
      else if (!isSame && sent.seen !== row.version) outcome.conflicts.push(id);
      else {
        if (!isSame) write(sent);
        for (const cell of cells) if (wanted.get(keyOf(id, cell)) === sent.texts[cell]) wanted.delete(keyOf(id, cell));
        outcome.saved.push({ studentId: id, rowVersion: row.version });
      }
    }
    return outcome;
  }

  /** A tab that is gone gets no answer. */
  const answered = (no: number, milliseconds: number) =>
    new Promise<void>((resolve) => setTimeout(() => no === tabNo && resolve(), milliseconds));
  const silence = (no: number, signal: AbortSignal) =>
    new Promise<never>((_, reject) =>
      signal.addEventListener("abort", () => no === tabNo && reject(new Error("Aborted."))),
    );

  function linkOf(no: number): Link {
    return {
      stored: (id) => server[id],
      async save(batch, signal) {
        if (no !== tabNo || line === "silent") return silence(no, signal);
        if (line === "down") throw new Error("Failed to fetch");
        if (line === "ended") throw refusal("UNAUTHORIZED", 401);
        if (line === "busy") throw refusal("SERVICE_UNAVAILABLE", 503);
        const outcome = judge(batch);
        if (line === "answersLost") return silence(no, signal);
        await answered(no, 300);
        return outcome;
      },
      async poll() {
        await answered(no, 200);
        if (line === "down" || line === "silent") throw new Error("Failed to fetch");
      },
    };
  }

  /** The person reads what the sheet shows. */
  function read() {
    for (const id of students) {
      const { typed, saved } = tab.row(id);
      const { texts, unread } = server[id];
      for (const cell of cells) if (typed[cell] === texts[cell] && saved[cell] === texts[cell]) unread.delete(cell);
    }
  }

  function want(id: Student, cell: Cell, text: string) {
    const { texts, unread } = server[id];
    // The server has this text already, or it is the one from before a colleague's change.
    const isBefore = unread.has(cell) && [unread.get(cell), tab.row(id).saved[cell]].includes(text);
    if (isBefore || text === texts[cell]) wanted.delete(keyOf(id, cell));
    else wanted.set(keyOf(id, cell), text);
  }

  function type(id: Student, cell: Cell, text: string) {
    if (text !== tab.row(id).typed[cell]) want(id, cell, text);
    tab.type(id, cell, text);
  }

  function decide(id: Student, forMine: boolean) {
    const { mine, typed } = tab.row(id);
    for (const cell of cells) {
      const own = mine?.[cell];
      if (own !== undefined) want(id, cell, forMine ? own : typed[cell]);
    }
    if (mine) tab.decide(id, forMine);
  }

  function enter() {
    closeTab();
    tabNo += 1;
    tab = open(linkOf(tabNo));
    leave = tab.begin();
  }

  async function pass(milliseconds: number) {
    await vi.advanceTimersByTimeAsync(milliseconds);
    read();
  }

  enter();
  return {
    type,
    decide,
    pass,
    reload: enter,
    /** A colleague writes a text that nobody has written before. */
    colleague(id: Student, cell: Cell) {
      const row = server[id];
      version += 1;
      if (!row.unread.has(cell)) row.unread.set(cell, row.texts[cell]);
      Object.assign(row, { texts: { ...row.texts, [cell]: String(30 + version) }, version, isYours: false });
    },
    /** A backup that is older than the open sheet is restored. */
    restore(id: Student, texts: Partial<Texts>, older: number) {
      Object.assign(server[id], { texts: { ...server[id].texts, ...texts }, version: older });
    },
    phase: () => tab.phase(),
    unsaved: () => tab.unsaved(),
    isRefused: (id: Student) => tab.row(id).isRefused,
    use(next: Line) {
      line = next;
      if (next === "up") window.dispatchEvent(new Event("online"));
    },

    /** Restores network and login, decides conflicts, and checks for lost input. */
    async end(forMine: boolean) {
      this.use("up");
      for (let round = 0; round < 4; round += 1) {
        tab.retry();
        await pass(30_000);
        for (const id of students) {
          const { isRefused, typed } = tab.row(id);
          if (isRefused) for (const cell of cells) tab.type(id, cell, typed[cell]);
          decide(id, forMine);
        }
      }
      await pass(30_000);
      leave();
      expect(tab.phase()).toBe("saved");
      expect(students.map((id) => tab.row(id).typed)).toEqual(students.map((id) => server[id].texts));
      expect({ lost: [...wanted.keys()], overwritten }).toEqual({ lost: [], overwritten: [] });
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(AbortSignal, "timeout").mockImplementation((milliseconds) => {
    const ending = new AbortController();
    setTimeout(() => ending.abort(), milliseconds);
    return ending.signal;
  });
});
afterEach(() => {
  closeTab();
  vi.useRealTimers();
});

const student = fc.constantFrom(...students);
const cell = fc.constantFrom(...cells);
const text = fc.constantFrom("", "10", "20", "30");
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("type" as const), student, cell, text }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("colleague" as const), student, cell }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("pass" as const),
      milliseconds: fc.constantFrom(100, 250, 600, 1_000, 6_000, 12_000),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("use" as const), line: fc.constantFrom(...lines) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("decide" as const), student, forMine: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("reload" as const) }) },
);

describe.each([
  ["marks", openMarks],
  ["report cards", openCards],
])("a sheet of %s", (_, open) => {
  it("waits ten seconds for an answer, then longer and longer, and sends immediately when the line is back", async () => {
    const here = school(open);
    here.use("silent");
    here.type("asha", "remark", "10");
    await here.pass(9_000);
    expect(here.phase()).toBe("waiting");
    await here.pass(2_000);
    expect(here.phase()).toBe("offline");
    here.use("down");
    await here.pass(60_000);
    here.use("up");
    await here.pass(400);
    expect(here.phase()).toBe("saved");
    await here.end(true);
  });

  it("counts as saved after a number with leading zeros", async () => {
    const here = school(open);
    here.type("asha", "number", "07");
    await here.pass(5_000);
    expect(here.phase()).toBe("saved");
  });

  it("accepts an answer with an older version than its own, as after a restore", async () => {
    const here = school(open);
    for (const number of ["10", "20"]) {
      here.type("asha", "number", number);
      await here.pass(5_000);
    }
    here.restore("asha", { number: "10" }, 1);
    here.type("asha", "number", "30");
    await here.pass(5_000);
    expect(here.phase()).toBe("saved");
    await here.end(true);
  });

  it("sends a text that was typed while an earlier one was being refused, and shows no refusal beside it", async () => {
    const here = school(open);
    here.use("refuses");
    here.type("asha", "remark", "10");
    await here.pass(650);
    here.use("up");
    here.type("asha", "remark", "20");
    await here.pass(400);
    expect(here.isRefused("asha")).toBe(false);
    await here.pass(5_000);
    expect(here.phase()).toBe("saved");
    await here.end(true);
  });

  it("counts a change as unsaved if it is typed back before the answer comes", async () => {
    const here = school(open);
    here.use("answersLost");
    here.type("asha", "remark", "10");
    await here.pass(650);
    here.type("asha", "remark", "");
    const unsaved = here.unsaved();
    await here.pass(25_000);
    expect(await unsaved).toBe(1);
    here.use("up");
    await here.pass(30_000);
    expect([await here.unsaved(), here.phase()]).toEqual([0, "saved"]);
    await here.end(true);
  });

  it("forgets a refused text once it is deleted", async () => {
    const here = school(open);
    here.use("refuses");
    here.type("asha", "remark", "10");
    await here.pass(5_000);
    expect([here.isRefused("asha"), localStorage.length]).toEqual([true, 1]);
    here.type("asha", "remark", "");
    await here.pass(5_000);
    expect([here.isRefused("asha"), localStorage.length, here.phase()]).toEqual([false, 0, "saved"]);
    await here.end(true);
  });

  it("shows no refusal beside a text that a colleague has written since", async () => {
    const here = school(open);
    here.use("refuses");
    here.type("asha", "remark", "10");
    await here.pass(5_000);
    expect(here.isRefused("asha")).toBe(true);
    here.use("up");
    here.colleague("asha", "remark");
    await here.pass(6_000);
    expect(here.isRefused("asha")).toBe(false);
    await here.end(false);
  });

  it("loses no input and overwrites no colleague's change unseen, whatever the line does", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), fc.boolean(), async (steps, forMine) => {
        vi.clearAllTimers();
        closeTab();
        localStorage.clear();
        const here = school(open);
        for (const one of steps) {
          if (one.do === "type") here.type(one.student, one.cell, one.text);
          if (one.do === "colleague") here.colleague(one.student, one.cell);
          if (one.do === "pass") await here.pass(one.milliseconds);
          if (one.do === "use") here.use(one.line);
          if (one.do === "decide") here.decide(one.student, one.forMine);
          if (one.do === "reload") here.reload();
          await here.pass(0);
        }
        await here.end(forMine);
        expect(localStorage.length).toBe(0);
      }),
    );
  });
});

it("a sheet sends at most 500 rows in a call, and the rest in further calls", async () => {
  const left = new Set(Array.from({ length: 1_200 }, (_, index) => String(index)));
  const sent: number[] = [];
  const autosave = createAutosave({
    keptFor: ["meera", "exam"],
    more: {},
    pause: 5,
    rows: {
      has: () => true,
      version: () => 0,
      sendable: () => [...left].map((studentId) => ({ studentId })),
      kept: () => ({}),
      restore: () => {},
      saved: ({ studentId }) => void left.delete(studentId),
      mergeIn: () => {},
      refuse: () => {},
    },
    async save(batch) {
      sent.push(batch.length);
      return { saved: batch.map((one) => ({ ...one, rowVersion: 1 })), conflicts: [], refused: [] };
    },
  });
  autosave.typed();
  await vi.advanceTimersByTimeAsync(100);
  expect(sent).toEqual([500, 500, 200]);
});
