import fc from "fast-check";
import { createElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { isSettled, rowOf } from "@/features/report-cards/components/entries-rows";
import { EntryRow } from "@/features/report-cards/components/entry-row";
import { SaveState, SaveTrouble } from "@/features/report-cards/components/save-state";
import { SetSheet } from "@/features/report-cards/components/set-sheet";
import { SetsList } from "@/features/report-cards/components/sets-list";
import type { Entries } from "@/features/report-cards/components/use-entries";
import {
  numberOf,
  ownSections,
  placeIn,
  placeOfNumber,
  reachesSet,
  reachesStudent,
  seriesOf,
  typedNumber,
} from "@/features/report-cards/rules";
import type { Fault } from "@/features/report-cards/rules-entries";
import { issueOf } from "@/features/report-cards/rules-sheet";
import {
  mostColumnsOf,
  outOf,
  shownCell,
  type TableExam,
  type TableMark,
  tableOf,
} from "@/features/report-cards/rules-table";
import type { SetsView, SheetRowView, SheetView } from "@/features/report-cards/schema";
import { gradeFor, percentageOf, shownPercentage } from "@/lib/grades";
import type { Principal } from "@/lib/principal";
import { drawn } from "../harness/drawn";
import { partOf } from "../harness/part-of";

const exam = (id: string, subject: string, examName: string, more: Partial<TableExam> = {}): TableExam => ({
  ...{ id, subject, subjectKey: subject.toLowerCase(), examName, examDate: "2026-09-01", totalMarks: 80, sections: [] },
  ...more,
});

const marks = (of: Record<string, number | "absent" | "excused">) =>
  new Map(
    Object.entries(of).map(([id, mark]): [string, TableMark] => [
      id,
      typeof mark === "number" ? { kind: "scored", score: mark } : { kind: mark, score: null },
    ]),
  );

const table = (
  exams: TableExam[],
  of: Parameters<typeof marks>[0],
  more: { exempt?: string[]; section?: string } = {},
) => {
  const inClass = new Set(exams.map(({ id }) => id));
  return tableOf({ exams, marks: marks(of), inClass, section: more.section ?? "A", exempt: new Set(more.exempt) });
};

const htmlOf = (part: ReactNode) => drawn(part, { router: {} }).html;

const textOf = (part: ReactNode) => htmlOf(part).replaceAll(/<[^>]*>/g, " ");

const sheetOf = (given: Partial<SheetView>) => {
  const set = { _id: "1", title: "Term 1", year: { _id: "1", label: "2026-27" }, className: "7", section: null };
  const rest = { exams: [], rows: [], emptyOn: null, personId: "1" };
  const found: SheetView = partOf({ set: { ...set, daysOpen: null }, ...rest, ...given });
  return textOf(createElement(SetSheet, { found }));
};

describe("the table of a card", () => {
  const exams = [
    exam("m2", "Maths", "Final", { examDate: "2026-10-01", totalMarks: 40 }),
    exam("m1", "Maths", "Unit Test 1"),
    exam("e1", "English", "unit test 1"),
    exam("e2", "English", "Final", { examDate: "2026-10-02", totalMarks: 40 }),
  ];

  it("has a row for each subject and a column for each name of an exam, the earliest first, and adds up what counts", () => {
    const { columns, rows, sums, overall, missing } = table(exams, { m1: 61.5, m2: 30, e1: 40, e2: "absent" });
    expect(columns).toEqual([
      { name: "Unit Test 1", total: 80 },
      { name: "Final", total: 40 },
    ]);
    expect(rows).toEqual([
      {
        subject: "English",
        cells: [{ kind: "scored", score: 40, total: 80 }, { kind: "absent" }],
        ...{ percent: "50.0%", grade: "C" },
      },
      {
        subject: "Maths",
        cells: [
          { kind: "scored", score: 61.5, total: 80 },
          { kind: "scored", score: 30, total: 40 },
        ],
        ...{ percent: "76.3%", grade: "B+" },
      },
    ]);
    expect(sums).toEqual([101.5, 30]);
    expect(columns.map((_, index) => outOf(rows, index))).toEqual([160, 40]);
    // 131.5 of 200: the final of English counts nowhere.
    expect(overall).toEqual({ score: 131.5, total: 200, percent: "65.8%", grade: "B", label: "Good" });
    expect(missing).toBe(0);
  });

  it.each([
    ["a mark that is not there", { m1: 60 }, {}, 3, ["–", "–"]],
    ["a subject that is not taken", { m1: 60 }, { exempt: ["english"] }, 1, undefined],
    ["a mark in a subject that is not taken any more", { e1: 40 }, { exempt: ["english"] }, 2, ["40", ""]],
    ["excused", { e1: "excused" as const, e2: 20 }, {}, 2, ["EX", "20"]],
  ])("shows %s", (_case, of, more, missing, english) => {
    const found = table(exams, of, more);
    const row = found.rows.find(({ subject }) => subject === "English");
    expect(found.missing).toBe(missing);
    expect(row?.cells.map((cell, index) => shownCell(cell, found.columns[index]))).toEqual(english);
  });

  it("has no exams of other sections, and shows the total where it differs", () => {
    const other = [
      exam("a", "Art", "Test", { sections: ["A"], totalMarks: 10 }),
      exam("b", "Art", "Test", { sections: ["B"], totalMarks: 20 }),
      exam("c", "Music", "Test", { totalMarks: 50 }),
    ];
    const { columns, rows } = table(other, { a: 7, c: 40 });
    expect(columns).toEqual([{ name: "Test", total: null }]);
    expect(rows.map(({ cells }) => shownCell(cells[0] ?? null, columns[0]))).toEqual(["7/10", "40/50"]);
  });

  it("has columns for the exams of one section at a time", () => {
    const of = (name: string, ...sections: string[]) => exam(name, "Art", name, { sections });
    expect(mostColumnsOf([], null)).toBe(0);
    expect(mostColumnsOf([of("Final"), of("final"), of("Test")], null)).toBe(2);
    const ofAll = [of("Final"), of("A 1", "A"), of("A 2", "A", "B"), of("B 1", "B", "C")];
    expect(mostColumnsOf(ofAll, null)).toBe(3);
    // The set of a section includes exams of other sections, for students who came from there.
    expect(mostColumnsOf(ofAll, "B")).toBe(4);
    const sat = Object.fromEntries(ofAll.map(({ id }) => [id, 5]));
    expect(table(ofAll, sat, { section: "B" }).columns).toHaveLength(4);
  });

  it("misses no mark in an exam that the student sat in another section", () => {
    const both = [
      exam("a", "Art", "Test", { sections: ["A"], totalMarks: 10 }),
      exam("b", "Art", "test", { sections: ["B"], totalMarks: 20 }),
    ];
    const found = table(both, { a: 7 }, { section: "B" });
    expect(found).toMatchObject({ missing: 0, columns: [{ name: "Test", total: 10 }], sums: [7] });
    expect(table(both, { a: 7, b: 9 }, { section: "B" })).toMatchObject({ missing: 0, sums: [16] });
    for (const other of [
      exam("b", "Art", "Test", { sections: ["B"], examDate: "2026-09-02" }),
      exam("b", "Art", "Final", { sections: ["B"] }),
      exam("b", "Music", "Test", { sections: ["B"] }),
    ])
      expect(table([...both.slice(0, 1), other], { a: 7 }, { section: "B" }).missing).toBe(1);
    // Two parts for one section.
    expect(table([exam("p", "Art", "Test"), exam("q", "Art", "Test")], { p: 7 }).missing).toBe(1);
  });

  it("is empty if nothing counts", () => {
    expect(table(exams, { e1: "absent" })).toMatchObject({ overall: null, sums: [null, null] });
    expect(table([], {})).toEqual({ columns: [], rows: [], sums: [], overall: null, missing: 0 });
  });

  it("has the grade of the sums, whatever the marks", () => {
    const cents = fc.integer({ min: 0, max: 8000 }).map((one) => one / 100);
    fc.assert(
      fc.property(fc.array(cents, { minLength: 1, maxLength: 14 }), (scores) => {
        const many = scores.map((_, index) => exam(String(index), `Subject ${index}`, "Test"));
        const { overall } = table(many, Object.fromEntries(scores.map((score, index) => [index, score])));
        const sum = scores.reduce((total, score) => total + Math.round(score * 100), 0) / 100;
        const total = 80 * scores.length;
        expect(overall).toEqual({
          ...{ score: sum, total, percent: shownPercentage(percentageOf(sum, total)) },
          ...gradeFor(sum, total),
        });
      }),
    );
  });
});

describe("the number of a card", () => {
  it("names year, class, place and version", () => {
    const series = seriesOf("2026-04-01", { className: 7, section: "A" });
    expect(numberOf(placeIn(series, 12), 1)).toBe("2026-7A-012-1");
    expect(numberOf(placeOfNumber("2026-7A-012-1"), 2)).toBe("2026-7A-012-2");
    expect(seriesOf("2026-04-01", { className: 12, section: null })).toBe("2026-12");
  });

  it.each([" 2026-7a-012-1 ", "2026–7A–012–1", "2026 - 7A - 012 - 1", "２０２６-7A-012-1", "२०२६-7A-०१२-1"])(
    "is read as typed: %s",
    (text) => {
      expect(typedNumber(text)).toBe("2026-7A-012-1");
    },
  );

  it("differs for every place and version", () => {
    const part = fc.integer({ min: 1, max: 5000 });
    fc.assert(
      fc.property(part, part, part, part, (place, version, other, next) => {
        fc.pre(place !== other || version !== next);
        expect(numberOf(placeIn("2026-7A", place), version)).not.toBe(numberOf(placeIn("2026-7A", other), next));
      }),
    );
  });
});

describe("who writes on cards", () => {
  const person = (...grants: Principal["grants"]): Principal =>
    partOf({ userId: "u", role: "admin", grants, lacksSecondStep: false, isGuardian: false });
  const teacher = (section: string | null, subjectKeys: string[] | null = null) =>
    person({ role: "teacher", className: 7, section, subjectKeys });

  it.each([
    ["the office", person({ role: "office" }), "all", [true, true, true]],
    ["the class teacher of 7 A", teacher("A"), ["A"], [true, true, false]],
    ["the class teacher of all of 7", teacher(null), "all", [true, true, true]],
    ["a teacher of a subject", teacher("A", ["biology"]), [], [false, false, false]],
  ])("%s reaches only the cards of their sections", (_who, principal, sections, [whole, own, other]) => {
    const place = { className: 7, isThisYear: true };
    expect(ownSections(principal, place)).toEqual(sections);
    expect(reachesSet(principal, { ...place, section: null })).toBe(whole);
    expect(reachesSet(principal, { ...place, section: "A" })).toBe(own);
    expect(reachesStudent(principal, { ...place, section: "B" })).toBe(other);
  });

  it.each([
    ["the office does", person({ role: "office" }), true],
    ["the class teacher of 7 A does not", teacher("A"), false],
    ["the class teacher of all of 7 does not", teacher(null), false],
  ])("in earlier years %s", (_who, principal, reached) => {
    const place = { className: 7, section: "A", isThisYear: false };
    expect(reachesSet(principal, place)).toBe(reached);
    expect(reachesStudent(principal, place)).toBe(reached);
  });
});

describe("what issuing would do", () => {
  const row = (standing: SheetRowView["standing"]): SheetRowView => ({
    ...{ studentId: standing, name: "Asha Rao", section: "A", rollNo: "1", rowVersion: 1, standing },
    ...{ daysPresent: 171, remarkTeacher: "Good", remarkHead: null, lines: [], percent: null, grade: null },
    ...{ isInClass: true, missing: 0, unprintable: "", card: null },
  });

  it.each([
    ["none", { cards: 1, first: 1, again: 0, following: 0 }],
    ["changed", { cards: 1, first: 0, again: 1, following: 0 }],
    ["withdrawn", { cards: 1, first: 0, again: 0, following: 1 }],
    ["issued", { cards: 0, first: 0, again: 0, following: 0 }],
  ] as const)("for one student whose card is %j", (standing, counts) => {
    expect(issueOf([row(standing)], true)).toMatchObject(counts);
  });

  it("can be asked for only once a row is saved and has no conflict", () => {
    const saved = rowOf(row("none"));
    expect(isSettled(saved)).toBe(true);
    expect(isSettled({ ...saved, typed: { ...saved.typed, remarkTeacher: "Good " } })).toBe(true);
    // This also holds for a text that was refused or is too long to be sent.
    expect(isSettled({ ...saved, typed: { ...saved.typed, remarkTeacher: "Better" } })).toBe(false);
    expect(isSettled({ ...saved, mine: { remarkTeacher: "Better" } })).toBe(false);
  });

  it("for a class leaves out issued and withdrawn cards, and students who are elsewhere", () => {
    const rows = (["none", "changed", "withdrawn", "issued"] as const).map(row);
    expect(issueOf(rows)).toMatchObject({ cards: 2, first: 1, again: 1 });
    const gone = rows.map((one) => ({ ...one, isInClass: false }));
    expect(issueOf(gone)).toMatchObject({ cards: 0, left: [] });
    expect(issueOf(gone, true)).toMatchObject({ cards: 3 });
  });

  it("counts the cards without a line of attendance: all of them until the number of days with lessons is known", () => {
    const rows = [row("none"), { ...row("changed"), daysPresent: null }];
    expect(issueOf(rows, false, 184).noDays).toBe(1);
    expect(issueOf(rows, false, null).noDays).toBe(2);
    expect(sheetOf({ mayMake: true, rows })).toContain("so no card shows attendance");
    expect(sheetOf({ mayMake: true, rows: rows.slice(1) })).not.toContain("so no card shows attendance");
  });
});

/** The markup of a row whose cells have these faults. */
function faultyRow(faults: Record<string, Fault>): string {
  const row: SheetRowView = {
    ...{ studentId: "asha", name: "Asha Rao", section: "A", rollNo: "1", rowVersion: 1, standing: "none" },
    ...{ daysPresent: null, remarkTeacher: null, remarkHead: null, lines: [], percent: null, grade: null },
    ...{ isInClass: false, missing: 0, unprintable: "", card: null },
  };
  const faultOf: Entries["faultOf"] = (_, cell) => faults[cell] ?? null;
  const rows = new Map([["asha", rowOf(row)]]);
  const entries: Entries = partOf({ rows, phase: "saved", faultOf, isSettled: () => false });
  const props = { setId: "x", row, entries, daysOpen: 184, hasSections: false, mayMake: true };
  return htmlOf(createElement(EntryRow, { ...props, onIssue() {}, onWithdraw() {} }));
}

it("a faulty entry is described by its sentence, and a row says if its student is elsewhere", () => {
  const html = faultyRow({ days: { kind: "badDays" } });
  const said = /<p id="([^"]+)"[^>]*><span role="alert">A whole number of days\./.exec(html)?.[1];
  const described = [...html.matchAll(/<textarea[^>]*>/g)].map(([tag]) => /aria-describedby="([^"]+)"/.exec(tag)?.[1]);
  expect(said).toBeDefined();
  expect(html).toContain("Not in this class");
  expect(described).toEqual([said, undefined, undefined, undefined]);
});

it("a text that is too long is announced once, not at each key; its length is shown beside the announcement", () => {
  expect(faultyRow({ lines: { kind: "longLine", most: 80, typed: 85 } })).toContain("at most</span>; one has 85.");
});

describe("without report cards, or without students, a class teacher reads", () => {
  it("that the office keeps those of another year", () => {
    const [last, current] = ["2025-26", "2026-27"].map((label) => ({ _id: label, label }));
    const years = [
      { ...current, isCurrent: true, sets: 1 },
      { ...last, isCurrent: false, sets: 0 },
    ] as SetsView["years"];
    const listOf = (year = current, mayMake = false) => {
      const found: SetsView = { years, year: year ?? null, items: [], mayMake };
      return textOf(createElement(SetsList, { year: year?._id, found }));
    };
    expect(listOf()).toContain("those of your class appear here");
    expect(listOf(last)).toContain("The office keeps the report cards of other school years");
    expect(listOf(last)).not.toMatch(/No report cards yet|appear here/);
    expect(listOf(last, true)).toContain("No report cards yet");
  });

  it("that the office puts students into classes", () => {
    expect(sheetOf({ mayMake: true })).toContain("Nobody is in this class yet");
    for (const emptyOn of [null, "2026-10-31"]) {
      const text = sheetOf({ mayMake: false, emptyOn });
      expect(text).toContain("None of your students is in these report cards");
      expect(text).not.toMatch(/Nobody|Change the last day/);
    }
  });
});

describe("a sheet that does not save", () => {
  /** What the page says about two unsaved rows, with its buttons. */
  const drawn = (phase: Entries["phase"], unsent = 2, undecided = 0) => {
    const entries: Entries = partOf({ phase, unsent, unsaved: unsent, waiting: unsent, faulty: 0, undecided });
    const parts = [SaveState, SaveTrouble].map((part) => renderToStaticMarkup(createElement(part, { entries })));
    return parts.join(" ").replaceAll(/<[^>]*>/g, " ");
  };

  it.each([
    ["offline", /^ *Not saved: 2 rows wait here +Try again *$/],
    ["ended", /Your login has ended\. 2 rows wait in this browser.*Try again/],
    ["forbidden", /You may not write on these cards any more\. 2 rows wait.*Ask the office.*Try again/],
    ["failed", /This was not saved\. Change the row, or try again\..*Try again/],
    ["closed", /^ *These report cards were deleted\. 2 rows wait .* will not be saved\. +Throw away *$/],
  ] as const)("says so and what helps: %s", (phase, said) => {
    expect(drawn(phase)).toMatch(said);
  });

  it("offers nothing to throw away if nothing waits, and reports no trouble while it saves", () => {
    expect(drawn("closed", 0).trim()).toBe("These report cards were deleted.");
    expect(drawn("waiting").trim()).toBe("Saving...");
  });

  it("says that the cards wait for a decision between two texts of a row", () => {
    expect(drawn("saved", 0, 1).trim()).toBe("1 row waits for your decision before cards can be issued");
    expect(drawn("saved", 0, 2).trim()).toBe("2 rows wait for your decision before cards can be issued");
    expect(drawn("saved", 2, 1).trim()).toBe("Saving...");
  });
});
