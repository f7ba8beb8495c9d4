import { describe, expect, it } from "vitest";
import { closingTime, dueAt, type WorkingTime } from "@/features/closed-days/rules-clock";
import { fc } from "../harness/random";

const days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;
const wholeDay = { opens: "10:00", closes: "18:00" };
const usual: WorkingTime = {
  workingDays: days.slice(0, 6),
  hours: { wholeDay, halfSaturday: null },
  closedDays: [],
};
const without = (firstDay: string, lastDay = firstDay, kind: "closed" | "half" = "closed") => ({
  firstDay,
  lastDay,
  kind,
});
const due = (received: string, more: Partial<WorkingTime> = {}) => {
  const found = dueAt(received, 2, { ...usual, ...more });
  return found && `${found.date} ${found.time}`;
};

describe("two business days", () => {
  // 20 November 2026 is a Friday.
  it.each<[string, string, Partial<WorkingTime>, string | null]>([
    ["a Wednesday", "2026-11-18", {}, "2026-11-20 18:00"],
    ["a Friday, Sunday off, Monday closed", "2026-11-20", { closedDays: [without("2026-11-23")] }, "2026-11-24 18:00"],
    ["a Friday, Sunday off", "2026-11-20", {}, "2026-11-23 18:00"],
    ["a Sunday", "2026-11-22", {}, "2026-11-24 18:00"],
    [
      "a Thursday before a half Saturday",
      "2026-11-19",
      { hours: { wholeDay, halfSaturday: { opens: "09:00", closes: "13:00" } } },
      "2026-11-21 13:00",
    ],
    [
      "a half day at its end",
      "2026-11-23",
      { closedDays: [without("2026-11-25", "2026-11-25", "half")] },
      "2026-11-25 12:00",
    ],
    ["two weeks off", "2026-12-24", { closedDays: [without("2026-12-25", "2027-01-08")] }, "2027-01-11 18:00"],
    [
      "hours after noon and a half day",
      "2026-11-23",
      {
        hours: { wholeDay: { opens: "14:00", closes: "20:00" }, halfSaturday: null },
        closedDays: [without("2026-11-25", "2026-11-25", "half")],
      },
      "2026-11-26 20:00",
    ],
    ["an institute that never opens", "2026-11-23", { workingDays: [] }, null],
  ])("from %s", (_, received, more, expected) => {
    expect(due(received, more)).toBe(expected);
  });

  const dates = fc
    .integer({ min: 0, max: 400 })
    .map((ahead) => new Date(Date.UTC(2026, 0, 1 + ahead)).toISOString().slice(0, 10));
  const closures = fc
    .array(
      fc.record({
        firstDay: dates,
        length: fc.integer({ min: 0, max: 20 }),
        kind: fc.constantFrom("closed" as const, "half" as const),
      }),
      { maxLength: 5 },
    )
    .map((all) =>
      all.map(({ firstDay, length, kind }) =>
        without(firstDay, new Date(Date.parse(firstDay) + length * 86_400_000).toISOString().slice(0, 10), kind),
      ),
    );

  it("end at the close of the second open day, and later if that day is closed as well", () => {
    fc.assert(
      fc.property(dates, closures, fc.subarray([...days], { minLength: 1 }), (received, closedDays, workingDays) => {
        const time = { ...usual, closedDays, workingDays };
        const found = dueAt(received, 2, time);
        expect(found).not.toBeNull();
        if (!found) return;
        expect(found.date > received).toBe(true);
        expect(closingTime(found.date, time)).toBe(found.time);
        const first = dueAt(received, 1, time);
        expect(dueAt(first?.date ?? "", 1, time)).toEqual(found);
        const later = dueAt(received, 2, { ...time, closedDays: [without(found.date), ...closedDays] });
        expect((later?.date ?? "9999") > found.date).toBe(true);
      }),
    );
  });
});
