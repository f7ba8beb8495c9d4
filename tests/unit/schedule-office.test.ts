import { describe, expect, it } from "vitest";
import { askedOf, linesOf, placeOfTyped, withEdited, wordsOfWarning } from "@/features/schedules/rules-office";
import type { ChangeView } from "@/features/schedules/schema-changes";
import type { Warning } from "@/features/schedules/schema-warnings";

describe("the office's list of tests", () => {
  it.each([
    [{}, { from: "2026-11-23", order: "soonest" }],
    [
      { when: "past", class: "7" },
      { before: "2026-11-23", order: "latest", className: "7" },
    ],
    [
      { class: "13", state: "gone", q: " " },
      { from: "2026-11-23", order: "soonest" },
    ],
    [
      { state: "cancelled", q: " poems " },
      { from: "2026-11-23", order: "soonest", state: "cancelled", q: "poems" },
    ],
  ])("the address %j asks for %j", (choices, asked) => {
    expect(askedOf(choices, "2026-11-23")).toEqual({ ...asked, limit: 20 });
  });

  it("a test whose form is open stays in the list even if a filter no longer finds it, and is listed only once", () => {
    const [algebra, botany, poems] = [{ _id: "a" }, { _id: "b" }, { _id: "p" }];
    expect(withEdited([algebra, botany], [botany])).toEqual([algebra, botany]);
    expect(withEdited([algebra], [botany, poems])).toEqual([botany, poems, algebra]);
    expect(withEdited([], [poems])).toEqual([poems]);
    expect(withEdited([algebra], [])).toEqual([algebra]);
  });

  const typed = { className: "7", sections: "a, B", testDate: "2026-12-04", testTime: "09:00:00", minutes: "" };
  it("typed values are checked only once they make a complete and valid place", () => {
    expect(placeOfTyped(typed)).toEqual({ ...typed, sections: ["a", "B"], testTime: "09:00" });
    for (const wrong of [
      { className: "" },
      { testDate: "" },
      { testDate: "0000-01-01" },
      { testTime: "" },
      { sections: "Rose" },
      { minutes: "4" },
      { minutes: "601" },
      { minutes: "an hour" },
    ])
      expect(placeOfTyped({ ...typed, ...wrong }), JSON.stringify(wrong)).toBeNull();
  });

  it.each<[Partial<Warning>, string]>([
    [{ code: "overlap" }, "At the same time as Physics, 2:05 pm."],
    [{ code: "four-that-week" }, "It makes 2 tests that week, with Physics, Friday, 4 Dec 2026, 2:05 pm."],
    [{ code: "closed-day", name: "Diwali", tests: [] }, "The institute is closed: Diwali."],
    [{ code: "past", tests: [] }, "It is in the past."],
  ])("the warning %j in words", (warning, words) => {
    const tests = [{ _id: "p", subject: "Physics", testDate: "2026-12-04", testTime: "14:05" }];
    expect(wordsOfWarning({ code: "past", name: null, tests, ...warning }, "12")).toBe(words);
  });

  it.each<[Partial<ChangeView>, string[]]>([
    [
      { kind: "announced", after: { testDate: "2026-12-04", testTime: "09:00", room: null } },
      ["Friday, 4 Dec 2026, 09:00"],
    ],
    [
      {
        kind: "moved",
        before: { testDate: "2026-12-04", testTime: "09:00", sections: ["A"] },
        after: { testDate: "2026-12-05", testTime: "09:00", sections: [] },
      },
      ["From Friday, 4 Dec 2026, 09:00 to Saturday, 5 Dec 2026, 09:00", "Sections: A, now none"],
    ],
    [{ kind: "cancelled", before: { isHidden: false }, after: { isHidden: true } }, ["Entered by mistake"]],
    [{ kind: "restored", before: { isHidden: true }, after: { isHidden: false } }, []],
  ])("the step %j in words", (step, lines) => {
    const plain = { at: new Date(0), by: null, reason: null, warnings: [], confirmed: false, before: {}, after: {} };
    expect(linesOf({ kind: "edited", ...plain, ...step }, "24")).toEqual(lines);
  });
});
