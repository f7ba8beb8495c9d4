import { createElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { ExamDesk } from "@/features/exams/components/exam-desk";
import { ExamFields } from "@/features/exams/components/exam-fields";
import { ExamProcess } from "@/features/exams/components/exam-process";
import { leadsAside } from "@/features/exams/components/sheet-cells";
import { SheetFigures } from "@/features/exams/components/sheet-figures";
import { SheetHead } from "@/features/exams/components/sheet-head";
import { SheetRow } from "@/features/exams/components/sheet-row";
import type { SheetRow as ShownRow } from "@/features/exams/components/sheet-rows";
import { SaveState, SheetTrouble } from "@/features/exams/components/sheet-state";
import { createSheetStore, type SheetStore } from "@/features/exams/components/sheet-store";
import { releaseScreens } from "@/features/exams/messages-release";
import { examples } from "@/features/exams/schema-examples";
import type { SheetView } from "@/features/exams/schema-sheet";
import { keyOf } from "@/lib/unsent";
import { stubBrowser, stubStorage } from "../harness/browser-storage";
import { partOf } from "../harness/part-of";

type Part = { children?: ReactNode; action?: ReactNode };

const browser = vi.hoisted(() => ({ isBackNavigation: vi.fn(() => false) }));
vi.mock("@/lib/back-navigation", () => browser);
vi.mock("next/navigation", () => ({ useRouter: () => ({}) }));
vi.mock("@/components/table/address", () => ({ useAddress: () => ({ choices: {} }) }));
vi.mock("@/components/form/use-lead", () => ({ useLead: () => () => {} }));
vi.mock("@/features/exams/components/use-sheet-calls", () => ({ useSheetCalls: () => ({}) }));
vi.mock("@/features/exams/components/exam-history", () => ({ ExamHistory: () => null }));
vi.mock("@/trpc/client", () => ({ api: { exams: { exempt: { useMutation: () => ({}) } } } }));
vi.mock("@/components/ui/link", () => ({ Link: (props: object) => createElement("a", props) }));
vi.mock("@/components/site/page-header", () => ({ PageHeader: ({ action }: Part) => action }));
vi.mock("@/components/table/row-menu", () => ({
  menuLine: "",
  RowMenu: ({ children }: Part) => children,
  RowAction: ({ children }: Part) => children,
}));

const sheet = examples.marks as SheetView;
const [row] = sheet.rows;
const textOf = (html: string) => html.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");

/** A store whose only row is released, over which the caller has typed `mine`. */
function storeWith({
  mayCorrect = false,
  mine = null as ShownRow["mine"],
  isReleased = true,
  remark = "",
  corrected = null as ShownRow["saved"]["corrected"],
}): SheetStore {
  const now = { phase: "closed", examState: "released", waiting: 0, unsent: 0, isStale: false, savedAt: null } as const;
  const mark = { kind: "scored", score: 45 } as const;
  const saved: ShownRow["saved"] = partOf({ ...row, isReleased, withdrawal: null, mark, remark, corrected });
  const one = { saved, typed: { text: "45", remark }, mine, notTaken: null };
  const summary: ReturnType<SheetStore["summary"]> = partOf({ toSettle: [] });
  const told = { state: () => now, summary: () => summary, listen: () => () => undefined };
  return partOf({ totalMarks: 80, mayCorrect, row: () => one, ...told });
}

const drawnRow = (store: SheetStore, isReadOnly = false) =>
  renderToStaticMarkup(
    createElement(SheetRow, { store, id: "asha", isReadOnly, withRemarks: true, onExempt: () => {} }),
  );

it("a released mark can be corrected by those who may; all others are told to ask the office", () => {
  const mine = { text: "54", remark: "" };
  const [office, teacher] = [true, false].map((mayCorrect) => drawnRow(storeWith({ mayCorrect, mine })));
  expect(office).toContain('href="/admin/students/asha"');
  expect(textOf(teacher ?? "")).toContain("Released as 45, you typed 54. Ask the office to correct it. Keep 45");
  expect(teacher).not.toContain("href");
  const told = [true, false].map((mayCorrect) => {
    const props = { store: storeWith({ mayCorrect }), exam: { state: "released" as const } };
    return textOf(renderToStaticMarkup(createElement(SheetTrouble, props)));
  });
  expect(told).toEqual([
    expect.stringContaining("These marks are released. Wrong marks can be corrected on the student’s page."),
    expect.stringContaining("These marks are released. If one is wrong, ask the office to correct it."),
  ]);
});

it("a released remark is shown in full as text, and a remark that may be changed is an input", () => {
  const remark = "Reads well, and should write every day. ".repeat(6);
  const inputs = (html: string) => html.match(/data-field="\w+"/g);
  for (const html of [drawnRow(storeWith({ remark })), drawnRow(storeWith({ remark, isReleased: false }), true)]) {
    expect(inputs(html)).toEqual(['data-field="text"']);
    expect(html).toContain(`>${remark}</span>`);
  }
  const open = drawnRow(storeWith({ remark, isReleased: false }));
  expect(inputs(open)).toEqual(['data-field="text"', 'data-field="remark"']);
});

it("an exam can be changed and deleted only by those who reach all of it", () => {
  const drawn = (given: Partial<SheetView>) => {
    const all = { ...sheet, exam: { ...sheet.exam, state: "draft" as const }, ...given };
    const props = { sheet: all, store: storeWith({}), isReadOnly: false, onRelease: undefined, onAsk: () => {} };
    return textOf(renderToStaticMarkup(createElement(SheetHead, props)));
  };
  expect(drawn({ mayEdit: true })).toMatch(/Change.*Delete/);
  expect(drawn({ mayEdit: false })).not.toMatch(/Change|Delete/);
  expect(drawn({ mayEdit: false })).toContain("file");
});

it("a student who does not take the subject can take it again, even if all others have released marks", () => {
  const drawn = (state: string, mayChange: boolean) => {
    const rows = [
      { ...row, studentId: "asha", isReleased: true },
      { ...row, studentId: "dev", name: "Dev Gill", mark: null, isExempt: true },
    ];
    const all = { ...sheet, mayChange, exam: { ...sheet.exam, tellAt: null, state }, rows } as SheetView;
    return textOf(renderToStaticMarkup(createElement(ExamDesk, { sheet: all, atMissing: false })));
  };
  expect(drawn("draft", true)).toMatch(/Students who do not take Biology .*Dev Gill Takes it again/);
  expect(drawn("released", false)).toMatch(/Students who do not take Biology .*Dev Gill Takes it again/);
});

it("what families see of a student who has dropped the subject since can be read, and corrected by those who may", () => {
  const drawn = (given: object, mayRelease = true) => {
    const dropped = { ...row, studentId: "dev", name: "Dev Gill", isExempt: true, ...given };
    const exam = { ...sheet.exam, tellAt: null, state: "released" };
    const all = { ...sheet, exam, mayRelease, mayChange: false, rows: [row, dropped] } as SheetView;
    const html = renderToStaticMarkup(createElement(ExamDesk, { sheet: all, atMissing: false }));
    return html.slice(html.indexOf("Students who do not take"));
  };
  const marked = { isReleased: true, mark: { kind: "scored", score: 47 }, remark: "Reads well" };
  expect(textOf(drawn(marked))).toContain("Dev Gill 47 · Reads well Correct it");
  expect(drawn(marked)).toContain('href="/admin/students/dev"');
  expect(textOf(drawn(marked, false))).toContain("Dev Gill 47 · Reads well Takes it again");
  const told = { kind: "excused", remark: null };
  expect(textOf(drawn({ told, mark: { kind: "excused" } }))).toContain("Dev Gill EX Takes it again");
});

it.each([
  [57, 2, "57 results and 2 absences become drafts again"],
  [1, 0, "1 result becomes a draft again"],
  [1, 1, "1 result and 1 absence become drafts again"],
  [0, 1, "1 absence becomes a draft again"],
  [0, 0, "The exam becomes a draft again"],
])("before %i results and %i absences are taken back, the question says so", (results, absences, said) => {
  expect(releaseScreens.process.takeBackWords(results, absences)).toMatch(`${said}, and no family is told.`);
});

it("after a release that did not happen, the sheet asks those who may release to decide, and names the office to others", () => {
  const drawn = (exam: object, given: Partial<SheetView>) => {
    const all = { ...sheet, exam: { ...sheet.exam, tellAt: null, ...exam }, ...given };
    return textOf(renderToStaticMarkup(createElement(ExamProcess, { sheet: all })));
  };
  const held = { state: "scheduled", isHeld: true, releaseAt: new Date("2026-11-20T09:00:00Z") };
  const cameBack = { cameBack: true };
  expect(drawn({ state: "draft" }, { ...cameBack, mayRelease: true })).toContain("Look at the new numbers.");
  for (const html of [
    drawn({ state: "draft" }, { ...cameBack, mayRelease: false }),
    drawn(held, { mayRelease: false }),
  ]) {
    expect(html).toContain("The office");
    expect(html).not.toMatch(/Look at|Release it now/);
  }
});

it("the figures of a sheet are rounded half up, as the statistics are", () => {
  const statistics = { n: 4, average: 1.0499999999999998, median: 8.25, lowest: 1, highest: 9, distribution: null };
  const summary = {
    students: 4,
    entered: 4,
    absent: 0,
    excused: 0,
    missing: 0,
    statistics,
    isComplete: true,
    unreleased: 0,
    toSettle: [],
  };
  const store = { summary: () => summary, listen: () => () => undefined };
  expect(textOf(renderToStaticMarkup(createElement(SheetFigures, { store, isReleased: false })))).toMatch(
    /Average 1\.1 .*8\.3/,
  );
});

it("for a new exam, a teacher is offered only the classes that they teach", () => {
  const drawn = (places: { className: number; section: string | null }[] | null) => {
    const html = renderToStaticMarkup(createElement(ExamFields, { faults: {}, known: undefined, places }));
    return [...html.matchAll(/<option value="(\d+)"/g)].map(([, value]) => value).join() + textOf(html);
  };
  const [seventh, eighth] = [
    { className: 7, section: "A" },
    { className: 8, section: null },
  ];
  expect(drawn([seventh, seventh, eighth])).toMatch(/^7,8 .*You teach 7 A and 8\./);
  expect(drawn([eighth])).toMatch(/^8 .*Leave it empty for all of them\./);
  expect(drawn(null)).toMatch(/^1,2,3,4,5,6,7,8,9,10,11,12 .*Leave it empty for all of them\./);
});

it("a sheet that Back shows immediately asks what has been saved since it was drawn", () => {
  stubStorage();
  vi.stubGlobal("document", Object.assign(new EventTarget(), { hidden: false }));
  vi.stubGlobal("window", new EventTarget());
  onTestFinished(() => void vi.unstubAllGlobals());
  const changes = vi.fn(() => Promise.reject(new Error("Failed to fetch")));
  const store = createSheetStore({ ...sheet, mayChange: true }, { save: () => new Promise(() => {}), changes });
  store.begin()();
  expect(changes).not.toHaveBeenCalled();
  browser.isBackNavigation.mockReturnValueOnce(true);
  store.begin()();
  expect(changes).toHaveBeenCalledOnce();
});

describe("input that waited in the browser", () => {
  const saved = { ...row, studentId: "asha", isReleased: false, isExempt: false, isYours: false, by: "Meera Iyer" };
  const theirs = { ...saved, mark: { kind: "scored" as const, score: 57 }, remark: "Late", rowVersion: 6 };
  const before = { mark: { kind: "scored", score: 55 }, remark: null };

  /** The row of a sheet that was opened while the browser held this input. */
  function opened(stored: object, server: object = {}) {
    const exam = { ...sheet.exam, _id: "exam", totalMarks: 80 };
    const mine = { ...sheet, exam, mayChange: true, personId: "me", rows: [{ ...theirs, ...server }] } as SheetView;
    const kept = stubBrowser();
    const key = keyOf("me", "exam");
    kept.set(key, JSON.stringify({ asha: stored }));
    onTestFinished(() => void vi.unstubAllGlobals());
    const store = createSheetStore(mine, { save: () => new Promise(() => {}), changes: () => Promise.reject() });
    store.begin()();
    const left = JSON.parse(kept.get(key) ?? "{}");
    return {
      typed: store.row("asha").typed,
      mine: store.row("asha").mine,
      left: left.asha,
      said: drawnRow(store),
    };
  }

  it("is merged with the server's values by the value that each cell had before", () => {
    const shown = { text: "57", remark: "Late" };
    expect(opened({ text: "55", remark: "Well done", before }, { remark: null })).toMatchObject({
      typed: { text: "57", remark: "Well done" },
      mine: null,
      left: { before: { mark: { score: 57 }, remark: null } },
    });
    expect(opened({ text: "61", remark: "", before }, { mark: before.mark })).toMatchObject({
      typed: { text: "61", remark: "Late" },
      mine: null,
    });
    const both = { text: "61", remark: "Well done", before };
    expect(opened(both)).toMatchObject({
      typed: shown,
      mine: { text: "61", remark: "Well done" },
      left: { before: {} },
    });
    expect(opened({ text: "57", remark: "", before })).toMatchObject({ typed: shown, mine: null, left: undefined });
    expect(opened(both, { isReleased: true }).mine).toEqual({ text: "61", remark: "Well done" });
    expect(opened({ text: "61", remark: "", before }, { isReleased: true }).mine).toEqual({ text: "61" });
  });

  it("is still a conflict of the same cells after another visit", () => {
    const stored = { text: "61", remark: "Well done", before: { remark: "Late" } };
    const { typed, mine, left } = opened(stored);
    expect([typed, mine]).toEqual([{ text: "57", remark: "Well done" }, { text: "61" }]);
    expect(left).toEqual(stored);
  });

  it("may lack the earlier values: it is sent if nobody has changed the row, and otherwise the person is asked", () => {
    const text = { text: "61", remark: "Late" };
    expect(opened({ ...text, seen: 6 })).toMatchObject({ typed: text, mine: null });
    for (const seen of [5, -1])
      expect(opened({ ...text, seen })).toMatchObject({ typed: { text: "57", remark: "Late" }, mine: { text: "61" } });
    expect(opened({ text: "57", remark: "Late", seen: 5 })).toMatchObject({ mine: null, left: undefined });
  });

  it("is shown with every value that is decided together", () => {
    const said = (stored: object) => textOf(opened({ ...stored, before }).said);
    expect(said({ text: "61", remark: "" })).toContain("Meera Iyer typed 57, you 61 Keep 57 Take 61");
    expect(said({ text: "61", remark: "Good" })).toContain("typed 57 and “Late”, you 61 and “Good” Keep 57 and “Late”");
    expect(said({ text: "", remark: "Good" })).toContain("Take no mark and “Good”");
    expect(said({ text: "55", remark: "Good" })).toContain("typed “Late”, you “Good”");
  });
});

it("a mark that cannot be saved is reported where the sheet otherwise says that all is saved", async () => {
  stubStorage();
  onTestFinished(() => void vi.unstubAllGlobals());
  const open = { ...row, studentId: "asha", mark: null, remark: null, isReleased: false, isExempt: false };
  const mine = { ...sheet, mayChange: true, rows: [open] } as SheetView;
  const store = createSheetStore(mine, {
    save: async (cells) => ({
      at: new Date(),
      saved: cells.map(({ studentId }) => ({ studentId, rowVersion: 1 })),
      conflicts: [],
      refused: [],
    }),
    changes: () => Promise.reject(),
  });
  const said = () => textOf(renderToStaticMarkup(createElement(SaveState, { store }))).trim();
  store.enter("asha", String(sheet.exam.totalMarks + 5));
  await expect.poll(said).toBe("1 to settle");
  store.enter("asha", String(sheet.exam.totalMarks));
  await expect.poll(said).toMatch(/^Saved \d/);
});

it("the row of a corrected mark says when it was corrected and what it was", () => {
  const corrected = { at: new Date("2026-11-25"), was: 61 };
  expect(textOf(drawnRow(storeWith({ corrected })))).toContain("Corrected on 25 Nov 2026, was 61");
  expect(drawnRow(storeWith({}))).not.toContain("Corrected");
});

it.each([
  ["ArrowRight", "text", "61", 2, 2, true],
  ["ArrowRight", "text", "", 0, 0, true],
  ["ArrowRight", "text", "61", 1, 1, false],
  // As the whole mark is selected on entering, the first press only moves the caret to its end.
  ["ArrowRight", "text", "61", 0, 2, false],
  ["ArrowLeft", "text", "61", 0, 0, false],
  ["ArrowLeft", "remark", "Well done", 0, 0, true],
  ["ArrowLeft", "remark", "Well done", 0, 4, false],
  ["ArrowLeft", "remark", "Well done", 3, 3, false],
  ["ArrowLeft", "remark", "بہت اچھا", 0, 0, false],
  ["ArrowRight", "remark", "Well done", 9, 9, false],
] as const)(
  "%s in the %s “%s” with the caret at %i to %i leads to the other cell: %s",
  (key, field, value, from, to, leads) => {
    expect(leadsAside(key, field, { value, selectionStart: from, selectionEnd: to })).toBe(leads);
  },
);
