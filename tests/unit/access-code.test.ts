import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codeLetters, readCode, shownCode } from "@/lib/access-code";

const codes = fc.array(fc.constantFrom(...codeLetters), { minLength: 10, maxLength: 10 }).map((all) => all.join(""));

describe("a code", () => {
  it.each([
    ["K7Q2M-9XMDT", "K7Q2M9XMDT"],
    [" k7q2m 9xmdt ", "K7Q2M9XMDT"],
    ["k7q2m–9xmdt", "K7Q2M9XMDT"],
    ["OoIiLl2345", "0011112345"],
    ["Ｋ７Ｑ２Ｍ-9XMDT", "K7Q2M9XMDT"],
    ["k७q२m-९xmdt", "K7Q2M9XMDT"],
    ["K7Q2M-9XMD", null],
    ["K7Q2M-9XMDTT", null],
    ["K7Q2M-9XMDU", null],
    ["", null],
  ])("typed as %j is read as %j", (typed, code) => {
    expect(readCode(typed)).toBe(code);
  });

  it("is read back as it is shown, in upper or lower case", () => {
    fc.assert(
      fc.property(codes, (code) => {
        expect(shownCode(code)).toMatch(/^.{5}-.{5}$/);
        expect([readCode(shownCode(code)), readCode(shownCode(code).toLowerCase())]).toEqual([code, code]);
      }),
    );
  });

  it("is never read as another code", () => {
    fc.assert(fc.property(codes, codes, (one, other) => one === other || readCode(shownCode(one)) !== other));
  });
});
