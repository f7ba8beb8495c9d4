import { describe, expect, it } from "vitest";
import { differences, movedFromOf, type Step } from "@/features/schedules/rules-history";
import { type KnownTest, type Place, warningsOf, weekOf } from "@/features/schedules/rules-warnings";
import { fc } from "../harness/random";

const workingDays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday"] as const;
const diwali = { _id: "d", firstDay: "2026-12-09", lastDay: "2026-12-11", kind: "closed", name: "Diwali" } as const;
const sports = { _id: "s", firstDay: "2026-12-15", lastDay: "2026-12-15", kind: "half", name: "Sports" } as const;
const circumstances = {
  workingDays: [...workingDays],
  closedDays: [diwali, sports],
  now: { date: "2026-11-23", time: "12:00" },
};

// A Tuesday.
const place = (more: Partial<Place> = {}): Place => ({
  ...{ className: 7, sections: [], testDate: "2026-12-01", testTime: "10:00", minutes: null },
  ...more,
});
const known = (_id: string, more: Partial<Place> = {}): KnownTest => ({ ...place(more), _id, subject: _id });
const codes = (test: Place, others: KnownTest[] = []) =>
  warningsOf(test, others, circumstances).map(({ code, tests, name }) =>
    [code, ...tests.map(({ _id }) => _id), ...(name ? [name] : [])].join(" "),
  );

describe("what speaks against a date", () => {
  it.each<[string, Partial<Place>, KnownTest[], string[]]>([
    ["nothing", {}, [], []],
    ["nothing of another class", {}, [known("a", { className: 8 })], []],
    ["nothing of another section", { sections: ["A"] }, [known("a", { sections: ["B", "C"] })], []],
    ["a test of all sections", { sections: ["A"] }, [known("a")], ["overlap a", "two-that-day a"]],
    ["a shared section", { sections: ["A", "B"] }, [known("a", { sections: ["B"] })], ["overlap a", "two-that-day a"]],
    [
      "nothing but the day where one begins as the other ends",
      {},
      [known("a", { testTime: "11:00" })],
      ["two-that-day a"],
    ],
    ["a longer one before", {}, [known("a", { testTime: "08:30", minutes: 91 })], ["overlap a", "two-that-day a"]],
    [
      "one over midnight",
      { testTime: "00:30" },
      [known("a", { testDate: "2026-11-30", testTime: "23:30", minutes: 90 })],
      ["overlap a"],
    ],
    [
      "the fourth of a week, Monday to Sunday",
      {},
      [
        known("sun", { testDate: "2026-11-29" }),
        known("mon", { testDate: "2026-11-30" }),
        known("wed", { testDate: "2026-12-02" }),
        known("last", { testDate: "2026-12-06" }),
      ],
      ["four-that-week mon wed last"],
    ],
    ["a closed day", { testDate: "2026-12-10" }, [], ["closed-day Diwali"]],
    ["nothing in the morning of a half day", { testDate: "2026-12-15", testTime: "11:00" }, [], []],
    ["the afternoon of a half day", { testDate: "2026-12-15", testTime: "11:01" }, [], ["half-day Sports"]],
    ["a day off", { testDate: "2026-12-06" }, [], ["no-working-day"]],
    ["two days ahead", { testDate: "2026-11-25" }, [], ["short-notice"]],
    ["nothing three days ahead", { testDate: "2026-11-26" }, [], []],
    ["later today", { testDate: "2026-11-23", testTime: "12:00" }, [], ["short-notice"]],
    ["earlier today", { testDate: "2026-11-23", testTime: "11:59" }, [], ["past"]],
    ["long ago", { testDate: "0999-01-01" }, [], ["past"]],
  ])("%s", (_, more, others, expected) => {
    expect(codes(place(more), others)).toEqual(expected);
  });

  const places = fc.record({
    className: fc.integer({ min: 7, max: 8 }),
    sections: fc.subarray(["A", "B"]),
    testDate: fc.constantFrom("2026-11-30", "2026-12-01", "2026-12-02"),
    testTime: fc.constantFrom("00:00", "09:30", "10:00", "23:30"),
    minutes: fc.option(fc.integer({ min: 5, max: 600 })),
  });

  it("overlaps of two tests are mutual, and the order of the other tests changes nothing", () => {
    fc.assert(
      fc.property(places, fc.array(places, { maxLength: 5 }), (test, others) => {
        const all = others.map((other, index) => ({ ...other, _id: `${index}`, subject: "x" }));
        const warnings = warningsOf(test, all, circumstances);
        expect(warningsOf(test, [...all].reverse(), circumstances)).toEqual(warnings);
        const overlapping = warnings.find(({ code }) => code === "overlap")?.tests.map(({ _id }) => _id) ?? [];
        for (const other of all) {
          const back = warningsOf(other, [{ ...test, _id: "test", subject: "x" }], circumstances);
          expect(back.some(({ code }) => code === "overlap")).toBe(overlapping.includes(other._id));
        }
      }),
    );
  });

  it.each([
    ["2026-11-29", "2026-11-23", "2026-11-29"],
    ["2026-11-30", "2026-11-30", "2026-12-06"],
    ["0001-01-01", "0001-01-01", "0001-01-07"],
    ["9999-12-31", "9999-12-27", "9999-12-31"],
  ])("the week of %s is %s to %s", (date, first, last) => {
    expect(weekOf(date)).toEqual({ first, last });
  });
});

describe("where a test was", () => {
  const step = (minutes: number, testDate?: string, reason: string | null = null): Step => ({
    at: new Date(Date.UTC(2026, 10, 20, 8, minutes)),
    kind: testDate ? "moved" : "edited",
    after: testDate ? { testDate, testTime: "09:00" } : {},
    reason,
  });
  it.each<[string, Step[], string | null]>([
    ["one that stayed was nowhere else", [step(0, "2026-12-04")], null],
    ["one that was moved", [step(0, "2026-12-04"), step(10, "2026-12-05", "hall")], "2026-12-04 hall"],
    ["a date that stood for less than ten minutes", [step(0, "2026-12-04"), step(9, "2026-12-05", "typo")], null],
    [
      "moved, and back immediately",
      [step(0, "2026-12-04"), step(60, "2026-12-05", "x"), step(61, "2026-12-04", "y")],
      null,
    ],
    [
      "moved, and back after a while",
      [step(0, "2026-12-04"), step(60, "2026-12-05", "x"), step(90, "2026-12-04", "y")],
      "2026-12-05 y",
    ],
    [
      "moved, and moved again and back immediately",
      [step(0, "2026-12-04"), step(60, "2026-12-05", "x"), step(90, "2026-12-07", "y"), step(91, "2026-12-05")],
      "2026-12-04 x",
    ],
    [
      "moved twice immediately, with a change of the text between",
      [step(0, "2026-12-04"), step(60, "2026-12-05", "x"), step(61), step(62, "2026-12-07", "y")],
      "2026-12-04 y",
    ],
  ])("%s", (_, steps, expected) => {
    const found = movedFromOf(steps);
    expect(found && `${found.testDate} ${found.reason}`).toBe(expected);
  });

  it("the history keeps only what differs, but a date always with its time", () => {
    const before = { testDate: "2026-12-04", testTime: "09:00", sections: ["A"], room: null };
    expect(differences(before, { ...before, sections: ["A"] })).toEqual({ before: {}, after: {} });
    expect(differences(before, { ...before, testTime: "10:00", room: "Hall" })).toEqual({
      before: { testDate: "2026-12-04", testTime: "09:00", room: null },
      after: { testDate: "2026-12-04", testTime: "10:00", room: "Hall" },
    });
  });
});
