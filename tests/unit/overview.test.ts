import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { FirstSteps } from "@/features/overview/components/first-steps";
import { finding } from "@/features/overview/messages-find";
import { byDay, sinceWords, wordsOf } from "@/features/overview/rules";
import { pagesNamed } from "@/features/overview/rules-find";
import { copy as eventWords } from "@/features/records/messages";
import { copy } from "@/features/settings/messages";
import { settingsNamed } from "@/features/settings/rules";
import { stepFrom } from "@/lib/list-step";

describe("the search", () => {
  it.each([
    ["ArrowDown", 0, 3, 1],
    ["ArrowDown", 2, 3, 0],
    ["ArrowUp", 0, 3, 2],
    ["ArrowUp", 2, 3, 1],
    ["ArrowDown", -1, 0, undefined],
    ["a", 1, 3, undefined],
  ])("%s at %i of %i leads to %s", (key, from, count, to) => {
    expect(stepFrom(key, from, count)).toBe(to);
  });

  it("a page is found if its name has all the typed words; without a word, none is found", () => {
    const pages = [{ label: "Report cards" }, { label: "Exams and marks" }];
    expect(pagesNamed(pages, "CARD rep")).toEqual([pages[0]]);
    expect(pagesNamed(pages, "report marks")).toEqual([]);
    expect(pagesNamed(pages, "  ")).toEqual([]);
  });

  it.each([
    [false, false, "Students, exams, materials and pages"],
    [true, false, "Students, exams, materials, applications and pages"],
    [true, true, "Students, exams, materials, applications, settings and pages"],
  ])("with applications %s and settings %s, its hint promises only: %s", (hasApplications, hasSettings, words) => {
    expect(finding.hint(hasApplications, hasSettings)).toBe(words);
  });

  it("the setting that demands two-step login of staff is found by the name that it has everywhere", () => {
    expect(settingsNamed(["two-step"])).toEqual([{ href: "/admin/settings#step", label: "Two-step login of staff" }]);
    expect(eventWords.settings.staffSecondStep).toBe(copy.stepTitle);
  });

  it("words are in lower case, and eight at most", () => {
    expect(wordsOf("  Asha RAO ")).toEqual(["asha", "rao"]);
    expect(wordsOf("a b c d e f g h i j")).toHaveLength(8);
  });
});

it.each([
  ["2026-11-21", 1, "since Sat, 21 Nov"],
  ["2026-11-21", 2, "oldest since Sat, 21 Nov"],
  ["2025-12-31", 2, "oldest since Wed, 31 Dec 2025"],
  ["2026-11-26", 2, "since today"],
])("what has waited since %s, %i in all, reads on 26 November 2026: %s", (since, count, words) => {
  expect(sinceWords(since, count, "2026-11-26")).toBe(words);
});

it("upcoming things are grouped by their days, in order", () => {
  const on = (day: string) => ({ day });
  expect(byDay([on("2026-11-25"), on("2026-11-24"), on("2026-11-25")])).toEqual([
    { day: "2026-11-24", things: [on("2026-11-24")] },
    { day: "2026-11-25", things: [on("2026-11-25"), on("2026-11-25")] },
  ]);
});

it("a finished first step is struck out and called done, but still links to its page", () => {
  const steps = [
    { step: "students", isDone: true },
    { step: "invite", isDone: false },
  ] as const;
  const html = renderToStaticMarkup(createElement(FirstSteps, { steps: [...steps] }));
  expect(html.match(/line-through/g)).toHaveLength(1);
  expect(html).toContain(
    '<a class="line-through" href="/admin/import">Add the students</a><span class="sr-only">: Done</span>',
  );
  expect(html).toContain("Choose a class to print its letters, or tick students to invite them");
});
