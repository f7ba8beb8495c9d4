import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createSheetStore, type SheetStore } from "@/features/exams/components/sheet-store";
import { createEntriesStore } from "@/features/report-cards/components/entries-store";
import type { SaveEntriesInput } from "@/features/report-cards/schema";
import type { Caller } from "../factories";
import { stubBrowser } from "../harness/browser-storage";
import { classWithSet } from "../harness/cards";
import { resetDatabase, restorable } from "../harness/database";
import { scored } from "../harness/exams";
import { patience } from "../harness/patience.mjs";

let office: Caller;
let colleague: Caller;
let [asha, setId, examId] = ["", "", ""];
let of: Awaited<ReturnType<typeof classWithSet>>["of"];

afterAll(() => vi.unstubAllGlobals());

const rows = restorable(async () => {
  await resetDatabase();
  const prepared = await classWithSet();
  const sheet = { className: 7, sections: ["A"], subjects: ["Physics"], examName: "Unit Test 3", totalMarks: 80 };
  const [exam] = await prepared.of.office.exams.addMany(sheet);
  return { ...prepared, examId: exam?._id ?? "" };
});

beforeEach(async () => {
  stubBrowser();
  ({ of, colleague, setId, examId } = await rows.start());
  office = of.office;
  asha = of.asha.id;
});

/** A debounce delay that is short enough for tests, in milliseconds. */
const quick = 5;

/** Resolves as soon as a sheet is offline, since it soon tries again. */
const offline = (listen: (listener: () => void) => () => void, state: () => { phase: string }) =>
  new Promise<void>((resolve) => {
    const end = listen(() => {
      if (state().phase !== "offline") return;
      end();
      resolve();
    });
  });

const lost = () => new Error("Failed to fetch");
const refusal = (code: string) => Object.assign(new Error("No."), { data: { code, httpStatus: 400 } });

describe("a sheet of report cards", () => {
  const remark = async () =>
    (await office.reportCards.get({ id: setId })).rows.find(({ studentId }) => studentId === asha)?.remarkTeacher;

  /** A sheet whose answers to saves `deliver` delays or loses. */
  async function open(deliver: (save: () => Promise<unknown>) => Promise<unknown>) {
    const store = createEntriesStore(
      await office.reportCards.get({ id: setId }),
      (entries: SaveEntriesInput["entries"]) =>
        deliver(() => office.reportCards.saveEntries({ id: setId, entries })) as ReturnType<
          typeof office.reportCards.saveEntries
        >,
      quick,
    );
    const row = () => store.state().rows.get(asha);
    return { store, row };
  }

  it("recognises its own words if a poll is answered before the save", async () => {
    let answer = () => {};
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const { store, row } = await open(async (save) => {
      const saved = await save();
      await isAnswered;
      return saved;
    });
    store.type(asha, "remarkTeacher", "Works well and");
    await vi.waitFor(async () => expect(await remark()).toBe("Works well and"), patience);
    store.type(asha, "remarkTeacher", "Works well and helps others");
    store.load((await office.reportCards.get({ id: setId })).rows);
    expect(row()).toMatchObject({ typed: { remarkTeacher: "Works well and helps others" }, mine: null });
    answer();
    await vi.waitFor(async () => expect(await remark()).toBe("Works well and helps others"), patience);
    await vi.waitFor(() => expect(store.count().unsaved).toBe(0), patience);
    expect(row()?.mine).toBeNull();
  });

  it("saves what was typed after an answer was lost, but asks if a colleague wrote in the same field", async () => {
    let saves = 0;
    const { store, row } = await open(async (save) => {
      const saved = await save();
      saves += 1;
      if (saves === 1) throw lost();
      return saved;
    });
    store.type(asha, "remarkTeacher", "Reads a lot. Should write");
    await offline(store.listen, store.state);
    store.type(asha, "remarkTeacher", "Reads a lot. Should write more neatly.");
    store.retry();
    await vi.waitFor(async () => expect(await remark()).toBe("Reads a lot. Should write more neatly."), patience);
    await vi.waitFor(() => expect(store.count().unsaved).toBe(0), patience);
    expect(row()?.mine).toBeNull();

    const rows = (await colleague.reportCards.get({ id: setId })).rows;
    const { rowVersion: seen = 0 } = rows.find(({ studentId }) => studentId === asha) ?? {};
    const theirs = { studentId: asha, daysPresent: null, remarkTeacher: "Theirs.", remarkHead: null, lines: [], seen };
    await colleague.reportCards.saveEntries({ id: setId, entries: [theirs] });
    store.type(asha, "remarkTeacher", "Mine.");
    await vi.waitFor(() => expect(row()?.mine).toEqual({ remarkTeacher: "Mine." }), patience);
  });
});

describe("a marks sheet", () => {
  const mark = async () => {
    const { rows } = await office.exams.get({ id: examId });
    return rows.find(({ studentId }) => studentId === asha)?.mark;
  };

  it("saves the mark that was typed after an answer was lost, but asks if a colleague typed in the same cell", async () => {
    const { store, phase } = await open(1);
    store.type(asha, "text", "15");
    await offline((listener) => store.listen("state", listener), store.state);
    store.type(asha, "text", "16");
    store.retry();
    await vi.waitFor(async () => expect(await mark()).toEqual(scored(16)), patience);
    await phase("saved");
    expect(store.row(asha).mine).toBeNull();

    const seen = store.row(asha).saved.rowVersion;
    await colleague.exams.saveCells({ id: examId, cells: [{ studentId: asha, mark: scored(40), remark: null, seen }] });
    store.type(asha, "text", "17");
    await vi.waitFor(
      () => expect(store.row(asha)).toMatchObject({ typed: { text: "40" }, mine: { text: "17" } }),
      patience,
    );
  });

  it("merges unsent input cell by cell with what a colleague saves before and after the sheet is opened again", async () => {
    const { dev } = of;
    const typing = await open(0, "UNAUTHORIZED");
    const leave = typing.store.begin();
    typing.store.type(asha, "remark", "Well done");
    typing.store.type(dev, "text", "61");
    leave();
    const save = (studentId: string, score: number, remark: string | null, seen: number) =>
      colleague.exams.saveCells({ id: examId, cells: [{ studentId, mark: scored(score), remark, seen }] });
    await save(asha, 57, null, 0);
    await save(dev, 64, null, 0);

    vi.useFakeTimers({ toFake: ["setInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const { store, phase } = await open(0);
    onTestFinished(store.begin());
    const { rows } = await office.exams.get({ id: examId });
    expect([asha, dev].map((one) => store.row(one))).toMatchObject([
      { typed: { text: "57", remark: "Well done" }, mine: null },
      { typed: { text: "64" }, mine: { text: "61" } },
    ]);
    await save(dev, 64, "Late", rows.find(({ studentId }) => studentId === dev)?.rowVersion ?? 0);
    await phase("saved");
    await vi.advanceTimersByTimeAsync(5000);
    await vi.waitFor(() => expect(store.row(dev).typed.remark).toBe("Late"), patience);
    store.decide(dev, true);
    const saved = async () =>
      (await office.exams.get({ id: examId })).rows.map(({ mark, remark }) => ({ mark, remark }));
    await vi.waitFor(
      async () =>
        expect(await saved()).toEqual([
          { mark: scored(57), remark: "Well done" },
          { mark: scored(61), remark: "Late" },
        ]),
      patience,
    );
  });

  it("says that the exam was withdrawn, not that it is released, if it takes no marks any more", async () => {
    const { store, phase } = await open(0, "CONFLICT");
    await office.exams.saveCells({ id: examId, cells: [{ studentId: asha, mark: scored(40), remark: null, seen: 0 }] });
    await of.release(examId);
    await office.exams.withdraw({ id: examId, reason: "The paper was known." });
    store.type(asha, "text", "15");
    await phase("closed");
    await vi.waitFor(() => expect(store.state().examState).toBe("withdrawn"), patience);
  });

  it.each([
    ["FORBIDDEN", "forbidden"],
    ["UNAUTHORIZED", "ended"],
    ["NOT_FOUND", "closed"],
  ])("stops when a poll is refused with %s, before anything is typed", async (code, phase) => {
    vi.useFakeTimers({ toFake: ["setInterval"] });
    const sheet = await open(0, undefined, code);
    const close = sheet.store.begin();
    await vi.advanceTimersByTimeAsync(5000);
    await sheet.phase(phase);
    close();
    vi.useRealTimers();
  });

  /** A sheet that loses this many answers to its saves, then gets this refusal, and whose polls are refused with `ofPolls`. */
  async function open(losses: number, refused?: string, ofPolls?: string) {
    let saves = 0;
    const store: SheetStore = createSheetStore(
      await office.exams.get({ id: examId }),
      {
        async save(cells) {
          if (refused) throw refusal(refused);
          const saved = await office.exams.saveCells({ id: examId, cells });
          saves += 1;
          if (saves <= losses) throw lost();
          return saved;
        },
        async changes(since) {
          if (ofPolls) throw refusal(ofPolls);
          return office.exams.changesSince({ id: examId, since });
        },
      },
      quick,
    );
    const phase = (wanted: string) => vi.waitFor(() => expect(store.state().phase).toBe(wanted), patience);
    return { store, phase };
  }
});
