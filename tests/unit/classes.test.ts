import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { classFacet } from "@/components/table/class-facet";
import { ClassField } from "@/components/ui/class-field";
import type * as Content from "@/content/institute";
import { classOfFeed, feeds } from "@/features/calendars/rules-feeds";
import { leavesBecause, stepOf } from "@/features/enrolments/rules";
import { promoteInput } from "@/features/enrolments/schema-promotion";
import { readRow } from "@/features/imports/rules-cells";
import { placesOf } from "@/features/notices/rules";
import { wordsOf } from "@/lib/catalogue";
import { classes, classOf } from "@/lib/classes";
import { classField, storedClassField } from "@/lib/fields";
import { classesWith } from "@/lib/stored-classes";
import { requireClass } from "@/server/classes";

vi.mock("@/content/institute", async (original) => {
  const content = await original<typeof Content>();
  return { ...content, institute: { ...content.institute, classes: { from: 5, to: 10 } } };
});

it("an institute with classes 5 to 10 offers and accepts only these", () => {
  expect(classes).toEqual([5, 6, 7, 8, 9, 10]);
  expect([4, "5", "Class 10", 11].map((one) => classOf(one))).toEqual([undefined, 5, 10, undefined]);
  const refused = classField.safeParse(11).error?.issues[0]?.message ?? "";
  expect(wordsOf(refused)).toBe("Please select a class from 5 to 10.");
  expect([placesOf("5, 10 B"), placesOf("13")]).toEqual([
    [
      { className: 5, section: null },
      { className: 10, section: "B" },
    ],
    null,
  ]);
  const dialling = { code: "91", digits: 10 };
  const reading = {
    columns: ["className" as const],
    order: "day" as const,
    dialling,
    relations: [null, null] as const,
    timeZone: "Asia/Kolkata",
  };
  const { faults } = readRow({ no: 1, cells: ["XI"] }, { ...reading, today: "2026-11-20" });
  expect(faults.map(({ why }) => wordsOf(why))).toEqual(["Only 5 to 10"]);
});

it.each([
  [3, { what: "leaves", to: null }],
  [4, { what: "up", to: 5 }],
  [9, { what: "up", to: 10 }],
  [10, { what: "leaves", to: null }],
  [11, { what: "leaves", to: null }],
])("a promotion from class %s is %j", (className, step) => {
  expect(stepOf({ studentId: "1", className, next: null }, new Set(), new Set())).toEqual(step);
});

it("a student who leaves the last class has finished it; a student who leaves another class has not", () => {
  const reasons = [10, 11].map((className) => wordsOf(leavesBecause(className, "2026-27")));
  expect(reasons).toEqual(["Finished Class 10", "Left at the end of 2026-27"]);
});

it("rows of former classes can be found, promoted and edited, but nothing new can be put into them", () => {
  expect([11, "Class 12", "4", 13].map((one) => storedClassField.safeParse(one).data)).toEqual([11, 12, 4, undefined]);
  const years = { fromYear: crypto.randomUUID(), toYear: crypto.randomUUID() };
  expect(promoteInput.parse({ ...years, className: "11" })).toMatchObject({ className: 11 });
  expect([classesWith("Class 11"), classesWith(undefined)]).toEqual([[5, 6, 7, 8, 9, 10, 11], classes]);
  expect(classFacet("Class", "11").options.map(({ value }) => value)).toEqual(["5", "6", "7", "8", "9", "10", "11"]);
  expect(classFacet("Class", undefined).options).toHaveLength(6);
  expect([feeds.includes("class-11.ics"), classOfFeed("class-11.ics"), classOfFeed("class-13.ics")]).toEqual([
    ...[true, 11, undefined],
  ]);
  const drawn = renderToStaticMarkup(
    createElement(ClassField, { name: "c", error: undefined, defaultValue: "11", of: classesWith("11") }),
  );
  expect(drawn).toMatch(/<option value="11" selected/);
  expect(() => requireClass(11, [11])).not.toThrow();
  expect(() => requireClass(11, [12])).toThrow(expect.objectContaining({ code: "BAD_REQUEST" }));
});
