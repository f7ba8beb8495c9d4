import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { ExamTicks, periodOf, tickedOf, ticksOf } from "@/features/report-cards/components/set-fields";
import { SetSheet } from "@/features/report-cards/components/set-sheet";
import { namesOf } from "@/features/report-cards/rules-sheet";
import { mostColumnsOf, tableOf } from "@/features/report-cards/rules-table";
import { addSetInput, type SheetView } from "@/features/report-cards/schema";
import { drawn } from "../harness/drawn";
import { partOf } from "../harness/part-of";

const sheetOf = (given: Partial<SheetView>) => {
  const set = { _id: "1", title: "Term 1", year: { _id: "1", label: "2026-27" }, className: "7", section: null };
  const rest = { exams: [], rows: [], emptyOn: null, personId: "1" };
  const found: SheetView = partOf({ set: { ...set, daysOpen: null }, ...rest, ...given });
  return drawn(createElement(SetSheet, { found }), { router: {} }).html;
};

it("the page of a set names the exams that were released since", () => {
  const exam = { examName: "Half-yearly", examDate: null, sections: [] };
  const later = ["Physics", "Art"].map((subject) => ({ ...exam, _id: subject, subject }));
  const said = "Released, but not on the cards: Physics, Half-yearly; Art, Half-yearly.";
  expect(sheetOf({ mayMake: true, later })).toContain(said);
  // A server of the previous version names none.
  for (const given of [{ later: [] }, {}]) expect(sheetOf(given)).not.toContain("not on the cards");
});

describe("the days with lessons", () => {
  const read = (daysOpen: string) => {
    const examIds = ["0199c0de-0000-7000-8000-000000000000"];
    return addSetInput.safeParse({ class: "7", examIds, ...periodOf({ title: "Term 1", daysOpen }) });
  };

  it.each([
    ["184", 184],
    [" १८४ ", 184],
    ["", null],
  ])("are read as typed: %j", (typed, days) => {
    expect(read(typed).data).toMatchObject({ daysOpen: days });
  });

  it.each(["184 days", "92+92", "184.5"])("are refused if they are not a whole number: %s", (typed) => {
    const [issue] = read(typed).error?.issues ?? [];
    expect(issue?.path).toEqual(["daysOpen"]);
    expect(issue?.message).toContain("mustBeNumber");
  });
});

describe("the exams of a set", () => {
  const choices = Array.from({ length: 60 }, (_, index) => ({
    ...{ _id: `e${index}`, subject: "Art", examName: `Test ${index}`, examDate: null, sections: [] },
  }));

  it("are all those that are ticked, however many names the form offers", () => {
    const given = Object.fromEntries(ticksOf(choices).map((name) => [name, "on"]));
    expect(tickedOf(given, choices)).toEqual(choices.map(({ _id }) => _id));
    expect(tickedOf({ exam59: "on", exam60: "on" }, choices)).toEqual(["e59"]);
    expect(tickedOf({}, choices)).toEqual([]);
  });

  it("are offered with the number of their subjects, even if each section has its own exam", () => {
    const of = (subject: string, section: string) => ({
      ...{ _id: subject + section, subject, examName: "Final", examDate: null, sections: [section] },
    });
    const offered = [of("Art", "A"), of("art", "B"), of("Maths", "A"), of("Maths", "B")];
    const props = { choices: offered, error: undefined, empty: "", failed: undefined };
    const html = renderToStaticMarkup(createElement(ExamTicks, props));
    expect(html).toContain(">2 subjects<");
    expect(tickedOf({ exam0: "on" }, offered)).toHaveLength(4);
  });

  it("have one name, and one column, if their names differ only in spaces", () => {
    const of = (subject: string, examName: string) => ({
      ...{ _id: subject, id: subject, subject, subjectKey: subject, examName, examDate: null },
      ...{ sections: [], totalMarks: 80 },
    });
    const exams = [of("art", "Half-yearly exam"), of("maths", "half-yearly\u00a0 exam")];
    expect(namesOf(exams)).toMatchObject([{ ids: ["art", "maths"] }]);
    expect(mostColumnsOf(exams, null)).toBe(1);
    const marks = new Map(exams.map(({ id }) => [id, { kind: "scored", score: 40 } as const]));
    const { columns } = tableOf({ exams, marks, inClass: new Set(), section: null, exempt: new Set() });
    expect(columns).toEqual([{ name: "Half-yearly exam", total: 80 }]);
  });
});
