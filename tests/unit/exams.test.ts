import { describe, expect, it } from "vitest";
import { mergeCells } from "@/components/form/merge-cells";
import { nextOf } from "@/features/exams/components/sheet-cells";
import { chosenOf, studentsWith } from "@/features/exams/components/sheet-filter";
import { createSheetRows } from "@/features/exams/components/sheet-rows";
import { releaseScreens } from "@/features/exams/messages-release";
import { askedOf, scopesOf, takes, taughtAt } from "@/features/exams/rules";
import { isChanged, isSame, readCells, type Saved, type Typed, typedOf } from "@/features/exams/rules-cells";
import { isSameMark, type Mark, readMark, shownMark } from "@/features/exams/rules-marks";
import { placeBlock, readBlock } from "@/features/exams/rules-paste";
import { statisticsOf } from "@/features/exams/rules-statistics";
import { addExamsInput, listExamsInput } from "@/features/exams/schema";
import { examples } from "@/features/exams/schema-examples";
import type { SheetView } from "@/features/exams/schema-sheet";
import { examStates } from "@/features/exams/schema-states";
import { gradeFor } from "@/lib/grades";
import { may } from "@/lib/may";
import type { Grant, Principal } from "@/lib/principal";
import { fc } from "../harness/random";

const scored = (score: number): Mark => ({ kind: "scored", score });

describe("a mark as it is typed", () => {
  it.each<[string, Mark | null]>([
    ["", null],
    ["  ", null],
    ["0", scored(0)],
    ["61", scored(61)],
    ["61,5", scored(61.5)],
    ["61.5", scored(61.5)],
    [" 61.50 ", scored(61.5)],
    ["61.", scored(61)],
    [".5", scored(0.5)],
    ["080", scored(80)],
    ["६१", scored(61)],
    ["६१.५", scored(61.5)],
    ["٦١٫٥", scored(61.5)],
    ["۶۱", scored(61)],
    ["೬೧", scored(61)],
    ["６１", scored(61)],
    ["a", { kind: "absent" }],
    ["AB", { kind: "absent" }],
    ["Absent", { kind: "absent" }],
    ["e", { kind: "excused" }],
    ["Ex", { kind: "excused" }],
  ])("%j is read", (text, mark) => {
    expect(readMark(text, 80)).toEqual({ mark });
  });

  it.each<[string, object]>([
    ["84", { fault: "overTotal" }],
    ["80.01", { fault: "overTotal" }],
    ["6o", { fault: "noNumber", meant: "60" }],
    ["l2", { fault: "noNumber", meant: "12" }],
    ["6 1", { fault: "noNumber", meant: "61" }],
    ["9o", { fault: "noNumber" }],
    ["-1", { fault: "negative" }],
    ["\u2212 2.5", { fault: "negative" }],
    ["-a", { fault: "noNumber" }],
    ["1e1", { fault: "noNumber" }],
    ["sixty", { fault: "noNumber" }],
    ["constructor", { fault: "noNumber" }],
    ["6.1.2", { fault: "noNumber" }],
    ["1,000", { fault: "tooExact" }],
    ["61.555", { fault: "tooExact" }],
    ["99999999", { fault: "noNumber" }],
  ])("%j is refused", (text, refusal) => {
    expect(readMark(text, 80)).toEqual(refusal);
  });

  it("a mark is read back as it is shown, in the digits of any script", () => {
    const zeros = [0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66];
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000 }), fc.constantFrom(...zeros), (hundredths, zero) => {
        const mark = scored(hundredths / 100);
        const written = shownMark(mark).replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
        expect(readMark(written, 100)).toEqual({ mark });
        expect(isSameMark(mark, scored(hundredths / 100))).toBe(true);
      }),
    );
  });

  it("any text is read as a mark within the total, as nothing, or as a fault", () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 100 }), (text, total) => {
        const read = readMark(text, total);
        if (!("mark" in read) || read.mark?.kind !== "scored") return;
        expect(read.mark.score).toBeGreaterThanOrEqual(0);
        expect(read.mark.score).toBeLessThanOrEqual(total);
      }),
    );
  });
});

it.each([
  ["62,5", 62.5],
  ["८०", 80],
  ["1,000", undefined],
  ["", undefined],
])("a total typed as %j is read as %j", (typed, totalMarks) => {
  const exam = { className: 7, subjects: ["Biology"], examName: "Quiz", totalMarks: typed };
  expect(addExamsInput.safeParse(exam).data?.totalMarks).toBe(totalMarks);
});

describe("a pasted block", () => {
  it.each<[string, string[][]]>([
    ["61", [["61"]]],
    ["61\n62\n", [["61"], ["62"]]],
    ["61\r\n62\r\n", [["61"], ["62"]]],
    ["61\n\n63\n", [["61"], [""], ["63"]]],
    [
      "61\tgood\n62\t",
      [
        ["61", "good"],
        ["62", ""],
      ],
    ],
    [
      '61\t"said ""well\ndone"""\n62\tx',
      [
        ["61", 'said "well done"'],
        ["62", "x"],
      ],
    ],
    ['5" \t1', [['5" ', "1"]]],
    ["", [[""]]],
  ])("%j is read as %j", (text, rows) => {
    expect(readBlock(text)).toEqual(rows);
  });

  it("without quotes is always read as it was written", () => {
    const cell = fc.string().filter((text) => !/[\t\r\n"]/.test(text));
    const block = fc
      .integer({ min: 1, max: 4 })
      .chain((width) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 5 }),
      );
    fc.assert(
      fc.property(block, (rows) => {
        expect(readBlock(`${rows.map((row) => row.join("\t")).join("\r\n")}\r\n`)).toEqual(rows);
      }),
    );
  });

  it("fills the cells from the cursor on, and counts the texts that do not fit", () => {
    const block = [
      ["1", "a", "x"],
      ["2", "b", ""],
      ["3", "", ""],
    ];
    const { cells, outside } = placeBlock(block, { row: 1, column: 0 }, { rows: 3, columns: 2 });
    expect(cells).toEqual([
      { row: 1, column: 0, text: "1" },
      { row: 1, column: 1, text: "a" },
      { row: 2, column: 0, text: "2" },
      { row: 2, column: 1, text: "b" },
    ]);
    expect(outside).toBe(2);
  });
});

describe("statistics", () => {
  it("are null without students", () => expect(statisticsOf([], 80)).toBeNull());

  it("have no distribution for fewer than five students", () => {
    expect(statisticsOf([10, 20, 40, 30], 80)).toEqual({
      ...{ n: 4, average: 25, median: 25, lowest: 10, highest: 40, distribution: null },
    });
  });

  it("interpolate a quartile between two marks", () => {
    const found = statisticsOf([20, 90, 35, 50, 70, 80], 100);
    expect(found).toMatchObject({ n: 6, average: 57.5, median: 60, lowest: 20, highest: 90 });
    expect(found?.distribution).toMatchObject({ lowerQuartile: 38.75, upperQuartile: 77.5 });
    expect(found?.distribution?.spread).toBeCloseTo(24.791);
    const bands = found?.distribution?.bands.map(({ grade, count }) => `${grade} ${count}`);
    expect(bands).toEqual(["F 2", "D 0", "C 1", "B 0", "B+ 1", "A 1", "A+ 1"]);
  });

  it("are in order for any marks, with at most half of them above or below the median, and every student in one band", () => {
    const marks = fc.array(fc.integer({ min: 0, max: 8000 }), { minLength: 5, maxLength: 70 });
    fc.assert(
      fc.property(marks, (hundredths) => {
        const given = hundredths.map((one) => one / 100);
        const found = statisticsOf(given, 80);
        if (!found?.distribution) throw new Error("There is a distribution.");
        const { lowest, median, highest, average, distribution } = found;
        const { lowerQuartile, upperQuartile, spread, bands } = distribution;
        const order = [lowest, lowerQuartile, median, upperQuartile, highest];
        expect(order).toEqual(order.toSorted((one, other) => one - other));
        expect(average).toBeGreaterThanOrEqual(lowest - 1e-9);
        expect(average).toBeLessThanOrEqual(highest + 1e-9);
        expect(spread).toBeLessThanOrEqual((highest - lowest) / 2 + 1e-9);
        const half = given.length / 2;
        expect(given.filter((mark) => mark < median).length).toBeLessThanOrEqual(half);
        expect(given.filter((mark) => mark > median).length).toBeLessThanOrEqual(half);
        for (const { grade, count } of bands)
          expect(count).toBe(given.filter((mark) => gradeFor(mark, 80).grade === grade).length);
      }),
    );
  });
});

describe("the states of an exam", () => {
  const acts = ["edit", "enter", "remove", "schedule", "unschedule", "release", "takeBack", "withdraw"] as const;

  it.each([
    ["draft", ["edit", "enter", "remove", "schedule", "release"]],
    ["scheduled", ["edit", "enter", "schedule", "unschedule", "release"]],
    ["released", ["enter", "release", "takeBack", "withdraw"]],
    ["withdrawn", []],
  ] as const)("%s allows %j", (state, allowed) => {
    expect(acts.filter((act) => takes(state, act))).toEqual(allowed);
    expect(examStates).toContain(state);
  });
});

describe("who an exam belongs to", () => {
  const teacher = (grant: Partial<Extract<Grant, { role: "teacher" }>>) => ({
    ...({ userId: "", role: "admin", isGuardian: false, lacksSecondStep: false } as const),
    grants: [{ role: "teacher", className: 7, section: null, subjectKeys: null, ...grant } as const],
  });

  it.each([
    ["the class teacher of all sections", [], true, teacher({})],
    ["the class teacher of all sections", ["A", "B"], true, teacher({})],
    ["a teacher of 7 A", ["A"], true, teacher({ section: "A" })],
    ["a teacher of 7 A", ["A", "B"], false, teacher({ section: "A" })],
    ["a teacher of 7 A", [], false, teacher({ section: "A" })],
    ["a teacher of Biology", ["A"], true, teacher({ subjectKeys: ["biology"] })],
    ["a teacher of Physics", ["A"], false, teacher({ subjectKeys: ["physics"] })],
    ["a teacher of 8", ["A"], false, teacher({ className: 8 })],
  ])("%s reaches an exam in Biology of class 7, sections %j: %s", (_who, sections, answer, principal) => {
    const scopes = scopesOf({ className: 7, sections, subject: "Biology" });
    expect(scopes.every((scope) => may(principal, "teaching", scope))).toBe(answer);
  });
});

describe("two people in one sheet", () => {
  const saved = (score: number | null, remark: string | null = null) => ({
    mark: score === null ? null : scored(score),
    remark,
  });
  const merge = (base: Saved, own: Typed, theirs: Saved) =>
    mergeCells((...texts) => isSame(...texts, 80), { base: typedOf(base), own }, typedOf(theirs));

  it.each([
    ["only they changed the mark", saved(50), "50", "", saved(61), "61", null],
    ["only I changed it", saved(50), "58", "", saved(50), "58", null],
    ["both, to the same", saved(50), "61,0", "", saved(61), "61", null],
    ["both", saved(50), "58", "", saved(61), "61", { text: "58" }],
    ["they took it out", saved(50), "58", "", saved(null), "", { text: "58" }],
    ["both, mine is a fault", saved(50), "6o", "", saved(61), "61", { text: "6o" }],
    ["I the remark, they the mark", saved(50), "50", "Good", saved(61), "61", null],
  ])("%s", (_what, base, text, remark, theirs, shown, mine) => {
    const merged = merge(base, { text, remark }, theirs);
    expect(merged.typed.text).toBe(shown);
    expect(merged.mine).toEqual(mine);
    if (remark) expect(merged.typed.remark).toBe(remark);
  });

  it.each([
    ["a mark typed again ends a conflict of marks", { text: "61", remark: "Good" }, "70", "Good", null],
    ["a remark typed again leaves a conflict of marks", { text: "61", remark: "Good" }, "64", "Fine", { text: "61" }],
    ["a mark typed again leaves a conflict of remarks", { text: "64", remark: "a" }, "70", "Good", { remark: "a" }],
    ["without a conflict, typing makes none", { text: "64", remark: "Good" }, "70", "Fine", null],
  ])("%s", (_what, mine, text, remark, left) => {
    const theirs = {
      ...(examples.marks as SheetView).rows[0],
      ...saved(64, "Good"),
      studentId: "asha",
      isReleased: false,
    };
    const rows = createSheetRows({ exam: { totalMarks: 80 }, rows: [theirs] } as SheetView);
    rows.restore("asha", { ...mine, before: {} });
    expect(rows.retyped("asha", { text, remark })).toEqual({ typed: { text, remark }, mine: left });
  });

  it("no input is lost, and no change of the other person is overwritten unseen", () => {
    const value = fc.constantFrom(null, 10, 20);
    const remark = fc.constantFrom(null, "a", "b");
    const side = fc.record({ score: value, remark });
    fc.assert(
      fc.property(side, side, side, (base, mine, theirs) => {
        const [before, after] = [saved(base.score, base.remark), saved(theirs.score, theirs.remark)];
        const typed = { text: String(mine.score ?? ""), remark: mine.remark ?? "" };
        const merged = merge(before, typed, after);
        const result = readCells(merged.typed, 80);
        if (!("mark" in result)) throw new Error("These are marks.");
        if (theirs.score !== base.score) expect(result.mark).toEqual(after.mark);
        if (theirs.remark !== base.remark) expect(result.remark).toBe(theirs.remark);
        if (isChanged(typed, before, 80) && isChanged(typed, after, 80)) {
          const kept = { ...merged.typed, ...merged.mine };
          if (mine.score !== base.score) expect(kept.text).toBe(typed.text);
          if (mine.remark !== base.remark) expect(kept.remark).toBe(typed.remark);
        }
      }),
    );
  });
});

it("the list asks for no subject that cannot be stored, whatever its address says", () => {
  const asked = (subject: string) => listExamsInput.safeParse(askedOf({ subject })).data?.subject;
  expect(asked(" Biology ")).toBe("Biology");
  for (const subject of ["a\0", "\ud800", " ", "x".repeat(201), `${"x".repeat(199)}\u{1f600}`])
    expect([subject, listExamsInput.safeParse(askedOf({ subject })).success, asked(subject)]).toEqual([
      subject,
      true,
      undefined,
    ]);
});

describe("a new exam of a teacher", () => {
  const teacher = (className: number, section: string | null, subjectKeys: string[] | null = null) => ({
    ...{ role: "teacher" as const, className, section, subjectKeys },
  });
  const at = (...grants: Principal["grants"]) =>
    taughtAt({ role: "admin", userId: "me", lacksSecondStep: false, isGuardian: false, grants } as Principal);

  it("begins with the class and section if only one is taught", () => {
    expect(at(teacher(7, "A", ["biology"]))).toEqual({ className: "7", sections: ["A"] });
    expect(at(teacher(7, "A"), teacher(7, "A", ["biology"]))).toEqual({ className: "7", sections: ["A"] });
    expect(at(teacher(7, "A"), teacher(7, "B"))).toEqual({ className: "7", sections: [] });
    expect(at(teacher(7, null))).toEqual({ className: "7", sections: [] });
    expect(at(teacher(7, "A"), teacher(8, "A"))).toBeUndefined();
    expect(at(teacher(7, "A"), { role: "office" })).toBeUndefined();
  });
});

it("F8 goes to the next cell to settle, in both directions and around the ends of the sheet", () => {
  const order = ["a", "b", "c", "d"];
  const walk = (along: string[]) => ["a", "b", "c", "d"].map((id) => nextOf(along, ["b", "d"], id));
  expect(walk(order)).toEqual(["b", "d", "d", "b"]);
  expect(walk(order.toReversed())).toEqual(["d", "d", "b", "b"]);
  expect(nextOf(order, ["b"], "b")).toBe("b");
  expect(nextOf(order, [], "b")).toBeUndefined();
});

it("released marks can be filtered by grade, with D and F together, and by section", () => {
  const place = { name: "", rollNo: null, by: null, at: null, remark: null, rowVersion: 1 };
  const flags = { isExempt: false, isYours: false, isReleased: true, withdrawal: null, told: null, corrected: null };
  const row = (studentId: string, section: string, mark: Mark | null) => ({
    ...place,
    ...flags,
    studentId,
    section,
    mark,
  });
  const rows = [
    ...[row("a", "A", scored(20)), row("b", "B", scored(44)), row("c", "A", scored(95))],
    ...[row("d", "A", { kind: "absent" }), row("e", "B", null), { ...row("f", "A", scored(10)), isExempt: true }],
  ];
  const shown = (chosen: object) => studentsWith(rows, 100, chosen).join("");
  expect(shown({})).toBe("abcde");
  expect(shown({ grade: "low" })).toBe("ab");
  expect(shown({ grade: "low", section: "A" })).toBe("a");
  expect(shown({ grade: "A+" })).toBe("c");
  expect(shown({ grade: "B" })).toBe("");
  expect(shown({ section: "B" })).toBe("be");
  expect(chosenOf(rows, { grade: "low", section: "B" })).toEqual({ grade: "low", section: "B" });
  expect(chosenOf(rows, { grade: "Z", section: "C" })).toEqual({});
  // With one section there is no filter.
  expect(chosenOf(rows.slice(0, 1), { section: "A" })).toEqual({});
});

it("the history names who acted; only a scheduled release can be called off automatically", () => {
  const { by } = releaseScreens.history;
  expect(["edited", "released", "unscheduled"].map((kind) => by("Meera Iyer", kind))).toEqual(
    Array(3).fill("Meera Iyer"),
  );
  expect(["edited", "released", "unscheduled"].map((kind) => by(null, kind))).toEqual([
    ...["a former colleague", "a former colleague", "by itself"],
  ]);
});

it.each([
  [2, 0, false, "Release 2 results"],
  [0, 1, false, "Release 1 absence"],
  [2, 0, true, "Release 2 more"],
  [2, 1, true, "Release 2 more"],
  [0, 1, true, "Release 1 more"],
])("the button for %d results and %d absences, late %s, reads %s", (results, absences, isLate, words) => {
  expect(releaseScreens.release.button(results, absences, isLate)).toBe(words);
});

it("the first line of a preview says what is released; the other lines say who sees it", () => {
  const [[fact, ...words]] = releaseScreens.release.facts;
  expect([fact, ...words]).toEqual(["results", "result is released", "results are released"]);
});

it.each([
  [1, 0, "1 result is released."],
  [2, 3, "2 results are released."],
  [0, 1, "1 absence is released."],
  [0, 2, "2 absences are released."],
])("after a release of %d results and %d absences, the page says %j", (results, absences, said) => {
  expect(releaseScreens.release.released(results, absences)).toBe(said);
});
