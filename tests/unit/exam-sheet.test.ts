import { createElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, onTestFinished, vi } from "vitest";
import { ExamFields } from "@/features/exams/components/exam-fields";
import { SheetFigures } from "@/features/exams/components/sheet-figures";
import { SheetHead } from "@/features/exams/components/sheet-head";
import { SheetRow } from "@/features/exams/components/sheet-row";
import { SaveState, SheetTrouble } from "@/features/exams/components/sheet-state";
import { createSheetStore } from "@/features/exams/components/sheet-store";
import { examples } from "@/features/exams/schema-examples";
import type { SheetView } from "@/features/exams/schema-sheet";
import { stubStorage } from "../harness/browser-storage";

type Part = { children?: ReactNode; action?: ReactNode };

vi.mock("next/navigation", () => ({ useRouter: () => ({}) }));
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
function storeWith({ mayCorrect = false, mine = null as object | null, isReleased = true, remark = "" }) {
  const now = { phase: "closed", examState: "released", waiting: 0, unsent: 0, isStale: false, savedAt: null };
  const saved = { ...row, isReleased, withdrawal: null, mark: { kind: "scored", score: 45 }, remark };
  const one = { saved, typed: { text: "45", remark }, mine, notTaken: null };
  const told = { state: () => now, summary: () => ({ toSettle: [] }), listen: () => () => {} };
  return { totalMarks: 80, mayCorrect, row: () => one, ...told } as never;
}

const drawnRow = (store: never, isReadOnly = false) =>
  renderToStaticMarkup(
    createElement(SheetRow, { store, id: "asha", isReadOnly, withRemarks: true, onExempt: () => {} }),
  );

it("a wrong released mark is corrected by whoever may, and all others are sent to the office", () => {
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
    expect.stringContaining("These marks are released. What was wrong is corrected on the student’s page."),
    expect.stringContaining("These marks are released. If one is wrong, ask the office to correct it."),
  ]);
});

it("a released remark is whole text, and one that may be changed is an input", () => {
  const remark = "Reads well, and should write every day. ".repeat(6);
  const inputs = (html: string) => html.match(/data-field="\w+"/g);
  for (const html of [drawnRow(storeWith({ remark })), drawnRow(storeWith({ remark, isReleased: false }), true)]) {
    expect(inputs(html)).toEqual(['data-field="text"']);
    expect(html).toContain(`>${remark}</span>`);
  }
  const open = drawnRow(storeWith({ remark, isReleased: false }));
  expect(inputs(open)).toEqual(['data-field="text"', 'data-field="remark"']);
});

it("an exam is changed and deleted by whoever reaches all of it", () => {
  const drawn = (given: Partial<SheetView>) => {
    const all = { ...sheet, exam: { ...sheet.exam, state: "draft" as const }, ...given };
    const props = { sheet: all, store: storeWith({}), isReadOnly: false, onRelease: undefined, onAsk: () => {} };
    return textOf(renderToStaticMarkup(createElement(SheetHead, props)));
  };
  expect(drawn({ mayEdit: true })).toMatch(/Change.*Delete/);
  expect(drawn({ mayEdit: false })).not.toMatch(/Change|Delete/);
  expect(drawn({ mayEdit: false })).toContain("file");
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
  expect(textOf(renderToStaticMarkup(createElement(SheetFigures, { store })))).toMatch(/Average 1\.1 .*8\.3/);
});

it("a new exam is offered to a teacher in the classes that are taught", () => {
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

it("a mark that cannot be saved is said where the sheet says that all is saved", async () => {
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
