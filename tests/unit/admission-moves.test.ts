import { createElement } from "react";
import { describe, expect, it } from "vitest";
import { FactsProvider } from "@/components/site/facts";
import { siteDefaults } from "@/content/site";
import { FamilyStanding } from "@/features/admissions/components/family-standing";
import { visitEvent } from "@/features/admissions/rules-family";
import {
  type AskedMove,
  closedStates,
  isAnswer,
  isClockRunning,
  needOf,
  refusalOf,
  stepOf,
  targetsOf,
} from "@/features/admissions/rules-moves";
import { type SubmissionState, submissionStates } from "@/features/admissions/schema";
import type { FollowedView } from "@/features/admissions/schema-family";
import { wordsOf } from "@/lib/catalogue";
import { drawn } from "../harness/drawn";
import { partOf } from "../harness/part-of";
import { fc } from "../harness/random";

const now = new Date("2026-11-20T10:00:00Z");
const later = new Date("2026-11-26T05:30:00Z");
const asked = (to: SubmissionState, more: Partial<AskedMove> = {}): AskedMove => ({
  ...{ to, by: "office", reason: "because", visitAt: later, makesStudent: true },
  ...more,
});
const said = (from: SubmissionState, move: AskedMove) => {
  const refusal = refusalOf(from, move);
  return refusal && wordsOf(refusal);
};

const state = fc.constantFrom(...submissionStates);
const move = fc.record({
  ...{ to: state, by: fc.constantFrom("office" as const, "family" as const) },
  ...{
    makesStudent: fc.boolean(),
    reason: fc.constantFrom(null, "because"),
    visitAt: fc.constantFrom(null, later),
  },
});

/** The states that a series of requested moves passes through; a refused move changes nothing. */
function walk(moves: readonly AskedMove[]): SubmissionState[] {
  const passed: SubmissionState[] = ["received"];
  for (const one of moves) {
    const from = passed.at(-1) ?? "received";
    if (!refusalOf(from, one)) passed.push(one.to);
  }
  return passed;
}

describe("the way of an application", () => {
  it("whatever is requested, only an accepted application is enrolled, and an enrolled one never moves again", () => {
    fc.assert(
      fc.property(fc.array(move, { maxLength: 40 }), (moves) => {
        const passed = walk(moves);
        for (const [index, at] of passed.entries()) {
          if (at === "enrolled") expect([passed[index - 1], index]).toEqual(["accepted", passed.length - 1]);
          if (index > 0 && ["declined", "withdrawn"].includes(passed[index - 1] ?? "")) expect(at).toBe("in_review");
        }
      }),
    );
  });

  it("a family can only withdraw, or accept an offer", () => {
    fc.assert(
      fc.property(state, move, (from, one) => {
        if (refusalOf(from, { ...one, by: "family" })) return;
        expect(one.to === "withdrawn" || (from === "offered" && one.to === "accepted")).toBe(true);
      }),
    );
  });

  it("in any order of moves, an application that the family withdrew is not enrolled before a new review", () => {
    const familys = fc.constantFrom("withdrawn" as const, "accepted" as const).map((to) => asked(to, { by: "family" }));
    fc.assert(
      fc.property(fc.array(fc.oneof(move, familys), { maxLength: 40 }), (moves) => {
        const passed = walk(moves);
        for (const [index, at] of passed.entries()) {
          const before = passed.slice(0, index);
          if (at !== "enrolled" || !before.includes("withdrawn")) continue;
          expect(before.slice(before.lastIndexOf("withdrawn") + 1)).toContain("in_review");
        }
      }),
    );
  });

  it("every step that is offered is allowed with what it needs, and refused without it", () => {
    for (const from of submissionStates)
      for (const to of targetsOf(from, "office")) {
        expect(said(from, asked(to)), `${from} to ${to}`).toBeUndefined();
        const need = needOf(from, to);
        const without = {
          ...(need === "reason" && { reason: null }),
          ...(need === "visit" && { visitAt: null }),
          ...(need === "student" && { makesStudent: false }),
        };
        expect(said(from, asked(to, without)) === undefined, `${from} to ${to} without`).toBe(need === undefined);
      }
  });

  it.each<[SubmissionState, AskedMove, string]>([
    [
      ...(["accepted" as const, asked("enrolled", { makesStudent: false })] as const),
      "Applications are enrolled one at a time, with class and guardians: open it and press “Enrol”.",
    ],
    ["declined", asked("enrolled"), "An application in “Declined” cannot go to “Enrolled”."],
    ["waiting", asked("waiting"), "The application is already in “Waiting”."],
    ["received", asked("declined", { reason: null }), "This step needs a reason."],
    ["offered", asked("waiting", { reason: null }), "This step needs a reason."],
    ["received", asked("invited", { visitAt: null }), "An invitation needs a day and a time."],
    ["received", asked("offered", { by: "family" }), "An application in “Received” cannot go to “Offered”."],
  ])("from %s: %j is refused in words", (from, one, words) => expect(said(from, one)).toBe(words));

  it("the clock runs until the first answer, which is any move beyond the first two states", () => {
    const running = (at: SubmissionState, answeredAt: Date | null = null) => isClockRunning({ state: at, answeredAt });
    expect([running("received"), running("in_review"), running("waiting")]).toEqual([true, true, false]);
    expect(running("received", now)).toBe(false);
    expect([isAnswer("received", "in_review"), isAnswer("in_review", "declined")]).toEqual([false, true]);
    for (const closed of closedStates) expect(isAnswer("received", closed)).toBe(true);
  });
});

it.each([
  ["received", "offered", "offered"],
  ["in_review", "offered", "offered"],
  ["withdrawn", "offered", ""],
  ["declined", "offered", ""],
  ["withdrawn", "in_review", "in_review"],
  ["accepted", "enrolled", ""],
  ["received", "", ""],
] as const)("if an application is now in %s, the chosen step %j becomes %j", (from, chosen, step) =>
  expect(stepOf(from, chosen)).toBe(step),
);

it("a visit is one calendar event: the one that is saved later replaces the earlier one, also after a merge and its undo", () => {
  const eventAt = (at: Date) =>
    visitEvent({ reference: "K7Q2-9XMD", at }, later, { name: "Lyceum", place: "1 School Road", toBring: [] });
  const first = eventAt(now);
  expect(first).toMatchObject({ uid: "K7Q2-9XMD", changedAt: now, time: { start: later } });
  expect(eventAt(now)).toEqual(first);
  expect(eventAt(later).sequence).toBeGreaterThan(first.sequence);
  // Some calendar programs read it as a signed number of 32 bits.
  expect(eventAt(new Date("2126-11-20T10:00:00Z")).sequence).toBeLessThan(2 ** 31);
});

describe("what a family brings to a visit", () => {
  const application: FollowedView = partOf({
    ...{ reference: "K7Q2-9XMD", name: "Myra", state: "invited", givenClass: null, visitAt: later, at: now },
    ...{ answerDue: null, canAccept: false, canWithdraw: false },
  });
  const pageWith = (toBring: string[]) => {
    const children = createElement(FamilyStanding, { application, onChanged() {}, onRefused() {} });
    return drawn(createElement(FactsProvider, { of: { ...siteDefaults.facts, toBring }, children })).html;
  };
  const entryWith = (toBring: string[]) =>
    visitEvent(application, later, { name: "Lyceum", place: "1 School Road", toBring }).description;

  it("is on its page and in its calendar as the office has written it", () => {
    expect(pageWith(["a birth certificate", "two photographs"])).toMatch(
      /Please bring<.*<li>a birth certificate<\/li><li>two photographs<\/li>/,
    );
    expect(entryWith(["a birth certificate", "two photographs"])).toBe(
      "Please bring: a birth certificate, two photographs",
    );
  });

  it("is not mentioned if it is nothing", () => {
    expect(pageWith([])).toContain("14 Banyan Court");
    expect(pageWith([])).not.toContain("Please bring");
    expect(entryWith([])).toBeNull();
  });
});
