import { describe, expect, it } from "vitest";
import { summaryOf } from "@/features/exams/components/sheet-summary";
import { screens } from "@/features/exams/messages-screens";
import { togetherScreens } from "@/features/exams/messages-together";
import { missingIn, releasable } from "@/features/exams/rules";
import type { Mark } from "@/features/exams/rules-marks";
import type { ExamRowView } from "@/features/exams/schema";
import type { SheetRowView } from "@/features/exams/schema-sheet";

const scored = (score: number): Mark => ({ kind: "scored", score });
const [absent, excused]: Mark[] = [{ kind: "absent" }, { kind: "excused" }];

const usual = { section: "A", rollNo: null, by: null, at: null, isYours: false, withdrawal: null };
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
  it("counts marks, absent, excused and missing apart, and they add up", () => {
    const rows = [row(saved("a", scored(40))), row(saved("b"), "50"), row(saved("c", absent))];
    const others = [row(saved("d", excused)), row(saved("e")), row(saved("f", null, { isExempt: true }))];
    const summary = summaryOf([...rows, ...others], 80);
    expect(summary).toMatchObject({ students: 5, entered: 2, absent: 1, excused: 1, missing: 1 });
  });
});

describe("the progress in the list of exams", () => {
  const exam = (counts: object): ExamRowView => {
    const none = { students: 3, entered: 0, absent: 0, excused: 0, average: null };
    return { state: "draft", ...none, ...counts } as ExamRowView;
  };

  it("misses who has no mark and is neither absent nor excused", () => {
    expect(missingIn(exam({ students: 58, entered: 55, absent: 2 }))).toBe(1);
    expect(missingIn(exam({ entered: 1, absent: 1, excused: 1 }))).toBe(0);
  });

  it("an exam is released with others when somebody has a mark, or all were absent", () => {
    const [some, away, empty] = [exam({ entered: 1 }), exam({ absent: 2, excused: 1 }), exam({})];
    expect(releasable([some, away, empty, exam({ students: 0 }), exam({ entered: 1, state: "released" })])).toEqual([
      some,
      away,
    ]);
  });

  it("before a release together, says how many were absent and excused beside the marks", () => {
    const said = (entered: number, absences: number, excuses: number) =>
      togetherScreens.line(entered, 58, screens.counts(absences, excuses));
    expect(said(58, 0, 0)).toBe("58 of 58 entered");
    expect(said(55, 2, 1)).toBe("55 of 58 entered, 2 absent, 1 excused");
  });
});
