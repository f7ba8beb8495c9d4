import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { ScheduleLists, type useScheduleList } from "@/features/schedules/components/schedule-lists";
import {
  byDay,
  type ClosedSpan,
  closedAmong,
  distanceOf,
  listsFor,
  namesRoom,
  noteOf,
} from "@/features/schedules/rules";
import { partOf } from "../harness/part-of";

describe("days until a test", () => {
  it.each([
    ["2026-11-20", "Today"],
    ["2026-11-21", "Tomorrow"],
    ["2026-11-22", "In 2 days"],
    ["2026-12-03", "In 13 days"],
    ["2026-12-04", "In 2 weeks"],
    ["2026-12-16", "In 4 weeks"],
    ["2027-03-20", "In 17 weeks"],
  ])("on 20 November, the label of a test on %s is: %s", (testDate, words) => {
    expect(distanceOf(testDate, "2026-11-20")).toBe(words);
  });

  it("a past test has no label", () => {
    expect(distanceOf("2026-11-19", "2026-11-20")).toBeNull();
  });
});

it.each([
  ["Room 4", true],
  ["rooms 4 and 5", true],
  ["ROOM 12", true],
  ["Laboratory", false],
  ["Roomy hall", false],
  ["Music room", false],
])("whether %s already says that it is a room: %s", (room, says) => {
  expect(namesRoom(room)).toBe(says);
});

describe("schedule queries of the page", () => {
  it("the page counts a test of today as upcoming, and each test once", () => {
    const { upcoming, past } = listsFor("", "2026-11-20");
    expect(upcoming).toMatchObject({ from: "2026-11-20", order: "soonest" });
    expect(past).toMatchObject({ before: "2026-11-20", order: "latest" });
    expect([upcoming, past].some((list) => "className" in list)).toBe(false);
  });

  it("the page requests one class if a class is selected", () => {
    const { upcoming, past } = listsFor("7", "2026-11-20");
    expect([upcoming, past]).toEqual([
      expect.objectContaining({ className: "7" }),
      expect.objectContaining({ className: "7" }),
    ]);
  });

  it("the page requests one subject if a subject is selected, and all subjects to choose from", () => {
    const { upcoming, past, subjects } = listsFor("7", "2026-11-20", "Physics");
    expect([upcoming, past]).toEqual([
      expect.objectContaining({ className: "7", subject: "Physics" }),
      expect.objectContaining({ className: "7", subject: "Physics" }),
    ]);
    expect(subjects).toEqual({ className: "7", from: "2026-11-20" });
  });
});

describe("tests under their days", () => {
  it("the tests of a day are grouped, and keep their order", () => {
    const tests = ["2026-12-01", "2026-12-01", "2026-11-30", "2027-01-02"].map((testDate, at) => ({ testDate, at }));
    expect(byDay(tests).map(({ day, tests: on }) => [day, on.map(({ at }) => at)])).toEqual([
      ["2026-12-01", [0, 1]],
      ["2026-11-30", [2]],
      ["2027-01-02", [3]],
    ]);
    expect(byDay([])).toEqual([]);
  });
});

describe("closed days among tests", () => {
  const span = (firstDay: string, lastDay = firstDay): ClosedSpan => ({
    ...{ _id: firstDay, firstDay, lastDay, kind: "closed", name: "Holiday" },
  });
  const on = (...days: string[]) => days.map((testDate) => ({ testDate }));
  const today = "2026-11-20";

  it.each([
    ["past ones are not shown", [span("2026-11-18", "2026-11-19")], on("2026-12-01"), false, 0],
    ["one that lasts until today is shown", [span("2026-11-18", today)], on(), false, 1],
    ["without tests, those of four weeks are shown", [span("2026-12-18"), span("2026-12-19")], on(), false, 1],
    [
      "all before the last test are shown",
      [span("2027-02-01"), span("2027-02-03")],
      on("2026-12-01", "2027-02-02"),
      false,
      1,
    ],
    ["those after a page with more to come are not shown", [span("2026-12-02")], on("2026-12-01"), true, 0],
  ])("%s", (_, closed, tests, hasMore, count) => {
    expect(closedAmong(closed, tests, hasMore, today)).toHaveLength(count);
  });

  it("each is shown on its first day, or today if it has begun, also between tests", () => {
    const closed = [span("2026-11-18", "2026-11-21"), span("2026-11-25"), span("2026-11-30")];
    const days = byDay(on("2026-11-25", "2026-12-01"), closed, today);
    expect(days.map(({ day, tests, closed }) => [day, tests.length, closed.length])).toEqual([
      [today, 0, 1],
      ["2026-11-25", 1, 1],
      ["2026-11-30", 0, 1],
      ["2026-12-01", 1, 0],
    ]);
  });
});

describe("what families read of a change", () => {
  const moved = { testDate: "2026-12-05", movedFrom: { testDate: "2026-12-04", testTime: "09:00" } };
  it.each([
    [{}, null],
    [{ ...moved, reason: "hall not free" }, "Moved from 4 Dec, 09:00: hall not free"],
    [{ ...moved, testDate: "2027-01-05" }, "Moved from 4 Dec 2026, 09:00"],
    [{ ...moved, state: "cancelled" as const, reason: "teacher is ill" }, "Cancelled: teacher is ill"],
    [{ state: "cancelled" as const }, "Cancelled"],
  ])("for %j is %j", (more, words) => {
    const stands = { state: "planned" as const, movedFrom: null, reason: null, testDate: "2026-12-04" };
    expect(noteOf({ ...stands, ...more }, "24")).toBe(words);
  });
});

it("where no test is announced, the closed days of four weeks follow the sentence about it, unless one subject is chosen", () => {
  const none: ReturnType<typeof useScheduleList> = partOf({ items: [], isError: false, isPlaceholderData: false });
  const diwali = { _id: "1", firstDay: "2026-11-25", lastDay: "2026-11-26", kind: "closed" as const, name: "Diwali" };
  const drawn = (closed: ClosedSpan[], filter = { className: "7", subject: "" }) =>
    renderToStaticMarkup(
      createElement(ScheduleLists, { upcoming: none, past: none, closed, today: "2026-11-20", filter }),
    );
  expect(drawn([diwali])).toMatch(/No schedules found[\s\S]*There is no test for this class yet[\s\S]*Diwali/);
  expect(drawn([{ ...diwali, firstDay: "2026-12-25", lastDay: "2026-12-25" }])).not.toContain("Diwali");
  expect(drawn([diwali], { className: "7", subject: "Biology" })).toMatch(/no test of this subject(?![\s\S]*Diwali)/);
  expect(drawn([])).not.toContain("No test is announced");
});

const test = { _id: "1", sections: [], testDate: "2026-11-19", state: "planned" as const, movedFrom: null, room: null };
it.each([
  ["7", "There are more after these."],
  ["", "There are more. Choose a class above to see its tests."],
])("without script, a list of class %j with more tests says: %s", (className, words) => {
  const list = { items: [test], isError: false, isPlaceholderData: false, hasNextPage: true };
  const some: ReturnType<typeof useScheduleList> = partOf(list);
  const given = { upcoming: some, past: some, closed: [], today: "2026-11-20", filter: { className, subject: "" } };
  const page = renderToStaticMarkup(createElement(ScheduleLists, given));
  expect(page.match(/There are more[^<]*/g)).toEqual([words, words]);
});
