import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ExamFields } from "@/features/exams/components/exam-fields";
import { leadsAside } from "@/features/exams/components/sheet-cells";
import { SheetFigures } from "@/features/exams/components/sheet-figures";
import { releaseScreens } from "@/features/exams/messages-release";

const textOf = (html: string) => html.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");

it.each([
  [57, 2, "57 results and 2 absences become drafts again"],
  [1, 0, "1 result becomes a draft again"],
  [1, 1, "1 result and 1 absence become drafts again"],
  [0, 1, "1 absence becomes a draft again"],
  [0, 0, "The exam becomes a draft again"],
])("before %i results and %i absences are taken back, the question says so", (results, absences, said) => {
  expect(releaseScreens.process.takeBackWords(results, absences)).toMatch(`${said}, and no family is told.`);
});

it("the figures of a sheet are rounded half up, as the statistics are", () => {
  const statistics = { n: 4, average: 1.0499999999999998, median: 8.25, lowest: 1, highest: 9, distribution: null };
  const summary = {
    students: 4,
    entered: 4,
    absent: 0,
    excused: 0,
    missing: 0,
    statistics,
    isComplete: true,
    unreleased: 0,
    toSettle: [],
  };
  const store = { summary: () => summary, listen: () => () => undefined };
  expect(textOf(renderToStaticMarkup(createElement(SheetFigures, { store, isReleased: false })))).toMatch(
    /Average 1\.1 .*8\.3/,
  );
});

it("for a new exam, a teacher is offered only the classes that they teach", () => {
  const drawn = (places: { className: number; section: string | null }[] | null) => {
    const html = renderToStaticMarkup(createElement(ExamFields, { faults: {}, known: undefined, places }));
    return [...html.matchAll(/<option value="(\d+)"/g)].map(([, value]) => value).join() + textOf(html);
  };
  const [seventh, eighth] = [
    { className: 7, section: "A" },
    { className: 8, section: null },
  ];
  expect(drawn([seventh, seventh, eighth])).toMatch(/^7,8 .*You teach 7 A and 8\./);
  expect(drawn([eighth])).toMatch(/^8 .*Leave it empty for all of them\./);
  expect(drawn(null)).toMatch(/^1,2,3,4,5,6,7,8,9,10,11,12 .*Leave it empty for all of them\./);
});

it.each([
  ["ArrowRight", "text", "61", 2, 2, true],
  ["ArrowRight", "text", "", 0, 0, true],
  ["ArrowRight", "text", "61", 1, 1, false],
  // As the whole mark is selected on entering, the first press only moves the caret to its end.
  ["ArrowRight", "text", "61", 0, 2, false],
  ["ArrowLeft", "text", "61", 0, 0, false],
  ["ArrowLeft", "remark", "Well done", 0, 0, true],
  ["ArrowLeft", "remark", "Well done", 0, 4, false],
  ["ArrowLeft", "remark", "Well done", 3, 3, false],
  ["ArrowLeft", "remark", "بہت اچھا", 0, 0, false],
  ["ArrowRight", "remark", "Well done", 9, 9, false],
] as const)(
  "%s in the %s “%s” with the caret at %i to %i leads to the other cell: %s",
  (key, field, value, from, to, leads) => {
    expect(leadsAside(key, field, { value, selectionStart: from, selectionEnd: to })).toBe(leads);
  },
);
