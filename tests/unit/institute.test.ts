import { expect, it } from "vitest";
import { institute, yearAt } from "@/content/institute";
import { siteDefaults } from "@/content/site";
import { statisticsAt } from "@/lib/site-content";

const { home, facts } = siteDefaults;
const years = (now: string) =>
  statisticsAt(home.statistics, yearAt(new Date(now)) - facts.founded).find(({ label }) => label === "years")?.value;

it("the institute's age is computed from the current year", () => {
  expect([years("2026-11-22T12:00:00Z"), years("2041-03-01T12:00:00Z")]).toEqual(["5+", "20+"]);
});

it("the year changes at midnight in the institute's time zone", () => {
  expect(institute.timeZone).toBe("Asia/Kolkata");
  expect([yearAt(new Date("2026-12-31T18:29:59Z")), yearAt(new Date("2026-12-31T18:30:00Z"))]).toEqual([2026, 2027]);
});
