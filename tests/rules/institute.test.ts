import { expect, it } from "vitest";
import { institute, statisticsAt, yearAt } from "@/content/institute";

const years = (now: string) => statisticsAt(new Date(now)).find(({ label }) => label === "years")?.value;

it("the years that the institute has been open are counted by the clock", () => {
  expect([years("2026-11-22T12:00:00Z"), years("2041-03-01T12:00:00Z")]).toEqual(["5+", "20+"]);
});

it("the year begins at midnight on the institute's own clock", () => {
  expect(institute.timeZone).toBe("Asia/Kolkata");
  expect([yearAt(new Date("2026-12-31T18:29:59Z")), yearAt(new Date("2026-12-31T18:30:00Z"))]).toEqual([2026, 2027]);
});
