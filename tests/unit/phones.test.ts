import { describe, expect, it } from "vitest";
import { hasPhone, phoneOf, phonePieces, phonesIn, shownPhone, telOf } from "@/lib/phones";
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
    "%j has no phone number",
    (text) => expect(hasPhone(text)).toBe(false),
  );

  it("the same two numbers are found, however they are written", () => {
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

  it("each number in a text can be dialled separately", () => {
    expect(phonePieces("98900 22314 (father) / 98231 11111", india)).toEqual([
      { text: "98900 22314", dialled: father },
      { text: " (father) / " },
      { text: "98231 11111", dialled: mother },
    ]);
  });
});

it.each([
  ["+91 712 555 0142", "tel:+917125550142"],
  ["0712 255 0100 / 98900 22314", "tel:+917122550100"],
  ["0712/2550142", "tel:+917122550142"],
  ["2255 0100 / 98900 22314", "tel:22550100"],
  ["1800 123 4567 / 98900 22314", "tel:18001234567"],
  ["98900 22314 / 1800 123 4567", "tel:+919890022314"],
  ["Gate 2: 98900 22314", "tel:+919890022314"],
  ["९८९०० २२३१४", "tel:+919890022314"],
  ["98900 22314 (office)", "tel:+919890022314"],
  ["1800 123 4567", "tel:18001234567"],
  ["112", "tel:112"],
])("the link of %s is %s", (text, link) => expect(telOf(text, india)).toBe(link));

describe("a number of a country whose numbers differ in length", () => {
  const germany = { code: "49", digits: { from: 6, to: 11 } };
  const newZealand = { code: "64", digits: { from: 8, to: 10 } };
  const nepal = { code: "977", digits: { from: 8, to: 10 } };

  it.each([
    ["0151 12345678", germany, "+4915112345678"],
    ["0171 1234567", germany, "+491711234567"],
    ["089/123456", germany, "+4989123456"],
    ["+49 89 123456", germany, "+4989123456"],
    ["0049 4921 12345", germany, "+49492112345"],
    ["15112345678", germany, "+4915112345678"],
    ["4915112345678", germany, "+4915112345678"],
    ["+44 20 7946 0958", germany, "+442079460958"],
    ["123 4567", germany, null],
    ["49 301234567", germany, null],
    ["+49 151 123456789", germany, null],
    ["0151 12", germany, null],
    ["021 123 456", newZealand, "+6421123456"],
    ["+64 21 123 45678", newZealand, "+642112345678"],
    ["09 555 1234", newZealand, "+6495551234"],
    ["555 1234", newZealand, null],
    ["64 2112 3456", newZealand, null],
    ["984 1234567", nepal, "+9779841234567"],
    ["01-4412345", nepal, "+97714412345"],
    ["977 1 4412345", nepal, "+97714412345"],
    ["4412345", nepal, null],
    ["98900 22314", india, father],
    ["0 98900 22314", india, father],
    ["91 98900 22314", india, father],
    ["91900 22314", india, "+919190022314"],
    ["+91 98900 2231", india, null],
    ["098900 2231", india, null],
    ["+91 98900 223145", india, null],
  ])("%s is read", (text, dialling, number) => {
    expect(phoneOf(text, dialling)).toBe(number);
  });

  it.each([
    ["0171 123 45 67 0151 123 456 78", germany, ["+491711234567", "+4915112345678"]],
    ["021 123 456, 09 555 1234", newZealand, ["+6421123456", "+6495551234"]],
  ])("%s has %j", (text, dialling, numbers) => {
    expect(phonesIn(text, dialling)).toEqual(numbers);
  });
});

it.each([
  ["+919890022314", "+91 98900 22314"],
  ["+442079460958", "+442079460958"],
])("%s is shown as %s, with a number of the country in groups", (number, shown) => {
  expect(shownPhone(number, india)).toBe(shown);
});

it("a number of any length is shown in groups of three to five digits that dial the same", () => {
  for (const digits of ["234567", "2345678", "234567890", "23456789012"]) {
    const shown = shownPhone(`+91${digits}`, india);
    expect(shown).toMatch(/^\+91( \d{3,5}){2,3}$/);
    expect(shown.replaceAll(" ", "")).toBe(`+91${digits}`);
  }
});
