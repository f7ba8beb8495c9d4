import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { StartLetters } from "@/features/letters/components/start-letters";
import { copy } from "@/features/letters/messages";
import {
  countByLetterAlone,
  countWithoutAddress,
  isStudentLeftOut,
  laterWords,
  placeLine,
  receiversOf,
} from "@/features/letters/rules";
import { languageOf, named } from "@/lib/script-language";
import type { Family } from "@/server/roster/families";

const guardian = {
  ...{ id: "g", name: "Meera Rao", hasEmail: false, loginName: "+919823012345" },
  ...{ relation: "mother", seesResults: true },
};
const blind = { ...guardian, seesResults: false };
const family: Family = {
  ...{ id: "s", name: "Asha Rao", hasEmail: false, loginName: "LYC-1042", hasLogin: false, isClosed: false },
  ...{ hasLeft: false, className: 7, section: "A", rollNo: "12", guardian },
};

describe("a letter holds a code", () => {
  it.each([
    ["for student and guardian", {}, ["s", "g"]],
    ["only for the guardian of a student who logs in", { hasLogin: true }, ["g"]],
    ["only for the guardian of a student whose login was closed", { isClosed: true }, ["g"]],
    ["only for the student if no guardian needs one", { guardian: null }, ["s"]],
    ["only for a guardian who may not see results", { guardian: blind }, ["g"]],
    ["only for a guardian who sees no results of a student who logs in", { guardian: blind, hasLogin: true }, ["g"]],
    ["for nobody if neither needs one", { hasLogin: true, guardian: null }, []],
  ])("%s", (_case, more, ids) => {
    expect(receiversOf({ ...family, ...more }).map(({ id }) => id)).toEqual(ids);
  });
});

it.each([
  ["who needs a code: yes, if the guardian may not see results", { guardian: blind }, true, [1, 0]],
  ["who logs in: no", { guardian: blind, hasLogin: true }, false, [0, 0]],
  ["whose login was closed: no", { guardian: blind, isClosed: true }, false, [0, 0]],
  ["whose guardian sees results: no", {}, false, [1, 1]],
  ["who has no guardian: no", { guardian: null }, false, [1, 1]],
])("whether a letter leaves out the student %s", (_who, more, isLeftOut, counts) => {
  const one = { ...family, ...more };
  expect([isStudentLeftOut(one), [countWithoutAddress([one]), countByLetterAlone([one])]]).toEqual([isLeftOut, counts]);
});

it.each([
  ["a student without address", { relation: null }, "with the admission number LYC-1042"],
  ["a guardian without address", { relation: "mother", loginName: "+919823012345" }, "with your phone number"],
  ["a person with an address", { relation: "mother", hasEmail: true }, "with your email address"],
  ["a person with neither", { relation: null, loginName: null }, "with the email address you gave"],
])("%s reads how to log in afterwards", (_who, more, words) => {
  expect(laterWords({ ...family, ...more })).toContain(words);
});

it.each([
  ["Asha Rao", "en"],
  ["निशा", "hi"],
  ["Nisha निशा", "hi"],
  ["فاطمة", "ar"],
  ["1. (فاطمة) Rao", "ar"],
  ["Well done, سلمى!", "en"],
  ["۱ Nisha", "en"],
  ["கவிதா", "ta"],
])("%s is read aloud as %s", (name, language) => {
  expect(languageOf(name)).toBe(language);
});

it("in a document, a long name may be broken between its letters, and any other name only at its spaces", () => {
  const text = (name: string) => named(name).text;
  expect(text("Asha Venkatanarayanan Rao")).toBe("Asha Venkatanarayanan Rao");
  expect(text(`Asha ${"n".repeat(22)} Rao`)).toBe(`Asha ${"nnnnn\u200b".repeat(4)}nn Rao`);
  expect(text("क्षि".repeat(7))).toBe(`${"क्षि".repeat(5)}\u200b${"क्षि".repeat(2)}`);
});

it.each([
  [{}, "Class 7 A, roll number 12"],
  [{ section: null, rollNo: null }, "Class 7"],
  [{ className: null }, ""],
])("the place of a student with %j reads “%s”", (more, line) => {
  expect(placeLine({ ...family, ...more })).toBe(line);
});

it("a question about letters names those without an address only if there are any", () => {
  expect([copy.students(2, 0), copy.students(2, 1)]).toEqual([
    "2 students.",
    "2 students, 1 of them without an address: the letter is their way in.",
  ]);
  expect([copy.toMany(2, 0, 2), copy.toMany(2, 1, 1)]).toEqual([
    "To 2: 2 letters.",
    "To 2, 1 of them has no address: 1 letter.",
  ]);
});

it.each([0, 2])(
  "the question says that each letter has the student’s code only if no letter lacks it: %i",
  (withoutStudent) => {
    const print = { error: null, isPending: false };
    const ownFacts = withoutStudent === 0;
    const props = { letters: 3, withoutStudent, address: "lyceum.example/join", ownFacts, print, onStart: () => {} };
    const drawn = renderToStaticMarkup(createElement(StartLetters, props));
    expect(drawn.includes("name and telephone number are not published yet")).toBe(!ownFacts);
    expect(drawn.includes("Each letter holds the code of the student")).toBe(withoutStudent === 0);
    expect(drawn).toContain("Letters that were printed earlier stay valid.");
  },
);
