import { describe, expect, it } from "vitest";
import { countsOf, stepOf } from "@/features/enrolments/rules";
import { changeEnrolmentInput } from "@/features/enrolments/schema";
import { firstDayOf, lastDayOf } from "@/features/students/rules";
import type { StudentView } from "@/features/students/schema";
import { partOf } from "../harness/part-of";
import { fc } from "../harness/random";

it.each([
  [12, "12"],
  [0, "0"],
  ["12", "12"],
  ["１２", "12"],
  ["12-B", "12-B"],
  [-5, undefined],
  [0.1, undefined],
  [1e21, undefined],
  [Number.POSITIVE_INFINITY, undefined],
  [Number.NEGATIVE_INFINITY, undefined],
  [true, undefined],
])("the roll number %j is %s", (sent, rollNo) => {
  expect(changeEnrolmentInput.shape.rollNo.safeParse(sent).data).toBe(rollNo);
});

it.each([
  [undefined, "2027-03-05"],
  ["2026-04-06", "2027-03-05"],
  ["2027-03-05", "2027-03-05"],
  ["2027-04-01", "2027-04-01"],
])("the form for a student whose class to change begins on %s proposes %s", (fromDay, proposed) =>
  expect(firstDayOf(fromDay, "2027-03-05")).toBe(proposed),
);

it.each([
  ["today in a class", [["2026-04-06", null, null]], "2027-03-05"],
  ["the first day of a class that is to come", [["2027-04-01", null, null]], "2027-04-01"],
  [
    "today, in another class until then",
    [
      ["2027-04-01", null, null],
      ["2026-04-06", "2027-03-31", "promoted"],
    ],
    "2027-03-05",
  ],
  [
    "the first day, where that other class was a mistake or is over",
    [
      ["2027-04-01", null, null],
      ["2026-04-06", "2027-03-31", "mistake"],
      ["2025-04-06", "2026-03-31", "left"],
    ],
    "2027-04-01",
  ],
] as const)("the form that ends an enrolment proposes %s", (_case, rows, proposed) => {
  const enrolments = rows.map(([fromDay, toDay, endReason]): StudentView["enrolments"][number] =>
    partOf({ fromDay, toDay, endReason }),
  );
  expect(lastDayOf({ enrolments }, "2027-03-05")).toBe(proposed);
});

const none = new Set<string>();
const asha = { studentId: "asha", className: 7, next: null };
const her = new Set(["asha"]);

describe("a promotion", () => {
  it.each([
    ["goes up", asha, none, none, { what: "up", to: 8 }],
    ["stays if the office says so", asha, her, none, { what: "stays", to: 7 }],
    ["leaves if the office says so, even if it also says “stays”", asha, her, her, { what: "leaves", to: null }],
    ["leaves class 12", { ...asha, className: 12 }, none, none, { what: "leaves", to: null }],
    ["stays in class 12", { ...asha, className: 12 }, her, none, { what: "stays", to: 12 }],
    ["is refused who is in the next year already", { ...asha, next: 8 }, none, her, { what: "refused", to: null }],
  ])("a student %s", (_case, student, stay, leave, step) => {
    expect(stepOf(student, stay, leave)).toEqual(step);
  });

  it("of 58 students, of whom two stay and one leaves, moves 55 up", () => {
    const all = Array.from({ length: 58 }, (_, index) => ({ studentId: `s${index}`, className: 7, next: null }));
    const steps = all.map((one) => stepOf(one, new Set(["s1", "s2"]), new Set(["s3"])));
    expect(countsOf(["up", "stays", "leaves", "refused"], steps)).toEqual({ up: 55, stays: 2, leaves: 1, refused: 0 });
  });

  it("never leads above class 12 or more than one class up; only students who leave or are refused get no class", () => {
    const student = fc.record({
      studentId: fc.constantFrom("asha", "bilal"),
      className: fc.integer({ min: 1, max: 12 }),
      next: fc.option(fc.integer({ min: 1, max: 12 })),
    });
    const some = fc.subarray(["asha", "bilal"]).map((ids) => new Set(ids));
    fc.assert(
      fc.property(student, some, some, (one, stay, leave) => {
        const { what, to } = stepOf(one, stay, leave);
        expect(to === null).toBe(what === "leaves" || what === "refused");
        if (to !== null) expect([one.className, Math.min(12, one.className + 1)]).toContain(to);
      }),
    );
  });
});
