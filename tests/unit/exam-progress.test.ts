import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { ExamStatistics } from "@/features/exams/components/exam-statistics";
import { ExamsTable } from "@/features/exams/components/exams-table";
import { SheetNext } from "@/features/exams/components/sheet-state";
import { createSheetStore } from "@/features/exams/components/sheet-store";
import { summaryOf } from "@/features/exams/components/sheet-summary";
import { YearStatistics } from "@/features/exams/components/year-statistics";
import { releaseScreens } from "@/features/exams/messages-release";
import { screens } from "@/features/exams/messages-screens";
import { togetherScreens } from "@/features/exams/messages-together";
import { isCut, missingIn, releasable } from "@/features/exams/rules";
import type { Mark } from "@/features/exams/rules-marks";
import type { ExamRowView } from "@/features/exams/schema";
import type { SheetRowView, SheetView } from "@/features/exams/schema-sheet";
import { partOf } from "../harness/part-of";

const scored = (score: number): Mark => ({ kind: "scored", score });
const [absent, excused]: Mark[] = [{ kind: "absent" }, { kind: "excused" }];

const usual = {
  section: "A",
  rollNo: null,
  by: null,
  at: null,
  isYours: false,
  withdrawal: null,
  told: null,
  corrected: null,
};
const saved = (studentId: string, mark: Mark | null = null, given: Partial<SheetRowView> = {}): SheetRowView => {
  const state = { remark: null, rowVersion: mark ? 1 : 0, isExempt: false, isReleased: false };
  return { ...usual, ...state, studentId, name: studentId, mark, ...given };
};
const typedOf = ({ mark }: SheetRowView) => {
  if (mark === null) return "";
  return mark.kind === "scored" ? String(mark.score) : mark.kind;
};
const row = (of: SheetRowView, text = typedOf(of)) => ({
  saved: of,
  typed: { text, remark: of.remark ?? "" },
  mine: null,
  notTaken: null,
});

describe("the progress of a sheet", () => {
  it("counts entered, absent, excused and missing students separately, and they add up", () => {
    const rows = [row(saved("a", scored(40))), row(saved("b"), "50"), row(saved("c", absent))];
    const others = [row(saved("d", excused)), row(saved("e")), row(saved("f", null, { isExempt: true }))];
    const summary = summaryOf([...rows, ...others], 80);
    expect(summary).toMatchObject({ students: 5, entered: 2, absent: 1, excused: 1, missing: 1 });
  });

  it("says of each mark to settle what is wrong with it", () => {
    const typed = ["99", "6o", "-1", "6.125", "60"].map((text) => row(saved(text), text));
    const whys = summaryOf(typed, 80).toSettle.map(({ why }) => screens.whys[why]);
    expect(whys).toEqual(["over the total", "not a number", "below 0", "too many decimals"]);
  });

  it("is complete once everyone has a saved mark, or is absent or excused", () => {
    const isComplete = (...rows: ReturnType<typeof row>[]) => summaryOf(rows, 80).isComplete;
    const all = [row(saved("a", scored(40))), row(saved("b", absent)), row(saved("c", null, { isExempt: true }))];
    expect(isComplete(...all)).toBe(true);
    // Typed, but not saved yet.
    expect(isComplete(...all, row(saved("d"), "50"))).toBe(false);
    expect(isComplete()).toBe(false);
  });
});

describe("the late marks of a released exam", () => {
  const told = { kind: "absent", remark: "Ill" } as const;
  const late = (...rows: SheetRowView[]) =>
    summaryOf(
      rows.map((one) => row(one)),
      80,
    ).unreleased;

  it("are the saved marks that are not released", () => {
    expect(late(saved("a", scored(40), { isReleased: true }), saved("b"))).toBe(0);
    expect(late(saved("a", scored(40)), saved("b", absent), saved("c", excused))).toBe(3);
    expect(late(saved("a", scored(40), { isExempt: true }))).toBe(0);
    expect(summaryOf([row(saved("a"), "50")], 80).unreleased).toBe(0);
  });

  it("do not include an absence that the family already sees, unless something about it is new", () => {
    expect(late(saved("a", absent, { told, remark: "Ill" }))).toBe(0);
    expect(late(saved("a", absent, { told }), saved("b", excused, { told }), saved("c", scored(40), { told }))).toBe(3);
  });

  it("are released by a button that shows their number", () => {
    expect([1, 2].map(releaseScreens.release.late)).toEqual(["Release 1 late mark", "Release 2 late marks"]);
  });
});

describe("what comes next, for a teacher who may not release", () => {
  type State = SheetView["exam"]["state"];
  const said = (state: State, ...rows: SheetRowView[]) => saidOnPageOf(state, state, ...rows);
  const saidOnPageOf = (opened: State, state: State, ...rows: SheetRowView[]) => {
    const exam = { _id: "x", state, totalMarks: 80, rowVersion: 1 };
    const sheet = { exam, rows, marksVersion: 1, mayChange: true, mayRelease: false, personId: "p" } as SheetView;
    const store = createSheetStore(sheet, { save: () => Promise.reject(), changes: () => Promise.reject() });
    const shown = { ...exam, state: opened };
    return renderToStaticMarkup(createElement(SheetNext, { store, exam: shown })).replaceAll(/<[^>]*>/g, "");
  };
  const released = saved("b", scored(50), { isReleased: true });

  it("is said once a draft has all its marks", () => {
    expect(said("draft", saved("a", scored(40)), saved("b", absent))).toBe(
      "All marks here are in. The office releases them.",
    );
    expect(said("draft", saved("a", scored(40)), saved("b"))).toBe("");
    expect(said("scheduled", saved("a", scored(40)))).toBe("");
  });

  it("is said once a released exam has a late mark", () => {
    expect(said("released", saved("a", scored(40)), released)).toBe("The office releases late marks.");
    expect(said("released", saved("a"), released)).toBe("");
    // The page was opened before the release, so its rows do not tell which marks were released.
    expect(saidOnPageOf("draft", "released", saved("a", scored(40)))).toBe("");
  });
});

describe("the progress in the list of exams", () => {
  const exam = (counts: object): ExamRowView => {
    const none = { students: 3, entered: 0, absent: 0, excused: 0, average: null };
    return { state: "draft", ...none, ...counts } as ExamRowView;
  };

  it("counts a student as missing who has no mark and is neither absent nor excused", () => {
    expect(missingIn(exam({ students: 58, entered: 55, absent: 2 }))).toBe(1);
    expect(missingIn(exam({ entered: 1, absent: 1, excused: 1 }))).toBe(0);
  });

  it("an exam can be released with others if a student has a mark, or all were absent or excused", () => {
    const [some, away, empty] = [exam({ entered: 1 }), exam({ absent: 2, excused: 1 }), exam({})];
    expect(releasable([some, away, empty, exam({ students: 0 }), exam({ entered: 1, state: "released" })])).toEqual([
      some,
      away,
    ]);
  });

  it("before a joint release, says how many students were absent or excused", () => {
    const said = (entered: number, absences: number, excuses: number) =>
      togetherScreens.line(entered, 58, screens.counts(absences, excuses));
    expect(said(58, 0, 0)).toBe("58 of 58 entered");
    expect(said(55, 2, 1)).toBe("55 of 58 entered, 2 absent, 1 excused");
  });
});

it.each([
  ["Half-Yearly", 1, false],
  ["Quiz", 1, false],
  ["UNIT TEST", 1, true],
  ["Half-Yearly", 2, true],
  ["Quiz", 2, false],
  ["Unit Test", 2, true],
  ["Half-Yearly", 3, true],
  ["Unit Test", 3, false],
])("exams named %s may continue on the page before or after page %i: %s", (examName, page, is) => {
  const of = (name: string, year = "y") => ({ examName: name, year: { _id: year, label: "" } });
  const items = [of("half-yearly"), of("Quiz"), of("Unit Test")];
  expect(isCut({ items, page, total: 9 }, 3, [of(examName)])).toBe(is);
  expect(isCut({ items, page, total: 9 }, 3, [of(examName, "last year")])).toBe(false);
});

it("the average and the median of a quiz are exact percentages, in the list and beside the sheet", () => {
  // 3, 3 and 4 of 5.
  const average = 10 / 3;
  const facts = { _id: "x", subject: "Art", examName: "Quiz", className: "7", sections: [], examDate: null };
  const progress = { students: 3, entered: 3, absent: 0, excused: 0, average, totalMarks: 5 };
  const exam: ExamRowView = partOf({ ...facts, ...progress, state: "released" });
  expect(renderToStaticMarkup(createElement(ExamsTable, { exams: [exam], stale: undefined }))).toContain(">66.7%<");
  const figures = { n: 3, average, median: 3.125, lowest: 3, highest: 4, distribution: null };
  const counts = { students: 3, absent: 0, excused: 0, missing: 0 };
  const statistics = { totalMarks: 5, isReleased: true, ...counts, figures, sections: [], others: [] };
  const page = renderToStaticMarkup(createElement(ExamStatistics, { statistics }));
  for (const shown of [">66.7%<", ">62.5%<", "3.3 of 5"]) expect(page).toContain(shown);
});

it("the five numbers of each box plot are in a table, for an exam and for its year", () => {
  const box = { lowest: 10, lowerQuartile: 43.25, median: 55, upperQuartile: 61, highest: 96 };
  const others = [
    { _id: "x", examName: "Unit Test 2", n: 29, average: 54, box },
    { _id: "y", examName: "Quiz", n: 4, average: 50, box: null },
  ];
  const figures = { n: 4, average: 64, median: 62.5, lowest: 40, highest: 80, distribution: null };
  const counts = { students: 4, absent: 0, excused: 0, missing: 0 };
  const statistics = { totalMarks: 80, isReleased: true, ...counts, figures, sections: [], others };
  const year = { _id: "1", label: "2026-27" };
  const named = { subject: "Biology", examDate: "2026-11-18", sections: ["A"] };
  const classes = [{ className: "7", exams: 1, n: 29, average: 54 }];
  const exams = others.map((one) => ({ ...one, ...named }));
  const found = { years: [year], year, classes, subjects: [], exams };
  const rowsOf = (page: string) => {
    const [, table = ""] = page.split("<details");
    const text = (html: string) => html.replaceAll(/<[^>]*>/g, "|").replaceAll(/\|+/g, "|");
    return [...table.matchAll(/<tr.*?<\/tr>/g)].map(([row]) => text(row));
  };
  const ofExam = renderToStaticMarkup(createElement(ExamStatistics, { statistics }));
  const ofYear = renderToStaticMarkup(createElement(YearStatistics, { found, className: "7", isTaught: false }));
  const numbers = "|10.0|43.3 to 61.0|55.0|96.0|";
  const heads = "|Exam|Lowest|Middle half|Median|Best|";
  expect(rowsOf(ofExam)).toEqual([heads, `|Unit Test 2${numbers}`]);
  expect(rowsOf(ofYear)).toEqual([heads, `|Biology · Unit Test 2 · A · 18 Nov 2026${numbers}`]);
});

it("where no exam is released, a teacher reads that none of their own exams is", () => {
  const found = { years: [], year: null, classes: [], subjects: [], exams: [] };
  const drawn = (isTaught: boolean) =>
    renderToStaticMarkup(createElement(YearStatistics, { found, className: undefined, isTaught }));
  expect(drawn(false)).toContain("No exam of this year is released yet");
  expect(drawn(true)).toContain("None of your exams of this year is released yet");
});

it("every percentage of the statistics has one decimal, and marks have no needless decimals", () => {
  const bands = [
    { grade: "B" as const, count: 3 },
    { grade: "A" as const, count: 1 },
  ];
  const distribution = { lowerQuartile: 52, upperQuartile: 70, spread: 9, bands };
  const figures = { n: 4, average: 64, median: 62.5, lowest: 40, highest: 80, distribution };
  const counts = { students: 4, absent: 0, excused: 0, missing: 0 };
  const statistics = { totalMarks: 80, isReleased: true, ...counts, figures, sections: [], others: [] };
  const page = renderToStaticMarkup(createElement(ExamStatistics, { statistics }));
  const shown = [">65.0 to 87.5%<", ">50.0 to 100.0%<", ">80.0%<", ">64 of 80<", ">62.5 of 80<", ">75.0<", ">25.0<"];
  expect(shown.filter((text) => !page.includes(text))).toEqual([]);
});
