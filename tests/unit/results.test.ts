import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { EarlierResults } from "@/features/results/components/earlier-results";
import { ResultCard } from "@/features/results/components/result-card";
import { addressOf, WhoLine } from "@/features/results/components/who-line";
import { WithdrawnResults } from "@/features/results/components/withdrawn-results";
import { copy } from "@/features/results/messages";
import { canSeeResults, latestBefore, nameOf, remarkFor, wayOf } from "@/features/results/rules";
import { addResultsInput, type MyResultView } from "@/features/results/schema";
import { wordsOf } from "@/lib/catalogue";
import { gradeFor, percentageOf, percentageOfAverage, shownPercentage } from "@/lib/grades";
import { fc } from "../harness/random";

/** A result with at most two decimals, like in the database. */
const marks = fc
  .tuple(fc.integer({ min: 100, max: 100_000_000 }), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([total, share]) => ({ score: Math.round(total * share) / 100, totalMarks: total / 100 }));

/** A score of `percent` of `totalMarks` in whole hundredths, without rounding. */
const reaches = (percent: number, { score, totalMarks }: { score: number; totalMarks: number }) =>
  BigInt(Math.round(score * 100)) * 100n >= BigInt(percent) * BigInt(Math.round(totalMarks * 100));

describe("grade", () => {
  it.each([
    [100, "A+", "Exceptional"],
    [90, "A+", "Exceptional"],
    [89.99, "A", "Excellent"],
    [89.96, "A", "Excellent"],
    [80, "A", "Excellent"],
    [79.99, "B+", "Very Good"],
    [70, "B+", "Very Good"],
    [69.99, "B", "Good"],
    [60, "B", "Good"],
    [59.99, "C", "Average"],
    [50, "C", "Average"],
    [49.99, "D", "Below Average"],
    [40, "D", "Below Average"],
    [39.99, "F", "Needs Attention"],
    [0, "F", "Needs Attention"],
  ])("a score of %d of 100 has the grade %s, %s", (score, grade, label) => {
    expect(gradeFor(score, 100)).toEqual({ grade, label });
  });

  it("grades use the exact percentage: 89.96 is shown as 90.0, but is an A", () => {
    expect(shownPercentage(percentageOf(89.96, 100))).toBe("90.0%");
    expect(gradeFor(89.96, 100).grade).toBe("A");
  });

  it.each([
    [0.07, 0.1, "B+"],
    [0.7, 1, "B+"],
    [2.1, 3, "B+"],
    [1.26, 1.8, "B+"],
    [4.35, 7.25, "B"],
    [900_000, 1_000_000, "A+"],
    [899_999.99, 1_000_000, "A"],
  ])("a score of %d of %d, inexact in floating point, has the grade %s", (score, total, grade) => {
    expect(gradeFor(score, total).grade).toBe(grade);
  });

  it("the grade equals the one of exact arithmetic", () => {
    const bands = [
      [90, "A+"],
      [80, "A"],
      [70, "B+"],
      [60, "B"],
      [50, "C"],
      [40, "D"],
      [0, "F"],
    ] as const;
    fc.assert(
      fc.property(marks, (result) => {
        const exact = bands.find(([from]) => reaches(from, result))?.[1];
        expect(gradeFor(result.score, result.totalMarks).grade).toBe(exact);
      }),
    );
  });

  it("the grade never falls as the score rises", () => {
    const order = ["F", "D", "C", "B", "B+", "A", "A+"];
    fc.assert(
      fc.property(marks, fc.integer({ min: 0, max: 10_000 }), ({ score, totalMarks }, less) => {
        const lower = Math.max(0, Math.round(score * 100) - less) / 100;
        const [low, high] = [gradeFor(lower, totalMarks), gradeFor(score, totalMarks)];
        expect(order.indexOf(low.grade)).toBeLessThanOrEqual(order.indexOf(high.grade));
      }),
    );
  });
});

describe("remark", () => {
  it.each([
    [100, "Excellent"],
    [80, "Excellent"],
    [79.99, "Good"],
    [60, "Good"],
    [59.99, "Average"],
    [40, "Average"],
    [39.99, "Needs Improvement"],
    [0, "Needs Improvement"],
  ])("a score of %d of 100 has the remark %s", (score, remark) => {
    expect(remarkFor(score, 100)).toBe(remark);
  });
});

describe("percentage", () => {
  it.each([
    [55, 100, 55],
    [57, 100, 57],
    [29, 100, 29],
    [89.96, 100, 89.96],
    [1.1, 1.1, 100],
    [0, 3, 0],
  ])("a score of %d of %d is %d percent, without floating-point errors", (score, total, percentage) => {
    expect(percentageOf(score, total)).toBe(percentage);
  });

  it.each([
    [1401, 2000, "70.1%"],
    [1407, 2000, "70.4%"],
    [703.5, 1000, "70.4%"],
    [1.15, 20, "5.8%"],
    [4.1, 8, "51.3%"],
    [100, 100, "100.0%"],
    [1, 3, "33.3%"],
    [0, 7, "0.0%"],
  ])("a score of %d of %d is shown as %s", (score, total, shown) => {
    expect(shownPercentage(percentageOf(score, total))).toBe(shown);
  });

  it("a shown percentage is that of exact arithmetic, half up", () => {
    // Exactly between two decimals: an odd number of twentieths of a percent.
    const halves = fc
      .tuple(fc.integer({ min: 1, max: 50_000 }), fc.integer({ min: 0, max: 999 }))
      .map(([part, half]) => ({ score: (part * (2 * half + 1)) / 100, totalMarks: part * 20 }));
    fc.assert(
      fc.property(fc.oneof(marks, halves), ({ score, totalMarks }) => {
        const [whole, twice] = [BigInt(Math.round(totalMarks * 100)), BigInt(Math.round(score * 100)) * 2000n];
        const tenths = (twice + whole) / (2n * whole);
        expect(shownPercentage(percentageOf(score, totalMarks))).toBe(`${tenths / 10n}.${tenths % 10n}%`);
      }),
    );
  });

  it.each([
    [10 / 3, 5, "66.7%"],
    [4.125, 5, "82.5%"],
    [0.125, 1, "12.5%"],
  ])("an average of %d of %d is not rounded before it is shown as %s", (average, total, shown) => {
    expect(shownPercentage(percentageOfAverage(average, total))).toBe(shown);
  });

  it("the percentage is from 0 to 100 and on the same side of every limit as the grade", () => {
    fc.assert(
      fc.property(marks, fc.constantFrom(40, 50, 60, 70, 80, 90, 100), (result, limit) => {
        const percentage = percentageOf(result.score, result.totalMarks);
        expect(percentage).toBeGreaterThanOrEqual(0);
        expect(percentage).toBeLessThanOrEqual(100);
        expect(percentage >= limit).toBe(reaches(limit, result));
      }),
    );
  });
});

describe("results input", () => {
  const good = { studentEmail: "a@example.org", className: 7, score: 40, totalMarks: 50 };
  const sentences = (more: object) =>
    addResultsInput
      .safeParse({ results: [{ ...good, ...more }] })
      .error?.issues.map((issue) => [issue.path.join("."), wordsOf(issue.message)]) ?? [];

  it("results input accepts numbers as text", () => {
    expect(
      addResultsInput.parse({ results: [{ ...good, score: "40.5", totalMarks: " 50 ", gpa: "9.1" }] }),
    ).toMatchObject({
      results: [{ score: 40.5, totalMarks: 50, gpa: 9.1 }],
    });
  });

  it.each([
    ["40,5", 40.5],
    ["४०.५", 40.5],
    ["٤٠٫٢٥", 40.25],
    [",5", 0.5],
  ])("results input reads %j as it is meant", (score, number) => {
    expect(addResultsInput.parse({ results: [{ ...good, score }] }).results).toMatchObject([{ score: number }]);
  });

  it.each(["1,000", "1,00,000", "4,0,5", "40,", ","])(
    "results input refuses %j, because the comma may separate thousands",
    (score) => {
      expect(sentences({ score })).toEqual([["results.0.score", "Obtained Score must be a number."]]);
    },
  );

  it.each([
    [undefined],
    [null],
    [""],
    ["  "],
    [true],
    [[[]]],
    ["4o"],
    ["NaN"],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
  ])("results input treats %j as a missing score, not as zero", (score: unknown) => {
    expect(sentences({ score })).toEqual([["results.0.score", expect.stringContaining("Obtained Score")]]);
    expect(sentences({ totalMarks: score })).toEqual([
      ["results.0.totalMarks", expect.stringContaining("Total Marks")],
    ]);
  });

  it.each([undefined, null, ""])("results input treats %j as no GPA", (gpa) => {
    expect(addResultsInput.parse({ results: [{ ...good, gpa }] }).results[0]?.gpa ?? null).toBeNull();
  });

  it.each([
    [{ score: -0.01 }, "results.0.score", "Obtained Score must be 0 or more."],
    [{ totalMarks: 0.99, score: 0 }, "results.0.totalMarks", "Total Marks must be 1 or more."],
    [{ score: 1.001 }, "results.0.score", "Obtained Score can have two decimals at most."],
    [{ score: 50.01 }, "results.0.score", "The score cannot be higher than the total marks."],
    [{ totalMarks: 1_000_000.01 }, "results.0.totalMarks", "Total Marks must be 1000000 or less."],
    [{ gpa: 10.01 }, "results.0.gpa", "GPA must be 10 or less."],
    [{ gpa: -1 }, "results.0.gpa", "GPA must be 0 or more."],
    [{ className: 13 }, "results.0.className", "Please select a class from 1 to 12."],
    [{ studentEmail: "nobody" }, "results.0.studentEmail", "Please enter a valid email address."],
    [{ examDate: "2026-02-30" }, "results.0.examDate", "Exam Date must be a date like 2026-11-20."],
  ])("results input rejects %j with one message", (more, path, sentence) => {
    expect(sentences(more)).toEqual([[path, sentence]]);
  });

  it("results input accepts a full score, and requires at least one result", () => {
    expect(sentences({ score: 50 })).toEqual([]);
    expect(wordsOf(addResultsInput.safeParse({ results: [] }).error?.issues[0]?.message ?? "")).toBe(
      "Please add at least one result.",
    );
  });

  it("results input accepts floating-point results of calculations", () => {
    const { score, totalMarks } = { score: 0.1 + 0.2, totalMarks: 62.000000001 };
    const read = addResultsInput.parse({ results: [{ ...good, score, totalMarks, gpa: 8.1 + 0.1 }] });
    expect(read.results).toMatchObject([{ score: 0.3, totalMarks: 62, gpa: 8.2 }]);
  });

  it("results input accepts two decimals of any size", () => {
    fc.assert(
      fc.property(marks, (result) => {
        expect(sentences(result)).toEqual([]);
      }),
    );
  });
});

describe("results", () => {
  it.each([
    [false, false, false],
    [true, false, true],
    [false, true, true],
    [true, true, true],
  ])("results of an account (confirmed: %j, vouched for: %j) are visible: %j", (emailConfirmed, vouched, can) => {
    expect(canSeeResults({ emailConfirmed, vouched })).toBe(can);
  });

  it.each([
    ["Biology", "Unit Test 2", "Biology, Unit Test 2"],
    [null, "Unit Test 2", "Unit Test 2"],
    ["Biology", null, "Biology"],
    [null, null, "Class 9 result"],
  ])("a result with subject %j and exam %j is named %j", (subject, examName, name) => {
    expect(nameOf({ subject, examName, className: "9" })).toBe(name);
  });
});

describe("results in the order of their exams", () => {
  const added = (at: string, subjectToday: string | null, examDate: string | null = null) => ({
    ...{ subjectToday, examDate, createdAt: new Date(`2026-11-${at}T12:00:00Z`) },
  });
  const [released, latest, first, other] = [
    added("20", "Science", "2026-10-01"),
    added("19", " science ", "2026-10-12"),
    added("18", "SCIENCE", "2026-08-03"),
    added("21", "Hindi"),
  ];
  const days = (results: (typeof released)[]) => results.map(({ examDate }) => examDate);

  it("the day of the exam counts, otherwise the day it was added", () => {
    expect(days(wayOf([other, released, latest, first], 9, "UTC"))).toEqual([
      "2026-08-03",
      "2026-10-01",
      "2026-10-12",
      null,
    ]);
    expect(days(wayOf([other, released, latest, first], 2, "UTC"))).toEqual(["2026-10-12", null]);
  });

  it("the result before is the latest earlier one of the same subject, in any spelling", () => {
    expect(latestBefore(released, [other, latest, first], "UTC")).toBe(first);
    expect(latestBefore(latest, [other, released, first], "UTC")).toBe(released);
    expect(latestBefore(first, [other, released, latest], "UTC")).toBeUndefined();
    expect(latestBefore(added("22", null), [added("20", null), added("19", "")], "UTC")).toBeUndefined();
    expect(latestBefore(other, [added("21", "Hindi")], "UTC")).toBeUndefined();
    const before = added("24", "Social  Studies", "2026-08-01");
    expect(latestBefore(added("25", "ｓｏｃｉａｌ studies", "2026-09-01"), [before], "UTC")).toBe(before);
  });
});

it.each([
  ["the student's own address", "asha@example.org", null, "asha@example.org"],
  ["a guardian's address", "mira@example.org", "Mira Rao", "Guardian Mira Rao: mira@example.org"],
  ["how to enter a mark without an address", null, null, "has no email address: enter the mark in the exam's sheet"],
])("a suggested student is shown with %s", (_what, email, guardian, words) => {
  expect(addressOf({ email, guardian })).toBe(words);
});

it.each([
  [true, "7", "on the roster of Class 7."],
  [true, "", "on the roster."],
  [false, "7", "on the roster. The office still has to confirm the class."],
])("a first result says where it puts an account (takes class: %s, chosen: %j)", (takesClass, className, end) => {
  const place = { className: null, section: null, rollNo: null };
  const account = {
    _id: "1",
    name: "Cara Dsa",
    ...place,
    children: [],
    takesClass,
    signedUpAt: new Date("2026-11-20"),
  };
  const who = { ...account, kind: "account" as const, login: "active" as const };
  const drawn = renderToStaticMarkup(createElement(WhoLine, { who, className, child: undefined, onChild: () => {} }));
  expect(drawn.replaceAll(/<[^>]*>/g, "")).toBe(
    `Cara Dsa, signed up on 20 Nov 2026, not on the roster: adding this result puts this student ${end}`,
  );
});

describe("a result on the page", () => {
  const result: MyResultView = {
    ...{ _id: "1", className: "7", score: 33, totalMarks: 50, percentage: 66, grade: "B", gpa: 7.25, remark: null },
    ...{
      examName: null,
      subject: null,
      subjectToday: null,
      examDate: null,
      createdAt: new Date("2026-11-20T12:00:00Z"),
    },
    ...{ isNew: false, isUnseen: false, corrections: [] },
  };

  it("shows percentage, tiles, the bar, and then the rows of class and GPA", () => {
    const drawn = renderToStaticMarkup(
      createElement(ResultCard, { result, before: undefined, studentName: "Asha Rao" }),
    );
    const parts = ["66.0%</p>", ">Score<", ">Total<", ">Percent<", "<progress", ">Class<", ">GPA<"];
    const places = parts.map((part) => drawn.indexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it("keeps its GPA among the earlier ones, where a result without a GPA does not mention it", () => {
    const results = [result, { ...result, _id: "2", score: 40, gpa: null }];
    const drawn = renderToStaticMarkup(createElement(EarlierResults, { results, newIds: new Set<string>() }));
    const words = drawn.replaceAll(/<[^>]*>/g, "");
    expect(words).toContain("33 out of 50, GPA 7.25");
    expect(words.match(/GPA/g)).toHaveLength(1);
    expect(drawn).not.toMatch(/print:hidden[^>]*>[^<]*GPA/);
  });

  it("prints the corrections of earlier ones with both marks, and says which remarks and withdrawals it leaves out", () => {
    const [was, is] = [52, 33].map((score) => ({ score, totalMarks: 50, percentage: 2 * score, gpa: null }));
    const correction = { at: new Date("2026-11-25"), reason: "Another paper was counted.", before: was, after: is };
    const earlier = (more: object) => {
      const results = [{ ...result, ...more }];
      return renderToStaticMarkup(createElement(EarlierResults, { results, newIds: new Set<string>() }));
    };
    const onPaper = (html: string) => html.replaceAll(/<(\w+) [^>]*print:hidden[^>]*>.*?<\/\1>/g, "");
    const corrected = onPaper(earlier({ corrections: [correction] }));
    expect(corrected).toContain("52 became 33. Another paper was counted.");
    expect(corrected).not.toContain(copy.remarksNotPrinted);
    const remarked = onPaper(earlier({ remark: "Well done, Asha." }));
    expect(remarked).not.toContain("Well done");
    expect(remarked).toContain(copy.remarksNotPrinted);
    const withdrawn = { _id: "3", className: "7", examName: null, subject: null, isOfExam: false, isCorrection: false };
    const [createdAt, withdrawnAt] = [new Date("2026-11-20"), new Date("2026-11-25")];
    const results = [{ ...withdrawn, examDate: null, createdAt, withdrawnAt, reason: "Not this child." }];
    const paperOf = (isCorrection: boolean) => {
      const all = results.map((result) => ({ ...result, isCorrection }));
      return onPaper(renderToStaticMarkup(createElement(WithdrawnResults, { results: all }))).replaceAll(
        /<[^>]*>/g,
        "",
      );
    };
    expect(paperOf(false)).toBe("1 result that was withdrawn or taken back is not printed.");
    expect(paperOf(true)).toBe("");
  });
});
