import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createSheetStore, type SheetCalls } from "@/features/exams/components/sheet-store";
import { countUnsent } from "@/lib/unsent";
import { type Caller, callerOf, createAdmin, createStaff, schoolYear, tokenFor } from "../factories";
import { stubBrowser } from "../harness/browser-storage";
import { resetDatabase, restorable } from "../harness/database";
import { patience } from "../harness/patience.mjs";

let office: Caller;
let colleague: Caller;
let id: string;
let ids: string[];
let kept: Map<string, string>;

beforeAll(async () => {
  kept = stubBrowser();
});
afterAll(() => vi.unstubAllGlobals());

const rows = restorable(async () => {
  await resetDatabase();
  const office = await callerOf(await tokenFor(await createAdmin()));
  const colleague = await callerOf((await createStaff({ role: "office" })).token);
  await schoolYear();
  const place = { className: 7, section: "A", fromDay: "2026-04-06" };
  for (const rollNo of ["1", "2", "3"]) await office.students.add({ name: `Student ${rollNo}`, rollNo, ...place });
  const exam = { className: 7, sections: ["A"], subjects: ["Biology"], examName: "Unit Test 3", totalMarks: 80 };
  const id = (await office.exams.addMany(exam))[0]?._id ?? "";
  return { office, colleague, id, ids: (await office.exams.get({ id })).rows.map(({ studentId }) => studentId) };
});

beforeEach(async () => {
  ({ office, colleague, id, ids } = await rows.start());
  kept.clear();
});

/** A debounce delay that is short enough for tests, in milliseconds. */
const quick = 5;

/** A sheet on a connection that can drop. */
async function open(caller: Caller, { pause }: { pause?: number } = { pause: quick }) {
  const line = { isDown: false, saves: 0 };
  const sheet = await caller.exams.get({ id });
  const calls: SheetCalls = {
    async save(cells) {
      if (line.isDown) throw new Error("Failed to fetch");
      line.saves += 1;
      return caller.exams.saveCells({ id, cells });
    },
    changes: (since) => caller.exams.changesSince({ id, since }),
  };
  const store = createSheetStore(sheet, calls, pause);
  const close = store.begin();
  const saved = () => vi.waitFor(() => expect(store.state()).toMatchObject({ phase: "saved", unsent: 0 }), patience);
  return { store, line, close, saved, personId: sheet.personId };
}

/** A sheet that saves with this function. */
const sheetWith = async (save: SheetCalls["save"]) =>
  createSheetStore(
    await office.exams.get({ id }),
    { save, changes: (since) => office.exams.changesSince({ id, since }) },
    quick,
  );

const idAt = (index: number) => ids[index] ?? "";
const marks = async () =>
  (await office.exams.get({ id })).rows.map(({ mark }) => (mark?.kind === "scored" ? mark.score : mark?.kind));

describe("a marks sheet", () => {
  it("sends what was typed in one call, and says when it is saved", async () => {
    // With the pause of a real sheet.
    const { store, line, close, saved } = await open(office, {});
    for (const [index, text] of ["६१", "61,5", "a"].entries()) store.type(idAt(index), "text", text);
    store.leave(idAt(0), "text");
    expect(store.row(idAt(0)).typed.text).toBe("61");
    expect(store.state().phase).toBe("waiting");
    await saved();
    expect(line.saves).toBe(1);
    expect(await marks()).toEqual([61, 61.5, "absent"]);
    close();
  });

  it("takes absent and excused from a row's menu as it does from the keys, and takes them back", async () => {
    const { store, line, close, saved } = await open(office);
    store.enter(idAt(0), "AB");
    store.enter(idAt(1), "EX");
    await saved();
    expect(line.saves).toBe(1);
    expect(await marks()).toEqual(["absent", "excused", undefined]);
    store.takeBack();
    await saved();
    expect(await marks()).toEqual(["absent", undefined, undefined]);
    close();
  });

  it("keeps a faulty mark in its cell, and the mark before it on the server", async () => {
    const { store, close, saved } = await open(office);
    store.type(idAt(0), "text", "60");
    await saved();
    store.type(idAt(0), "text", "84");
    store.type(idAt(1), "text", "50");
    await vi.waitFor(() => expect(store.state()).toMatchObject({ phase: "saved", unsent: 1 }), patience);
    expect(await marks()).toEqual([60, 50, undefined]);
    expect(store.row(idAt(0)).typed.text).toBe("84");
    store.restore(idAt(0), "text");
    expect(store.row(idAt(0)).typed.text).toBe("60");
    close();
  });

  it("loses nothing when the connection drops and the tab closes, stores no name, and shows that input only to its person", async () => {
    const first = await open(office);
    first.line.isDown = true;
    first.store.type(idAt(0), "text", "71");
    first.store.type(idAt(1), "remark", "Good");
    await vi.waitFor(() => expect(first.store.state()).toMatchObject({ phase: "offline", unsent: 2 }), patience);
    expect(countUnsent(first.personId)).toBe(2);
    first.close();
    expect(JSON.stringify([...kept])).not.toContain("Student ");

    const other = await open(colleague);
    expect(countUnsent(other.personId)).toBe(0);
    expect(other.store.row(idAt(0)).typed.text).toBe("");
    other.close();

    const again = await open(office);
    expect(again.store.row(idAt(0)).typed.text).toBe("71");
    await again.saved();
    expect(countUnsent(again.personId)).toBe(0);
    const { rows } = await office.exams.get({ id });
    expect(rows).toMatchObject([{ mark: { score: 71 } }, { mark: null, remark: "Good" }, {}]);
    again.close();
  });

  it("loses nothing when another tab of the sheet comes to the front, and sends it once the sheet is opened again", async () => {
    const [first, second] = [await open(office), await open(office)];
    first.line.isDown = true;
    first.store.type(idAt(0), "text", "71");
    await vi.waitFor(() => expect(countUnsent(first.personId)).toBe(1), patience);
    first.close();
    document.dispatchEvent(new Event("visibilitychange"));
    second.store.type(idAt(1), "text", "84");
    second.store.type(idAt(2), "text", "33");
    await vi.waitFor(() => expect(second.store.state()).toMatchObject({ phase: "saved", unsent: 1 }), patience);
    expect(countUnsent(first.personId)).toBe(2);

    const again = await open(office);
    expect([0, 1, 2].map((index) => again.store.row(idAt(index)).typed.text)).toEqual(["71", "84", "33"]);
    await vi.waitFor(async () => expect(await marks()).toEqual([71, undefined, 33]), patience);
    again.store.restore(idAt(1), "text");
    await again.saved();
    expect(kept.size).toBe(0);
    for (const sheet of [second, again]) sheet.close();
  });

  it("is settled once the last typed mark is saved; while the connection is down it tries once and counts that mark", async () => {
    const { store, line, close } = await open(office);
    onTestFinished(close);
    expect(await store.settled()).toBe(0);
    expect(line.saves).toBe(0);
    store.type(idAt(0), "text", "61");
    store.type(idAt(2), "text", "81");
    expect(await store.settled()).toBe(1);
    expect(await marks()).toEqual([61, undefined, undefined]);
    line.isDown = true;
    store.type(idAt(1), "text", "62");
    expect(await store.settled()).toBe(2);
    expect(store.state()).toMatchObject({ phase: "offline", waiting: 1 });
    expect(await store.settled()).toBe(2);
    expect(await marks()).toEqual([61, undefined, undefined]);
    line.isDown = false;
    expect(await store.settled()).toBe(1);
    expect(await marks()).toEqual([61, 62, undefined]);
  });

  it("stores a keystroke after the next paint, and before the tab is hidden or the sheet closed", async () => {
    const frames: (() => void)[] = [];
    vi.stubGlobal("requestAnimationFrame", (frame: () => void) => frames.push(frame));
    vi.stubGlobal("cancelAnimationFrame", () => {});
    onTestFinished(() => void vi.stubGlobal("requestAnimationFrame", undefined));
    const { store, line, close, personId } = await open(office);
    line.isDown = true;
    store.type(idAt(0), "text", "71");
    expect(countUnsent(personId)).toBe(0);
    for (const frame of frames.splice(0)) frame();
    await vi.waitFor(() => expect(countUnsent(personId)).toBe(1), patience);
    store.type(idAt(1), "text", "72");
    document.dispatchEvent(new Event("visibilitychange"));
    expect(countUnsent(personId)).toBe(2);
    store.type(idAt(2), "text", "73");
    close();
    expect(countUnsent(personId)).toBe(3);
    line.isDown = false;
  });

  it("saves marks even if the browser paints no frame", async () => {
    vi.stubGlobal("requestAnimationFrame", () => 1);
    vi.stubGlobal("cancelAnimationFrame", () => {});
    onTestFinished(() => void vi.stubGlobal("requestAnimationFrame", undefined));
    const { store, close } = await open(office);
    store.type(idAt(0), "text", "71");
    await vi.waitFor(async () => expect((await marks())[0]).toBe(71), patience);
    close();
  });

  it("shows the server's mark in a cell that both changed, with mine beside it until that is decided", async () => {
    const [mine, theirs] = [await open(office), await open(colleague)];
    mine.line.isDown = true;
    mine.store.type(idAt(0), "text", "58");
    mine.store.type(idAt(1), "text", "40");
    theirs.store.type(idAt(0), "text", "61");
    await theirs.saved();
    mine.line.isDown = false;
    await vi.waitFor(() => expect(mine.store.row(idAt(0)).mine).toEqual({ text: "58" }), patience);
    expect(mine.store.row(idAt(0)).typed.text).toBe("61");
    expect(mine.store.row(idAt(0)).saved.by).toBe("Meera Iyer");
    // The conflict may be known before the other mark is saved.
    await vi.waitFor(async () => expect(await marks()).toEqual([61, 40, undefined]), patience);
    // A reload brings back both.
    mine.close();
    const reloaded = await open(office);
    expect(reloaded.store.row(idAt(0)).mine).toEqual({ text: "58" });
    reloaded.store.decide(idAt(0), true);
    await reloaded.saved();
    expect(await marks()).toEqual([58, 40, undefined]);
    expect(kept.size).toBe(0);
    for (const sheet of [theirs, reloaded]) sheet.close();
  });

  it("keeps my mark beside the server's while my remark of that row is saved, until a mark is typed again", async () => {
    const [mine, theirs] = [await open(office), await open(colleague)];
    for (const sheet of [mine, theirs]) onTestFinished(sheet.close);
    mine.line.isDown = true;
    for (const index of [0, 1]) {
      mine.store.type(idAt(index), "text", "61");
      mine.store.type(idAt(index), "remark", "Good");
      theirs.store.type(idAt(index), "text", "64");
    }
    await theirs.saved();
    mine.line.isDown = false;
    const remarks = async () => (await office.exams.get({ id })).rows.map(({ remark }) => remark);
    await vi.waitFor(async () => expect(await remarks()).toEqual(["Good", "Good", null]), patience);
    await vi.waitFor(() => expect(mine.store.state()).toMatchObject({ phase: "saved", waiting: 0 }), patience);
    expect(await marks()).toEqual([64, 64, undefined]);
    expect([0, 1].map((index) => mine.store.row(idAt(index)).mine)).toEqual([{ text: "61" }, { text: "61" }]);
    mine.store.type(idAt(0), "text", "70");
    expect(mine.store.row(idAt(0)).mine).toBeNull();
    mine.store.decide(idAt(1), true);
    await mine.saved();
    expect(await marks()).toEqual([70, 61, undefined]);
  });

  it("fills a block from a paste, says how many cells are faulty, and takes the paste back in one step", async () => {
    const { store, close, saved } = await open(office);
    const cells = [10, 90, 12].flatMap((mark, index) => [
      { id: idAt(index), field: "text" as const, text: String(mark) },
      { id: idAt(index), field: "remark" as const, text: "seen" },
    ]);
    expect(store.fill(cells)).toBe(1);
    await vi.waitFor(() => expect(store.state()).toMatchObject({ phase: "saved", unsent: 1 }), patience);
    expect(await marks()).toEqual([10, undefined, 12]);
    store.takeBack();
    await saved();
    expect(await marks()).toEqual([undefined, undefined, undefined]);
    close();
  });

  it("restores one cell, and keeps what waits in the other", async () => {
    const { store, line, close, saved } = await open(office);
    onTestFinished(close);
    line.isDown = true;
    store.type(idAt(0), "text", "55");
    store.type(idAt(0), "remark", "Goo");
    store.restore(idAt(0), "remark");
    expect(store.row(idAt(0)).typed).toEqual({ text: "55", remark: "" });
    line.isDown = false;
    await saved();
    expect(await marks()).toEqual([55, undefined, undefined]);
  });

  it("takes back an input, but nothing that a colleague has typed since", async () => {
    const { store, close, saved } = await open(office);
    onTestFinished(close);
    const input = (index: number, text: string) => {
      const before = store.row(idAt(index)).typed;
      store.type(idAt(index), "text", text);
      store.leave(idAt(index), "text", before);
    };
    input(1, "40");
    input(0, "50");
    await saved();
    const theirs = [
      { studentId: idAt(0), mark: { kind: "scored" as const, score: 50 }, remark: "Late", seen: 1 },
      { studentId: idAt(1), mark: { kind: "scored" as const, score: 61 }, remark: null, seen: 1 },
    ];
    expect(await colleague.exams.saveCells({ id, cells: theirs })).toMatchObject({ conflicts: [], refused: [] });
    input(0, "51");
    store.type(idAt(1), "remark", "Good");
    await vi.waitFor(async () => expect(await marks()).toEqual([51, 61, undefined]), patience);
    await saved();
    for (const mark of [50, undefined, undefined]) {
      store.takeBack();
      await saved();
      expect(await marks()).toEqual([mark, 61, undefined]);
    }
    expect((await office.exams.get({ id })).rows.map(({ remark }) => remark)).toEqual(["Late", "Good", null]);
  });

  it.each([
    ["login is over", "UNAUTHORIZED", "ended"],
    ["grant is over", "FORBIDDEN", "forbidden"],
  ])("stops when the %s, and goes on after another one", async (_what, code, phase) => {
    const { store, close, saved } = await open(office);
    let isOver = true;
    const ended = await sheetWith((cells) => {
      if (isOver) throw Object.assign(new Error("No."), { data: { code, httpStatus: 401 } });
      return office.exams.saveCells({ id, cells });
    });
    ended.type(idAt(2), "text", "33");
    await vi.waitFor(() => expect(ended.state()).toMatchObject({ phase, unsent: 1 }), patience);
    isOver = false;
    ended.retry();
    await vi.waitFor(() => expect(ended.state()).toMatchObject({ phase: "saved", unsent: 0 }), patience);
    expect(await marks()).toEqual([undefined, undefined, 33]);
    await saved();
    expect(store.summary()).toMatchObject({ students: 3 });
    close();
  });

  it("does not send again what the server refused, until something else is typed", async () => {
    let calls = 0;
    const store = await sheetWith((cells) => {
      calls += 1;
      if (calls === 1) throw Object.assign(new Error("No."), { data: { code: "BAD_REQUEST", httpStatus: 400 } });
      return office.exams.saveCells({ id, cells });
    });
    store.type(idAt(0), "text", "33");
    await vi.waitFor(() => expect(store.state()).toMatchObject({ phase: "failed", unsent: 1 }), patience);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(calls).toBe(1);
    store.type(idAt(0), "text", "34");
    await vi.waitFor(() => expect(store.state()).toMatchObject({ phase: "saved", unsent: 0 }), patience);
    expect(await marks()).toEqual([34, undefined, undefined]);
  });

  it("says why the server refused a row, and saves the others", async () => {
    const issues = [{ path: ["cells", 1, "remark"], message: "The remark is of no use." }];
    let calls = 0;
    const store = await sheetWith((cells) => {
      calls += 1;
      if (cells.length > 1)
        throw Object.assign(new Error("No."), { data: { code: "BAD_REQUEST", httpStatus: 400, issues } });
      return office.exams.saveCells({ id, cells });
    });
    store.type(idAt(0), "text", "33");
    store.type(idAt(1), "text", "34");
    await vi.waitFor(() => expect(store.state()).toMatchObject({ phase: "saved", unsent: 1, waiting: 0 }), patience);
    expect(calls).toBe(2);
    expect(store.row(idAt(1)).notTaken).toBe("The remark is of no use.");
    expect(await marks()).toEqual([33, undefined, undefined]);
  });

  it("throws away what the exam no longer takes, including what a colleague had changed", async () => {
    const first = await open(office);
    first.line.isDown = true;
    first.store.type(idAt(0), "text", "71");
    first.store.type(idAt(1), "text", "72");
    await vi.waitFor(() => expect(countUnsent(first.personId)).toBe(2), patience);
    first.close();
    const mark = { kind: "scored" as const, score: 40 };
    await colleague.exams.saveCells({ id, cells: [{ studentId: idAt(1), mark, remark: null, seen: 0 }] });
    const sheet = await office.exams.get({ id });
    const calls = { save: () => Promise.reject(new Error("No.")), changes: () => Promise.reject(new Error("No.")) };
    const gone = { ...sheet, mayChange: false, exam: { ...sheet.exam, state: "withdrawn" as const } };
    const store = createSheetStore(gone, calls);
    const close = store.begin();
    expect(store.state()).toMatchObject({ phase: "closed", unsent: 2 });
    store.throwAway();
    expect(store.state()).toMatchObject({ phase: "closed", unsent: 0 });
    expect([0, 1].map((index) => store.row(idAt(index)))).toMatchObject([
      { typed: { text: "" }, mine: null },
      { typed: { text: "40" }, mine: null },
    ]);
    expect(kept.size).toBe(0);
    close();
  });

  it("accepts a remark that was pasted with invisible characters", async () => {
    const { store, close, saved } = await open(office);
    store.type(idAt(0), "remark", "\u202eWell\u0007 done,\tAsha\u2028\u200b");
    store.type(idAt(1), "text", "50");
    await saved();
    expect((await office.exams.get({ id })).rows[0]).toMatchObject({ remark: "Well done, Asha" });
    expect(await marks()).toEqual([undefined, 50, undefined]);
    close();
  });
});
