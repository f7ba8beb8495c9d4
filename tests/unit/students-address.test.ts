import { describe, expect, it } from "vitest";
import { wayOf } from "@/features/results/rules";
import { askedOf, clearedByView, facetNames, openFacets, queryOf, viewOf } from "@/features/students/rules";
import { curvesOf } from "@/lib/curves";

const plain = { sort: "name", direction: "asc", page: 1, limit: 50 };
const year = "01a2075e-e53c-7000-8000-0078d16764dc";

describe("address of the roster", () => {
  it.each([
    ["nothing", {}, plain],
    ["a search", { q: "rao as" }, { ...plain, search: "rao as" }],
    ["a very long search", { q: "x".repeat(300) }, { ...plain, search: "x".repeat(100) }],
    ["filters", { class: "10", section: "A", login: "none" }, { ...plain, class: 10, section: "A", login: "none" }],
    ["a year", { year }, { ...plain, year }],
    ["a view", { view: "proposed" }, { ...plain, state: "proposed" }],
    ["a view and a filter that contradicts it", { view: "no-login", login: "active" }, { ...plain, login: "none" }],
    ["those without a guardian", { view: "no-guardian" }, { ...plain, guardian: "missing" }],
    [
      "no guardian and no login",
      { guardian: "missing", login: "none" },
      { ...plain, guardian: "missing", login: "none" },
    ],
    ["a sort downwards", { sort: "-roll" }, { ...plain, sort: "roll", direction: "desc" }],
    ["a page", { page: "3" }, { ...plain, page: 3 }],
    ["a class of 13", { class: "13" }, plain],
    [
      "values that nobody offers",
      { login: "maybe", state: "gone", sort: "shoe", guardian: "some", view: "mine", year: "2026" },
      plain,
    ],
    ["pages that cannot be", { page: "0" }, plain],
    ["a page in words", { page: "two" }, plain],
    ["parameters of something else", { utm_source: "mail" }, plain],
  ])("%s", (_what, choices: Record<string, string>, asked) => {
    expect(askedOf(choices)).toEqual(asked);
  });

  it("is kept for the pages of the students in the list, without the number of the page", () => {
    expect(queryOf({ page: "3", class: "7", sort: "-roll", do: "edit", utm_source: "x" })).toBe("?class=7&sort=-roll");
    expect(queryOf({ page: "3" })).toBe("");
  });

  it("a view leaves open only the filters that it does not set itself", () => {
    const left = (view: Parameters<typeof openFacets>[0]) =>
      openFacets("all").filter((name) => !openFacets(view).includes(name));
    const set = [left("not-placed"), left("no-login"), left("no-guardian"), left("proposed")];
    expect(set).toEqual([["state"], ["login"], ["guardian"], ["state"]]);
  });

  it("a view clears the search and every filter but the year, whose students it counts", () => {
    expect(["q", ...facetNames].filter((name) => !clearedByView.includes(name))).toEqual(["year"]);
  });

  it("an unknown view shows everyone", () => {
    expect(viewOf({ view: "nobody" })).toBe("all");
    expect(viewOf({ view: "not-placed" })).toBe("not-placed");
  });
});

const result = (_id: string, subject: string | null, examDate: string | null, percentage = 50) => ({
  ...{ _id, subject, subjectToday: subject, examDate, percentage },
  createdAt: new Date("2026-11-01T10:00:00Z"),
});

const zone = "Asia/Kolkata";

describe("curves", () => {
  it("are drawn for subjects with several results, oldest first, whatever their spelling", () => {
    const found = curvesOf(
      [
        result("b", "Maths", "2026-10-02"),
        result("a", " maths", "2026-08-01"),
        result("only", "English", "2026-09-01"),
        result("without", null, "2026-09-01"),
      ],
      zone,
    );
    expect(found.map(({ subject, points }) => [subject, points.map(({ _id }) => _id)])).toEqual([
      ["Maths", ["a", "b"]],
    ]);
  });

  it("ignore spaces, wide letters and case in the name of a subject", () => {
    const [typed, wide] = ["Social Studies", "ＳＯＣＩＡＬ  studies"];
    expect(curvesOf([result("a", typed, "2026-08-01"), result("b", wide, "2026-09-01")], zone)).toHaveLength(1);
    expect(curvesOf([result("a", " ", "2026-08-01"), result("b", "", "2026-09-01")], zone)).toHaveLength(0);
  });

  it("continue after a subject was renamed", () => {
    const former = { ...result("a", "Maths", "2026-08-01"), subjectToday: "Mathematics" };
    const [found] = curvesOf([result("b", "Mathematics", "2026-09-01"), former], zone);
    expect(found).toMatchObject({ subject: "Mathematics", points: [{ _id: "a" }, { _id: "b" }] });
  });

  it("begin with the subject of the latest result, and take the day of entry for one without a date", () => {
    const found = curvesOf(
      [
        result("1", "Art", "2026-01-01"),
        result("2", "Art", "2026-02-01"),
        result("3", "Music", "2026-01-01"),
        result("4", "Music", null),
      ],
      zone,
    );
    expect(found.map(({ subject }) => subject)).toEqual(["Music", "Art"]);
  });

  it("take the day of entry on the institute's clock", () => {
    const early = { ...result("early", "Art", null), createdAt: new Date("2026-11-01T20:00:00Z") };
    const [found] = curvesOf([early, result("dated", "Art", "2026-11-01")], zone);
    expect(found?.points.map(({ _id }) => _id)).toEqual(["dated", "early"]);
    const [sameDay] = curvesOf([early, result("dated", "Art", "2026-11-02")], zone);
    expect(sameDay?.points.map(({ _id }) => _id)).toEqual(["dated", "early"]);
  });

  it("end with the later of two results of one day, because the results come newest first", () => {
    const results = [result("second", "Art", "2026-08-01"), result("first", "Art", "2026-08-01")];
    const [found] = curvesOf(results, zone);
    expect(found?.points.map(({ _id }) => _id)).toEqual(["first", "second"]);
    expect(wayOf(results, 2, zone)).toEqual(found?.points);
  });
});
