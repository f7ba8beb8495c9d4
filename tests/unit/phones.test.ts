import { describe, expect, it } from "vitest";
import { hasPhone, phonePieces, phonesIn } from "@/lib/phones";
import { fc } from "../harness/random";

const india = { code: "91", digits: 10 };
const [father, mother] = ["+919890022314", "+919823111111"];

describe("the phone of a form, as families type it", () => {
  it.each([
    ["98900 22314", [father]],
    ["+91 98900-22314", [father]],
    ["0091 98900 22314", [father]],
    ["098900.22314", [father]],
    ["(+91) 98900 22314", [father]],
    ["९८९०० २२३१४", [father]],
    ["+91 98900\u00a022314", [father]],
    ["\u202a+91 98900 22314\u202c", [father]],
    ["\u200e9890022314", [father]],
    ["\uff0b91 98900\u201322314", [father]],
    ["Mob. 98900 22314 (father)", [father]],
    ["98900 22314 / 98231 11111", [father, mother]],
    ["98900 22314, 98231 11111", [father, mother]],
    ["98900 22314 98231 11111", [father, mother]],
    ["9890022314/9823111111", [father, mother]],
    ["+919890022314+919823111111", [father, mother]],
    ["पिता 98900 22314; माता 98231 11111", [father, mother]],
    ["98900 22314 or +44 20 7946 0958", [father, "+442079460958"]],
    ["98900 22314, after 6", [father]],
    ["98900 22314 & 98900 22314", [father]],
    ["0712/2550142", ["+917122550142"]],
    ["255 0142", ["2550142"]],
  ])("%s has %j", (text, numbers) => {
    expect(hasPhone(text)).toBe(true);
    expect(phonesIn(text, india)).toEqual(numbers);
  });

  it.each(["call me", "1 or 1=1", "1234", "asha2014567@home.example", "https://98900.22314", "", "father / mother"])(
    "%j has none",
    (text) => expect(hasPhone(text)).toBe(false),
  );

  it("the same two numbers are found however they are set", () => {
    const number = fc.integer({ min: 6_000_000_000, max: 9_999_999_999 }).map(String);
    const before = fc.constantFrom("", "+91 ", "0", "Mob. ");
    const between = fc.constantFrom(" / ", ", ", " or ", " और ", "; ", " & ");
    fc.assert(
      fc.property(number, number, before, before, between, (one, other, lead, follow, gap) => {
        const text = `${lead}${one.slice(0, 5)} ${one.slice(5)}${gap}${follow}${other}`;
        expect(phonesIn(text, india)).toEqual([...new Set([`+91${one}`, `+91${other}`])]);
        expect(
          phonePieces(text, india)
            .map((piece) => piece.text)
            .join(""),
        ).toBe(text);
      }),
    );
  });

  it("each number in a text is dialled by itself", () => {
    expect(phonePieces("98900 22314 (father) / 98231 11111", india)).toEqual([
      { text: "98900 22314", dialled: father },
      { text: " (father) / " },
      { text: "98231 11111", dialled: mother },
    ]);
  });
});
