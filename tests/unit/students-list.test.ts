import fc from "fast-check";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { columns } from "@/features/students/components/student-columns";
import { personScreens } from "@/features/students/messages-person";
import { screens } from "@/features/students/messages-screens";
import { chosenOf, dayOfList, isPast } from "@/features/students/rules";
import { type Listed, matching, searchTextOf, sorted, wordsOfSearch } from "@/features/students/rules-list";
import type { StudentRowView } from "@/features/students/schema-list";
import { folded } from "@/lib/folded";
import { inRollOrder } from "@/lib/roll-order";
import { partOf } from "../harness/part-of";

const student = (more: Partial<Listed>): Listed => {
  const row: Omit<Listed, "text"> = {
    ...{ _id: "1", name: "Asha Rao", otherNames: [], admissionNo: null, email: null, login: "none" },
    ...{
      className: "7",
      section: "A",
      rollNo: "12",
      isPlaced: true,
      waits: false,
      comes: false,
      hasLeft: false,
      state: "current",
      standing: "current",
    },
    ...{ lacksGuardian: false, lacksConsent: false, lacksCode: false, ...more },
  };
  return { ...row, text: searchTextOf(row) };
};

const usual = { sort: "name", direction: "asc" } as const;
const finds = (search: string, more: Partial<Listed>) => matching({ ...usual, search }, () => false)(student(more));

describe("a search", () => {
  it.each([
    ["rao as", { name: "Asha Rao" }, true],
    ["rao nila", { name: "Asha Rao" }, false],
    ["नि", { name: "निशा वर्मा" }, true],
    ["ज\u093cारा", { name: "\u095bारा खान" }, true],
    ["\u095bारा", { name: "ज\u093cारा खान" }, true],
    ["menon", { name: "Asha Rao", otherNames: ["Asha Menon"] }, true],
    ["o'brien", { name: "Sam O’Brien" }, true],
    ["anne–marie", { name: "Anne-Marie Rao" }, true],
    ["ibrahim", { name: "İbrahim Kaya" }, true],
    ["İBRAHİM", { name: "ibrahim Kaya" }, true],
    ["i\u0307brahim", { name: "IBRAHIM Kaya" }, true],
    ["علیرضا", { name: "علی\u200cرضا" }, true],
    ["علی\u200cرضا", { name: "علیرضا" }, true],
    ["അനില് കുമാര്", { name: "അനില്\u200d കുമാര്\u200d" }, true],
    ["kv-17", { admissionNo: "KV-170" }, true],
    ["ASHA@", { email: "asha@example.org" }, true],
    ["rao kv", { name: "Rao", admissionNo: "KV-1" }, true],
    ["raokv", { name: "Rao", admissionNo: "KV-1" }, false],
    ["%", { name: "Asha" }, false],
  ])("%s", (search, more, isFound) => {
    expect(finds(search, more)).toBe(isFound);
  });

  it("finds every part of every word of a name", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 }),
        fc.nat(),
        fc.nat(),
        (name, from, length) => {
          const part = [...name].slice(from % 30, (from % 30) + (length % 30)).join("");
          // A part could begin with a sign that belongs to the letter before it, but people type whole letters.
          fc.pre(folded(name).includes(folded(part)));
          expect(finds(part, { name })).toBe(true);
        },
      ),
    );
    expect(wordsOfSearch("one two three four five six seven eight nine")).toHaveLength(8);
  });
});

describe("filters", () => {
  const gone = { state: "left" as const, hasLeft: true };
  const unproved = "not confirmed" as const;
  it.each([
    ["no class", { state: "not placed" as const }, { state: "not placed" as const }, true],
    [
      "a class that is to begin",
      { state: "not placed" as const },
      { state: "not placed" as const, comes: true },
      false,
    ],
    ["the class", { class: 7 }, {}, true],
    ["another class", { class: 8 }, {}, false],
    ["the class of a student who has left", { class: 7 }, { isPlaced: false, state: "left" as const }, false],
    [
      "those who left the class",
      { class: 7, state: "left" as const },
      { isPlaced: false, state: "left" as const },
      true,
    ],
    ["the section in small letters", { section: "a" }, {}, true],
    ["no section", { section: "" }, { section: null }, true],
    ["another login", { login: "active" as const }, {}, false],
    ["no login", { login: "none" as const }, {}, true],
    ["no login of a student who has left", { login: "none" as const }, gone, false],
    ["no confirmed login of one who left", { login: "not confirmed" as const }, { ...gone, login: unproved }, false],
    ["a login of a student who has left", { login: "active" as const }, { ...gone, login: "active" as const }, true],
    ["those who left without a login", { login: "none" as const, state: "left" as const }, gone, true],
    ["a state", { state: "left" as const }, { state: "left" as const }, true],
    ["a proposed class", { state: "proposed" as const }, { _id: "proposed" }, true],
    ["no guardian", { guardian: "missing" as const }, { lacksGuardian: true }, true],
    ["a guardian where none is asked for", { guardian: "missing" as const }, {}, false],
    ["no proposed class", { state: "proposed" as const }, {}, false],
  ])("%s", (_what, filters, more, isFound) => {
    expect(matching({ ...usual, ...filters }, ({ _id }) => _id === "proposed")(student(more))).toBe(isFound);
  });
});

it.each([
  ["none linked, in amber", [], "current", "None linked", true],
  ["empty for a student who has left", [], "left", "–", false],
  ["first names", ["Dr. Mira Rao", "Anil Rao"], "current", "Mira, Anil", false],
] as const)("the guardians of a row are %s", (_what, guardians, standing, words, isAmber) => {
  const row: StudentRowView = partOf({ guardians: [...guardians], standing });
  const html = renderToStaticMarkup(columns.find(({ name }) => name === "Guardians")?.cell(row));
  expect([html.replaceAll(/<[^>]*>/g, ""), html.includes("text-warn")]).toEqual([words, isAmber]);
});

it("what moves with an account is counted in words, with a singular for one", () => {
  expect(personScreens.moved(1, 1, 1)).toBe("1 result, 1 email, 1 open session");
  expect(personScreens.moved(2, 0, 3)).toBe("2 results, 0 emails, 3 open sessions");
});

describe("an order", () => {
  const rolls = ["10", "9", null, "B-2"].map((rollNo, n) => student({ _id: String(n), rollNo }));

  it("sorts roll numbers as numbers, and students without one come last in both directions", () => {
    expect(sorted(rolls, "roll", "asc").map(({ rollNo }) => rollNo)).toEqual(["B-2", "9", "10", null]);
    expect(sorted(rolls, "roll", "desc").map(({ rollNo }) => rollNo)).toEqual(["10", "9", "B-2", null]);
  });

  it("puts a letter with a mark beside the one without, in both directions and where nobody has a number", () => {
    const names = ["Zimmer", "Özdemir", "adams", "Adler", "Østby"];
    const people = names.map((name, n) => student({ _id: String(n), name, rollNo: null }));
    const inOrder = ["adams", "Adler", "Østby", "Özdemir", "Zimmer"];
    expect(sorted(people, "name", "asc").map(({ name }) => name)).toEqual(inOrder);
    expect(sorted(people, "name", "desc").map(({ name }) => name)).toEqual(inOrder.toReversed());
    expect(sorted(people, "roll", "desc").map(({ name }) => name)).toEqual(inOrder);
    expect(people.toSorted(inRollOrder).map(({ name }) => name)).toEqual(inOrder);
    expect(rolls.toSorted(inRollOrder).map(({ rollNo }) => rollNo)).toEqual(["B-2", "9", "10", null]);
  });

  it("does not depend on the order before it", () => {
    const names = fc.array(fc.record({ _id: fc.uuid(), name: fc.constantFrom("Asha", "asha", "Nila", "निशा") }));
    fc.assert(
      fc.property(
        names,
        fc.constantFrom("name", "roll", "admission"),
        fc.constantFrom("asc", "desc"),
        (people, sort, way) => {
          const all = [...new Map(people.map((one) => [one._id, student(one)])).values()];
          expect(sorted(all.toReversed(), sort, way)).toEqual(sorted(all, sort, way));
        },
      ),
    );
  });
});

it("students in a class of another year than the list are counted separately, because bulk work leaves them out", () => {
  const students = [
    { state: "current", standing: "current" },
    { state: "not placed", standing: "current" },
    { state: "left", standing: "current" },
    { state: "not placed", standing: "not placed" },
    { state: "current", standing: "left" },
  ] as const;
  const counts = (["current", "elsewhere", "not placed", "left"] as const).map((of) => chosenOf(students, of).length);
  expect(counts).toEqual([1, 2, 1, 1]);
});

describe("a list of a year", () => {
  const years = [{ _id: "next" }, { _id: "now" }, { _id: "last" }];
  it.each([
    ["last", true],
    ["now", false],
    ["next", false],
    [undefined, false],
  ])("%s is past: %s", (year, is) => {
    expect(isPast(years, year, "now")).toBe(is);
  });
});

it.each([
  ["begins", "2027-06-07"],
  ["runs", "2027-05-20"],
  [null, "2027-05-20"],
])("the list of a year that %s puts students into classes from %s on", (year, day) => {
  const years = [
    { _id: "begins", firstDay: "2027-06-07" },
    { _id: "runs", firstDay: "2026-06-08" },
  ];
  expect(dayOfList(years, year, "2027-05-20")).toBe(day);
});

it("the printed list shows the login of those who have one, and guardians and last results in full", () => {
  const lastResult = { exam: "Half-yearly", subject: "Environmental Studies and Life Skills", percentage: 80 };
  const row = { login: "active", guardians: ["Meera Rao"], standing: "current", lastResult } as StudentRowView;
  const htmlOf = (name: string) =>
    renderToStaticMarkup(columns.find((column) => column.name === name)?.cell(row) as ReactElement);
  expect(htmlOf(screens.heads.login)).toMatch(/^<span class="max-md:hidden print:inline"><span[^>]*>.*Active/);
  for (const name of [screens.heads.guardians, screens.heads.last])
    expect(htmlOf(name)).toMatch(/class="[^"]*\btruncate\b[^"]*\bprint:max-w-none print:whitespace-normal\b/);
});
