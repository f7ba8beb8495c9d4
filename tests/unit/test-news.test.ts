import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  actOf,
  isNews,
  isUrgent,
  knownOf,
  newsInWords,
  reachInWords,
  type Step,
  whenTold,
} from "@/features/schedules/rules-news";
import type { Facts } from "@/features/schedules/schema-news";
import { runs } from "../harness/runs";

const test: Facts = {
  ...{ className: 7, sections: [], subject: "Biology" },
  ...{ testDate: "2026-12-04", testTime: "09:00", isOn: true },
};
const startOf = (date: string, time: string) => new Date(`${date}T${time}:00Z`);
const at = (text: string) => new Date(`2026-11-${text}:00Z`);
const now = at("23T10:00");
const announced: Step = { at: at("20T10:00"), kind: "announced", before: {} };
const movedAt = (when: Date, from: Facts): Step => ({
  ...{ at: when, kind: "moved" },
  before: { testDate: from.testDate, testTime: from.testTime },
});
const elsewhere = { ...test, testDate: "2026-12-08" };
const today = (testTime: string): Facts => ({ ...test, testDate: "2026-11-23", testTime });
const student = { className: 7, section: "A" };

describe("what families know of a test", () => {
  it.each([
    ["nothing of a new one", test, [{ ...announced, at: at("23T09:51") }], null],
    ["one that stood for ten minutes", test, [{ ...announced, at: at("23T09:50") }], test],
    ["the old place after a move", elsewhere, [announced, movedAt(at("23T09:55"), test)], test],
    ["the new place after the pause", elsewhere, [announced, movedAt(at("23T09:50"), test)], elsewhere],
    [
      "nothing of one that was moved before it was told",
      elsewhere,
      [{ ...announced, at: at("23T09:48") }, movedAt(at("23T09:57"), test)],
      null,
    ],
    ["one of before there was a history", test, [], test],
    [
      "that it stood, before it was cancelled",
      { ...test, isOn: false },
      [announced, { ...announced, at: at("23T09:55"), kind: "cancelled" as const }],
      test,
    ],
    [
      "nothing of one that was cancelled before it was told, however long ago",
      { ...test, isOn: false },
      [announced, { ...announced, at: at("20T10:09"), kind: "cancelled" as const }],
      null,
    ],
  ])("%s", (_, current, steps, known) => {
    expect(knownOf(current, steps, now, startOf)).toEqual(known);
  });

  it("a move within the next 48 hours is known at once", () => {
    const soon = { ...test, testDate: "2026-11-24" };
    const steps = [announced, movedAt(at("23T09:59"), soon)];
    expect(knownOf(elsewhere, steps, now, startOf)).toEqual(elsewhere);
    expect(knownOf(soon, [{ ...announced, at: at("23T09:59") }], now, startOf)).toBeNull();
  });

  it("families who find a test as it was are told nothing, whatever happened in the pause", () => {
    const days = fc.integer({ min: 1, max: 28 }).map((day) => `2026-12-${String(day).padStart(2, "0")}`);
    fc.assert(
      fc.property(fc.array(days, { maxLength: 6 }), (places) => {
        const stops = [test, ...places.map((testDate) => ({ ...test, testDate })), test];
        const steps = stops
          .slice(1)
          .map((_, index) => movedAt(new Date(at("23T09:51").getTime() + index * 60_000), stops[index] ?? test));
        const known = knownOf(test, [announced, ...steps], now, startOf);
        expect(known).toEqual(test);
        expect(actOf(known, test, student, now, startOf)).toBeNull();
      }),
      { numRuns: runs },
    );
  });
});

describe("what is told", () => {
  const ofB = { ...test, sections: ["B"] };
  const off = { ...test, isOn: false };
  const past = { ...test, testDate: "2026-11-22" };
  const tomorrow = { ...test, testDate: "2026-11-24" };
  it.each([
    ["a new test", null, test, student, "announced"],
    ["a new test of another section", null, ofB, student, null],
    ["a new test for a student in no section", null, ofB, { className: 7, section: null }, "announced"],
    ["one that lies in the past", null, past, student, null],
    ["one that is as it was", test, test, student, null],
    ["another text", test, { ...test, subject: "Botany" }, student, null],
    ["another place", test, elsewhere, student, "moved"],
    ["a cancelled one", test, off, student, "cancelled"],
    ["one that was announced and cancelled in the pause", null, off, student, null],
    ["one that takes place after all", off, test, student, "restored"],
    ["one that is another section's now", test, ofB, student, "cancelled"],
    ["one that was deleted", test, null, student, "cancelled"],
    ["one of another class", test, elsewhere, { className: 8, section: null }, null],
  ] as const)("%s", (_, known, next, who, act) => {
    expect(actOf(known, next, who, now, startOf)).toBe(act);
  });

  it.each([
    ["a move to tomorrow", test, { ...test, testDate: "2026-11-24" }, true],
    ["a move away from tomorrow", { ...test, testDate: "2026-11-24" }, test, true],
    ["in exactly 48 hours", { ...test, testDate: "2026-11-25", testTime: "10:00" }, off, true],
    ["a minute later", { ...test, testDate: "2026-11-25", testTime: "10:01" }, off, false],
    ["a new test of tomorrow", null, { ...test, testDate: "2026-11-24" }, false],
    [
      "another text of tomorrow's",
      { ...test, testDate: "2026-11-24" },
      { ...test, testDate: "2026-11-24", subject: "Botany" },
      false,
    ],
    ["tomorrow's, taken from all but B", tomorrow, { ...tomorrow, sections: ["B"] }, true],
    ["tomorrow's of A, now of B", { ...tomorrow, sections: ["A"] }, { ...tomorrow, sections: ["B"] }, true],
    ["tomorrow's, now of Class 8", tomorrow, { ...tomorrow, className: 8 }, true],
    [
      "tomorrow's of A, now of B as well",
      { ...tomorrow, sections: ["A"] },
      { ...tomorrow, sections: ["B", "A"] },
      false,
    ],
    ["tomorrow's of A, now of all", { ...tomorrow, sections: ["A"] }, tomorrow, false],
    ["next week's, taken from all but B", test, ofB, false],
    ["one that has begun", { ...test, testDate: "2026-11-23" }, { ...off, testDate: "2026-11-23" }, false],
  ])("%s leaves at once: %s", (_, known, next, isAtOnce) => {
    expect(isUrgent(known, next, now, startOf)).toBe(isAtOnce);
  });

  it.each([
    ["a new test in eleven minutes", null, today("10:11"), "after-pause"],
    ["a new test in ten minutes", null, today("10:10"), "never"],
    ["a test in five minutes, cancelled", today("10:05"), { ...today("10:05"), isOn: false }, "at-once"],
    ["a test of B in five minutes, given to all", { ...today("10:05"), sections: ["B"] }, today("10:05"), "never"],
  ])("%s is told by the email that leaves in time, or by none", (_, known, next, when) => {
    expect(whenTold(known, next, now, startOf)).toBe(when);
  });

  it.each([
    ["taken from all sections but one, is news", test, ofB, true],
    ["given to all sections, is news", ofB, test, true],
    ["given to one more section, is news", ofB, { ...test, sections: ["A", "B"] }, true],
    ["changed only in its text, is not news", ofB, { ...ofB, subject: "Botany" }, false],
  ])("a test that was %s", (_, known, next, isTold) => {
    expect(isNews(known, next, now, startOf)).toBe(isTold);
  });

  it("is put into words with the next test first, and with the names of children if there are any", () => {
    const of = (child: string | null) => [{ child }];
    const one = { act: "moved", facts: elsewhere, known: test, reason: "hall not free", students: of(null) } as const;
    expect(newsInWords([{ ...one, students: [...one.students] }], "24")).toEqual({
      subject: "Test moved: Biology",
      paragraphs: [
        "Test moved: Biology, Class 7, from Friday, 4 Dec 2026, 09:00 to Tuesday, 8 Dec 2026, 09:00: hall not free.",
      ],
    });
    const two = newsInWords(
      [
        { act: "announced", facts: elsewhere, known: null, reason: null, students: of("Asha") },
        {
          act: "cancelled",
          facts: { ...test, sections: ["A", "B"] },
          known: test,
          reason: null,
          students: [{ child: "Dev" }, { child: "Asha" }],
        },
      ],
      "24",
    );
    expect(two.subject).toBe("News about tests (Dev and Asha)");
    expect(two.paragraphs[0]).toBe("Test cancelled: Biology, Class 7 A, B (Dev and Asha), Friday, 4 Dec 2026, 09:00.");
  });

  it.each([
    ["Hall not free", "Hall not free."],
    ["The hall is not free.", "The hall is not free."],
    ["Strike!", "Strike!"],
    ["Why not?", "Why not?"],
    ["सभागृह उपलब्ध नाही।", "सभागृह उपलब्ध नाही।"],
  ])("the reason %s gets a full stop only if it has no end mark", (reason, end) => {
    const students = [{ child: null }];
    const { paragraphs } = newsInWords([{ act: "cancelled", facts: test, known: test, reason, students }], "24");
    expect(paragraphs).toEqual([`Test cancelled: Biology, Class 7, Friday, 4 Dec 2026, 09:00: ${end}`]);
  });

  it("an email about a whole term says how many tests it leaves out", () => {
    const many = Array.from({ length: 33 }, () => ({
      act: "announced" as const,
      facts: test,
      known: null,
      reason: null,
      students: [{ child: null }],
    }));
    const { subject, paragraphs } = newsInWords(many, "12");
    expect([subject, paragraphs.length, paragraphs.at(-1)]).toEqual(["New tests", 31, "And 3 more tests."]);
  });

  it.each([
    [
      { when: "after-pause", isMailOn: true },
      "Told in ten minutes: 41 students and 1 guardian by email; 3 without email.",
    ],
    [
      { when: "after-pause", isMailOn: true, inDigest: 6 },
      "Told in ten minutes: 41 students and 1 guardian by email; 6 in the email of the day; 3 without email.",
    ],
    [{ when: "at-once", isMailOn: true, others: 0 }, "Told at once: 41 students and 1 guardian by email."],
    [
      { when: "after-pause", isMailOn: false, others: 0 },
      "No mail server is set up: emails to 41 students and 1 guardian are kept as files in ten minutes, and nobody gets them.",
    ],
    [{ when: "at-once", isMailOn: true, guardians: 0, others: 0 }, "Told at once: 41 students by email."],
    [{ when: "after-pause", isMailOn: true, students: 0, others: 0 }, "Told in ten minutes: 1 guardian by email."],
    [
      { when: "at-once", isMailOn: true, students: 0, guardians: 0, inDigest: 6 },
      "Told later: 6 in the email of the day; 3 without email.",
    ],
    [
      { when: "at-once", isMailOn: false, students: 0, guardians: 0, inDigest: 6, others: 0 },
      "No mail server is set up: 6 in the file of the day.",
    ],
    [{ when: "never", isMailOn: true }, "Nobody is told of this by email."],
    [{ when: "at-once", isMailOn: true, students: 0, guardians: 0 }, "Nobody is told of this by email."],
  ] as const)("the forms say whom a change reaches: %o", (given, words) => {
    expect(reachInWords({ students: 41, guardians: 1, inDigest: 0, others: 3, ...given })).toBe(words);
  });
});
