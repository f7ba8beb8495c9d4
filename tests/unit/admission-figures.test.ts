import { describe, expect, it } from "vitest";
import { medianOf, mondaysUntil, shownMinutes } from "@/features/admissions/rules-figures";
import { openMinutes, type WorkingTime } from "@/features/closed-days/rules-clock";
import { fc } from "../harness/random";

const week = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const time: WorkingTime = {
  workingDays: week,
  hours: { wholeDay: { opens: "10:00", closes: "18:00" }, halfSaturday: { opens: "10:00", closes: "13:00" } },
  closedDays: [
    { firstDay: "2026-11-23", lastDay: "2026-11-23", kind: "closed" },
    { firstDay: "2026-11-25", lastDay: "2026-11-25", kind: "half" },
  ],
};
const at = (stamp: string) => ({ date: stamp.slice(0, 10), time: stamp.slice(11) });
const between = (from: string, to: string) => openMinutes(at(from), at(to), time);

describe("the time that a family waits, in opening hours", () => {
  it.each([
    ["within a day", "2026-11-20 11:00", "2026-11-20 12:30", 90],
    ["overnight", "2026-11-19 17:00", "2026-11-20 11:00", 120],
    [
      "Friday night until Tuesday, over Saturday, Sunday and a closed Monday",
      "2026-11-20 23:50",
      "2026-11-24 11:00",
      240,
    ],
    ["on a Sunday", "2026-11-22 09:00", "2026-11-22 20:00", 0],
    ["a half day ends at noon", "2026-11-25 09:00", "2026-11-25 17:00", 120],
    ["before it opens", "2026-11-20 07:00", "2026-11-20 09:59", 0],
  ])("%s", (_, from, to, minutes) => expect(between(from, to)).toBe(minutes));

  it("is the sum of its two parts, wherever it is split", () => {
    const minute = fc.integer({ min: 0, max: 14 * 24 * 60 - 1 });
    const stamp = (minutes: number) =>
      new Date(Date.UTC(2026, 10, 16) + minutes * 60_000).toISOString().replace("T", " ").slice(0, 16);
    fc.assert(
      fc.property(fc.tuple(minute, minute, minute), (moments) => {
        const [from = 0, middle = 0, to = 0] = moments.toSorted((one, other) => one - other);
        const whole = between(stamp(from), stamp(to));
        expect(between(stamp(from), stamp(middle)) + between(stamp(middle), stamp(to))).toBe(whole);
      }),
    );
  });
});

describe("figures", () => {
  it.each([
    [[], null],
    [[5], 5],
    [[9, 1, 5], 5],
    [[1, 2, 10, 20], 6],
  ])("the median of %j is %j", (values, median) => expect(medianOf(values)).toBe(median));

  it.each([
    [0, "0 min"],
    [59.6, "1 h"],
    [320, "5 h 20 min"],
  ])("%d minutes are %s", (minutes, words) => expect(shownMinutes(minutes)).toBe(words));

  it("cover twelve Mondays, the last one in this week", () => {
    expect(mondaysUntil("2026-11-22").at(-1)).toBe("2026-11-16");
    expect(mondaysUntil("2026-11-23")).toHaveLength(12);
    expect(mondaysUntil("2026-11-23").at(-1)).toBe("2026-11-23");
    expect(mondaysUntil("2026-11-23")[0]).toBe("2026-09-07");
  });
});
