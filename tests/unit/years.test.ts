import { describe, expect, it } from "vitest";
import { labelFor, nextYear, yearOn } from "@/features/years/rules";

const [past, next] = [
  { label: "2025-26", firstDay: "2025-06-09", lastDay: "2026-04-30" },
  { label: "2026-27", firstDay: "2026-06-08", lastDay: "2027-04-30" },
];

describe("the current school year", () => {
  it.each([
    ["the day before the first year", "2025-06-08", undefined],
    ["its first day", "2025-06-09", "2025-26"],
    ["its last day", "2026-04-30", "2025-26"],
    ["the holidays after it", "2026-05-01", "2025-26"],
    ["the day before the next one", "2026-06-07", "2025-26"],
    ["the first day of the next one", "2026-06-08", "2026-27"],
    ["long after the last one", "2031-01-01", "2026-27"],
  ])("on %s, %s, is %s", (_case, day, label) => {
    expect(yearOn([past, next], day)?.label).toBe(label);
    expect(yearOn([next, past], day)?.label).toBe(label);
  });

  it("is null if there is no year", () => {
    expect(yearOn([], "2026-11-20")).toBeNull();
  });
});

describe("a new school year", () => {
  it.each([
    ["2026-06-08", "2027-04-30", "2026-27"],
    ["2026-01-05", "2026-12-11", "2026"],
    ["1999-09-01", "2000-06-30", "1999-00"],
  ])("from %s to %s is called %s by default", (firstDay, lastDay, label) => {
    expect(labelFor({ firstDay, lastDay })).toBe(label);
  });

  it.each([
    ["2025-06-09", "2026-04-30", "2026-06-09", "2027-04-30"],
    ["2023-03-01", "2024-02-29", "2024-03-01", "2025-02-28"],
    ["2022-03-01", "2023-02-28", "2023-03-01", "2024-02-29"],
    ["2023-03-01", "2024-02-28", "2024-03-01", "2025-02-28"],
    ["2026-04-01", "2027-03-31", "2027-04-01", "2028-03-31"],
  ])("after the one from %s to %s is proposed from %s to %s", (firstDay, lastDay, first, last) => {
    expect(nextYear({ firstDay, lastDay })).toEqual({ firstDay: first, lastDay: last });
  });

  it("is not proposed if there is no year before it", () => {
    expect(nextYear(undefined)).toBeUndefined();
  });
});
