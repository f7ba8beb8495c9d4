import { describe, expect, it } from "vitest";
import { intakeOn, isAnyOpen, openYear, rowsAfter, stateOf, waitingOn } from "@/features/intakes/rules";
import type { IntakeView } from "@/features/intakes/schema";
import { fc } from "../harness/random";

const intake = (more: Partial<IntakeView> = {}): IntakeView => ({
  ...{ _id: "a", yearId: "y", year: "2026-27", className: 7, seats: 2, taken: 0 },
  ...{ opensOn: "2026-12-01", closesOn: "2027-01-31", ...more },
});

describe("an intake on a day", () => {
  it.each([
    ["2026-11-30", {}, "soon"],
    ["2026-12-01", {}, "open"],
    ["2027-01-31", {}, "open"],
    ["2027-02-01", {}, "closed"],
    ["2026-12-24", { taken: 1 }, "open"],
    ["2026-12-24", { taken: 2 }, "full"],
    ["2026-12-24", { taken: 3 }, "full"],
    ["2026-12-24", { seats: 0 }, "full"],
    ["2026-12-24", { seats: null, taken: 999 }, "open"],
    ["2027-02-01", { taken: 2 }, "closed"],
  ] as const)("%s, %j: %s", (day, more, state) => expect(stateOf(intake(more), day)).toBe(state));

  it("of two years, the open one counts, otherwise the next to open, otherwise the last that closed", () => {
    const next = intake({ _id: "b", year: "2027-28", opensOn: "2027-12-01", closesOn: "2028-01-31" });
    const at = (day: string) => intakeOn([next, intake()], day)?._id;
    expect(["2026-12-24", "2027-06-01", "2027-12-24", "2029-01-01"].map(at)).toEqual(["a", "b", "b", "b"]);
    const overlapping = intake({ _id: "c", year: "2027-28", opensOn: "2027-01-15", closesOn: "2027-03-31" });
    expect(intakeOn([overlapping, intake()], "2027-01-20")?._id).toBe("c");
    expect(openYear([overlapping, intake()], "2027-01-20")).toBe("2027-28");
    expect(openYear([intake()], "2027-02-01")).toBeUndefined();
  });

  it("a class has a waiting list exactly when its intake is not open; a class without an intake has none", () => {
    const day = fc.integer({ min: 1, max: 28 }).map((date) => `2026-12-${String(date).padStart(2, "0")}`);
    const given = fc.record({
      ...{ className: fc.integer({ min: 1, max: 12 }), seats: fc.option(fc.nat(3)), taken: fc.nat(4) },
      days: fc.tuple(day, day).map((days) => days.sort()),
    });
    fc.assert(
      fc.property(fc.array(given, { maxLength: 14 }), day, (all, today) => {
        const intakes = all.map(({ days: [opensOn = "", closesOn = ""], ...rest }) =>
          intake({ ...rest, opensOn, closesOn }),
        );
        const waiting = new Map(waitingOn(intakes, today).map((one) => [one.className, one.state]));
        for (let className = 1; className <= 12; className += 1) {
          const chosen = intakeOn(
            intakes.filter((one) => one.className === className),
            today,
          );
          const state = chosen ? stateOf(chosen, today) : "open";
          expect(waiting.get(className) ?? "open").toBe(state);
        }
      }),
    );
  });
});

describe("admission is open or has a waiting list", () => {
  const all = (more: Partial<IntakeView>) =>
    Array.from({ length: 12 }, (_, at) => intake({ className: at + 1, ...more }));

  it.each([
    ["no class has an intake", [], true],
    ["one class is closed", [intake({ closesOn: "2026-12-02" })], true],
    ["each class is open", all({}), true],
    ["each class is full", all({ taken: 2 }), false],
    ["each class is closed", all({ closesOn: "2026-12-02" }), false],
    ["no class is open yet", all({ opensOn: "2027-01-01" }), false],
    [
      "a closed class has a second intake that is open",
      [...all({ closesOn: "2026-12-02" }), intake({ _id: "b" })],
      true,
    ],
  ])("if %s", (_, intakes, isOpen) => expect(isAnyOpen(intakes, "2026-12-24")).toBe(isOpen));
});

describe("an empty row of the intake form is drawn again only if others have changed it", () => {
  const begun = ["", ""].map((stored) => ({ stored, turn: 0 }));
  type Step = [stored: string[], own?: number[]];
  const turns = (steps: Step[]) =>
    steps.reduce((rows, [stored, own = []]) => rowsAfter(rows, stored, own), begun).map(({ turn }) => turn);

  it.each<[string, Step[], number[]]>([
    ["a call fails, and nothing has changed", [[["", ""]]], [0, 0]],
    ["one is saved, and the next call fails", [[["30", ""], [0]], [["30", ""]]], [0, 0]],
    ["others have changed one", [[["", "40"]]], [0, 1]],
    ["others have changed one beside a save", [[["30", "40"], [0]]], [0, 1]],
    ["others put back what was saved", [[["30", ""], [0]], [["", ""]]], [1, 0]],
  ])("%s", (_, steps, expected) => expect(turns(steps)).toEqual(expected));
});
