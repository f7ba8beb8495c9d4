import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createEntriesStore } from "@/features/report-cards/components/entries-store";
import type { Typed } from "@/features/report-cards/rules-entries";
import { countUnsent } from "@/lib/unsent";
import { type Caller, refusalOf } from "../factories";
import { stubBrowser } from "../harness/browser-storage";
import { classWithSet } from "../harness/cards";
import { resetDatabase, restorable } from "../harness/database";
import { shifted } from "../harness/days";
import { patience } from "../harness/patience.mjs";
import { publishFacts } from "../harness/pictures";

let office: Caller;
let colleague: Caller;
let id: string;
let [asha, dev] = ["", ""];
let kept: Map<string, string>;

beforeAll(async () => {
  kept = stubBrowser();
});
afterAll(() => vi.unstubAllGlobals());

const rows = restorable(async () => {
  await resetDatabase();
  return classWithSet();
});

beforeEach(async () => {
  const { of, ...prepared } = await rows.start();
  kept.clear();
  ({ setId: id, colleague } = prepared);
  office = of.office;
  [asha, dev] = [of.asha.id, of.dev];
});

/** What the server answers instead of saving. */
const refusal = (code: string) => Object.assign(new Error("No."), { data: { code, httpStatus: 400 } });

/** A debounce delay that is short enough for tests, in milliseconds. */
const quick = 5;

/** A sheet on a connection that can drop. */
async function open(caller = office, { pause }: { pause?: number } = { pause: quick }) {
  const line = { isDown: false, refuses: undefined as string | undefined, sent: [] as object[][] };
  const sheet = await caller.reportCards.get({ id });
  const store = createEntriesStore(
    sheet,
    async (entries) => {
      if (line.isDown) throw new Error("Failed to fetch");
      if (line.refuses) throw refusal(line.refuses);
      line.sent.push(entries);
      return caller.reportCards.saveEntries({ id, entries });
    },
    pause,
  );
  const close = store.begin();
  const row = (student: string) => {
    const found = store.state().rows.get(student);
    if (!found) throw new Error("There is no such row.");
    return found;
  };
  const settled = (unsaved = 0) =>
    vi.waitFor(() => {
      expect(store.count()).toMatchObject({ unsaved, waiting: 0 });
      expect(store.state().phase).toBe("saved");
    }, patience);
  return { store, line, close, row, settled, personId: sheet.personId };
}

const saved = async (student: string) =>
  (await office.reportCards.get({ id })).rows.find(({ studentId }) => studentId === student);

const entry = { daysPresent: null, remarkTeacher: null, remarkHead: null, lines: [] };

/** Rows that are typed while the connection is down, in a tab that is then closed. */
async function typedInVain(typed: [student: string, cell: keyof Typed, text: string][]) {
  const first = await open();
  first.line.isDown = true;
  for (const one of typed) first.store.type(...one);
  await vi.waitFor(() => expect(first.store.state().phase).toBe("offline"), patience);
  first.close();
}

describe("the entries of report cards", () => {
  it("come back after a reload beside what others saved in the meantime, and change nothing that was not typed", async () => {
    await office.reportCards.saveEntries({ id, entries: [{ studentId: asha, ...entry, remarkHead: "Old.", seen: 0 }] });
    await typedInVain([
      [asha, "remarkTeacher", "Steady."],
      [asha, "days", "१७१"],
      [dev, "lines", "Art: A"],
    ]);
    const theirs = { ...entry, daysPresent: 170, remarkHead: "New.", lines: ["Music: B"] };
    await colleague.reportCards.saveEntries({ id, entries: [{ studentId: asha, ...theirs, seen: 1 }] });

    const again = await open();
    expect(countUnsent(again.personId)).toBe(2);
    // Both typed the days: the colleague's are in the cell, mine beside them.
    expect(again.row(asha)).toMatchObject({ typed: { days: "170", remarkHead: "New." }, mine: { days: "१७१" } });
    await again.settled();
    expect(await saved(asha)).toMatchObject({ ...theirs, remarkTeacher: "Steady." });
    expect(await saved(dev)).toMatchObject({ lines: ["Art: A"] });

    // What waits for a decision still waits after another reload.
    again.close();
    const third = await open();
    expect(third.row(asha).mine).toEqual({ days: "१७१" });
    expect(third.store.count()).toEqual({ unsaved: 0, waiting: 0, faulty: 0, undecided: 1 });
    third.store.decide(asha, true);
    await third.settled();
    expect(await saved(asha)).toMatchObject({ ...theirs, daysPresent: 171, remarkTeacher: "Steady." });
    expect(kept.size).toBe(0);
    third.close();
  });

  it("are saved if the sheet is left right after the last key, and are not tried again without a connection", async () => {
    const { store, line, close } = await open();
    store.type(asha, "remarkTeacher", "Steady.");
    close();
    await vi.waitFor(() => expect(kept.size).toBe(0), patience);
    expect(await saved(asha)).toMatchObject({ remarkTeacher: "Steady." });
    expect(line.sent).toHaveLength(1);

    const again = await open();
    again.line.isDown = true;
    again.store.type(asha, "remarkTeacher", "Steadier.");
    const timers = vi.spyOn(globalThis, "setTimeout");
    again.close();
    await vi.waitFor(() => expect(again.store.state().phase).toBe("offline"), patience);
    expect(timers).not.toHaveBeenCalledWith(expect.anything(), 2 * quick);
    expect(kept.size).toBe(1);
  });

  it("stay in the browser when another tab of the sheet saves other entries", async () => {
    // With the pause of a real sheet.
    const second = await open(office, {});
    await typedInVain([[asha, "remarkTeacher", "Steady."]]);
    second.store.type(dev, "days", "150");
    await second.settled();
    second.close();
    const again = await open();
    expect(again.row(asha).typed.remarkTeacher).toBe("Steady.");
    await again.settled();
    expect(await saved(asha)).toMatchObject({ remarkTeacher: "Steady." });
    expect(kept.size).toBe(0);
    again.close();
  });

  it("that two people type at the same time are kept cell by cell", async () => {
    const [mine, theirs] = [await open(), await open(colleague)];
    mine.line.isDown = true;
    mine.store.type(asha, "remarkTeacher", "Mine.");
    mine.store.type(asha, "lines", "Art: A");
    theirs.store.type(asha, "remarkTeacher", "Theirs.");
    theirs.store.type(asha, "days", "150");
    await theirs.settled();
    mine.line.isDown = false;
    mine.store.retry();
    await vi.waitFor(() => expect(mine.row(asha).mine).toEqual({ remarkTeacher: "Mine." }), patience);
    await mine.settled();
    const both = { remarkTeacher: "Theirs.", daysPresent: 150, lines: ["Art: A"] };
    expect(await saved(asha)).toMatchObject(both);
    mine.store.decide(asha, false);
    await mine.settled();
    expect(await saved(asha)).toMatchObject(both);
    expect(kept.size).toBe(0);
    for (const sheet of [mine, theirs]) sheet.close();
  });

  it("by others appear while a sheet is open, and replace what is typed here with mine beside it", async () => {
    const [mine, theirs] = [await open(), await open(colleague)];
    mine.line.isDown = true;
    mine.store.type(asha, "remarkTeacher", "Mine.");
    theirs.store.type(asha, "remarkTeacher", "Theirs.");
    theirs.store.type(dev, "days", "150");
    await theirs.settled();
    const { rows } = await office.reportCards.get({ id });
    mine.store.load(rows);
    expect(mine.row(dev).typed.days).toBe("150");
    expect(mine.row(asha)).toMatchObject({ typed: { remarkTeacher: "Theirs." }, mine: { remarkTeacher: "Mine." } });
    expect(mine.store.count()).toMatchObject({ unsaved: 0, undecided: 1 });
    // A response that is older than what was saved since changes nothing.
    theirs.store.type(dev, "days", "151");
    await theirs.settled();
    theirs.store.load(rows);
    expect(theirs.row(dev).typed.days).toBe("151");
    for (const sheet of [mine, theirs]) sheet.close();
  });

  it("for a student who has left the class are not counted, and wait until the student returns", async () => {
    const { store, close, row, settled } = await open();
    await office.enrolments.move({ studentId: dev, className: 7, section: "B", day: shifted("2026-11-02") });
    store.type(dev, "remarkTeacher", "Steady.");
    store.type(asha, "days", "150");
    await vi.waitFor(() => expect(row(dev).refused).toEqual({ row: "This student is not in the class." }), patience);
    expect(store.count()).toMatchObject({ unsaved: 1, faulty: 1 });
    store.load((await office.reportCards.get({ id })).rows);
    await settled();
    expect(store.count()).toEqual({ unsaved: 0, waiting: 0, faulty: 0, undecided: 0 });
    expect(kept.size).toBe(1);
    close();
    await office.enrolments.move({ studentId: dev, className: 7, section: "A", day: shifted("2026-11-03") });
    const again = await open();
    await again.settled();
    expect(await saved(dev)).toMatchObject({ remarkTeacher: "Steady." });
    expect(kept.size).toBe(0);
    again.close();
  });

  it("with a fault stay in their cells and hold nothing else back, even after a reload", async () => {
    const first = await open();
    first.store.type(asha, "days", "999");
    first.store.type(asha, "remarkTeacher", "Steady.");
    first.store.type(dev, "remarkTeacher", "x".repeat(601));
    first.store.type(dev, "lines", `Art: A; ${"y".repeat(81)}`);
    await first.settled(2);
    expect(await saved(asha)).toMatchObject({ daysPresent: null, remarkTeacher: "Steady." });
    first.close();
    const again = await open();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(again.store.count()).toEqual({ unsaved: 2, waiting: 0, faulty: 2, undecided: 0 });
    expect(again.line.sent).toEqual([]);
    const fault = (student: string, cell: "days" | "remarkTeacher" | "lines") =>
      again.store.faultOf(again.row(student), cell);
    expect(fault(asha, "days")).toEqual({ kind: "tooManyDays", most: 184 });
    expect(fault(dev, "remarkTeacher")).toEqual({ kind: "longRemark", most: 600, typed: 601 });
    expect(fault(dev, "lines")).toEqual({ kind: "longLine", most: 80, typed: 81 });
    again.store.type(asha, "days", "١٧١");
    await again.settled(1);
    expect(await saved(asha)).toMatchObject({ daysPresent: 171, remarkTeacher: "Steady." });
    again.close();
  });

  it.each([
    ["UNAUTHORIZED", "ended"],
    ["FORBIDDEN", "forbidden"],
    ["CONFLICT", "failed"],
    ["TOO_MANY_REQUESTS", "offline"],
  ])("wait with the reason after a refusal with %s, and are saved at the next try", async (code, phase) => {
    const { store, line, close, settled } = await open();
    line.refuses = code;
    store.type(asha, "remarkTeacher", "Steady.");
    await vi.waitFor(() => expect(store.state().phase).toBe(phase), patience);
    line.refuses = undefined;
    // More input does not retry what first needs a login or a right.
    store.type(dev, "remarkTeacher", "Quick.");
    if (phase === "ended" || phase === "forbidden") expect(store.state().phase).toBe(phase);
    store.retry();
    await settled();
    expect(await saved(asha)).toMatchObject({ remarkTeacher: "Steady." });
    close();
  });

  it("of a deleted set are no longer saved, and can be thrown away", async () => {
    const { store, line, close, row } = await open();
    line.refuses = "NOT_FOUND";
    store.type(asha, "remarkTeacher", "Steady.");
    await vi.waitFor(() => expect(store.state().phase).toBe("closed"), patience);
    expect([store.state().unsent, kept.size]).toEqual([1, 1]);
    store.throwAway();
    expect([store.state().unsent, kept.size, row(asha).typed.remarkTeacher]).toEqual([0, 0, ""]);

    // Here the page learns of the deletion before anything is typed.
    const other = await open();
    other.store.halt("closed");
    other.store.type(asha, "remarkTeacher", "Steady.");
    for (const sheet of [other, { close }]) sheet.close();
    expect(other.store.state().phase).toBe("closed");
    expect([...line.sent, ...other.line.sent]).toEqual([]);
    expect(kept.size).toBe(1);
  });

  it("that the server refuses say so in their cells, and the others are saved", async () => {
    const sheet = await office.reportCards.get({ id });
    const refusals = [
      {
        data: { code: "BAD_REQUEST", httpStatus: 400, issues: [{ path: ["entries", 0, "lines", 0], message: "No." }] },
      },
    ];
    const store = createEntriesStore(
      sheet,
      async (entries) => {
        const refusal = refusals.pop();
        if (refusal) throw Object.assign(new Error("No."), refusal);
        return office.reportCards.saveEntries({ id, entries });
      },
      quick,
    );
    const [one, other] = sheet.rows.map(({ studentId }) => studentId) as [string, string];
    store.type(one, "lines", "Art\u0007");
    store.type(one, "remarkTeacher", "Steady.");
    store.type(other, "days", "150");
    await vi.waitFor(() => expect(store.state().phase).toBe("saved"), patience);
    expect(store.count()).toEqual({ unsaved: 1, waiting: 0, faulty: 1, undecided: 0 });
    expect(store.state().rows.get(one)?.refused).toEqual({ lines: "No." });
    expect(await saved(one)).toMatchObject({ lines: [], remarkTeacher: "Steady." });
    expect(await saved(other)).toMatchObject({ daysPresent: 150 });

    // The number of days with lessons has since been reduced.
    const { set, exams } = sheet;
    const { title, lastDay, rowVersion } = set;
    const fields = { title, lastDay, examIds: exams.map(({ _id }) => _id), rowVersion };
    await colleague.reportCards.edit({ id, ...fields, daysOpen: 160 });
    const overTyped = async () => {
      store.type(other, "days", "161");
      const refused = { row: "There were lessons on 160 days." };
      await vi.waitFor(() => expect(store.state().rows.get(other)?.refused).toEqual(refused), patience);
    };
    await overTyped();
    store.type(other, "days", "160");
    await vi.waitFor(() => expect(store.count()).toMatchObject({ unsaved: 1 }), patience);
    expect(await saved(other)).toMatchObject({ daysPresent: 160 });
    // And raised.
    await overTyped();
    await colleague.reportCards.edit({ id, ...fields, rowVersion: rowVersion + 1, daysOpen: 170 });
    store.setDaysOpen(170);
    await vi.waitFor(() => expect(store.count()).toMatchObject({ unsaved: 1 }), patience);
    expect(await saved(other)).toMatchObject({ daysPresent: 161 });
  });

  it("are not sent again and again if the server refuses a row that contains only saved texts", async () => {
    const sheet = await office.reportCards.get({ id });
    const issues = [{ path: ["entries", 0, "lines"], message: "No." }];
    let calls = 0;
    const store = createEntriesStore(
      { ...sheet, rows: sheet.rows.map((row) => ({ ...row, lines: Array.from("abcdefgh") })) },
      async () => {
        calls += 1;
        throw Object.assign(new Error("No."), { data: { code: "BAD_REQUEST", httpStatus: 400, issues } });
      },
      quick,
    );
    store.type(asha, "remarkTeacher", "Steady.");
    await vi.waitFor(() => expect(store.state().phase).toBe("saved"), patience);
    expect([calls, store.state().rows.get(asha)?.refused]).toEqual([1, { row: "No." }]);
  });

  it("name a student once", async () => {
    const entries = ["Steady.", "Lively."].map((remarkTeacher) => ({
      studentId: asha,
      ...entry,
      remarkTeacher,
      seen: 0,
    }));
    expect(await refusalOf(office.reportCards.saveEntries({ id, entries }))).toMatchObject({
      ...{ code: "BAD_REQUEST", message: "This student is in the request twice." },
      issues: [{ path: ["entries", 1, "studentId"] }],
    });
  });

  it("have no semicolon within a line, because the sheet would show two lines", async () => {
    const entries = [{ studentId: asha, ...entry, lines: ["Art: A", "Music; B"], seen: 0 }];
    expect(await refusalOf(office.reportCards.saveEntries({ id, entries }))).toMatchObject({
      ...{ code: "BAD_REQUEST", message: "Please leave out the semicolon: it would make two lines of one." },
      issues: [{ path: ["entries", 0, "lines", 1] }],
    });
  });
});

it("a section can have the exams that one of its students sat in another section", async () => {
  const choices = async (section: string) =>
    (await office.reportCards.choices({ class: 7, section })).map(({ sections }) => sections);
  expect(await choices("B")).toEqual([]);
  await office.enrolments.move({ studentId: dev, className: 7, section: "B" });
  expect(await choices("B")).toEqual([]);
  await office.enrolments.move({ studentId: asha, className: 7, section: "B" });
  expect(await Promise.all(["A", "B", "C"].map(choices))).toEqual([[["A"]], [["A"]], []]);
  const examIds = (await office.reportCards.choices({ class: 7, section: "B" })).map(({ _id }) => _id);
  const set = await office.reportCards.add({ class: 7, section: "B", title: "Term 1", daysOpen: 184, examIds });
  const { rows } = await office.reportCards.get({ id: set._id });
  expect(rows.map(({ name, missing, percent }) => [name, missing, percent])).toEqual([
    ["Asha Rao", 0, "76.3%"],
    ["Dev Gill", 0, null],
  ]);
});

it("a card never shows an empty box for a character in the institute's name and address", async () => {
  const unprintable = async () => (await office.reportCards.get({ id })).rows.map((row) => row.unprintable);
  expect(await unprintable()).toEqual(["", ""]);
  await publishFacts(office, { name: "Lyceum 🌱", city: "浦那" });
  expect(await unprintable()).toEqual(["🌱 浦 那", "🌱 浦 那"]);
  expect((await refusalOf(office.reportCards.issue({ id }))).code).toBe("CONFLICT");
});
