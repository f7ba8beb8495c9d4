import { focusManager, QueryClient, QueryObserver } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { createElement } from "react";
import { afterEach, expect, it, onTestFinished, vi } from "vitest";
import { ResultsView } from "@/features/results/components/results-view";
import type { MyResultView } from "@/features/results/schema";
import { callOptions } from "@/trpc/call-options";
import { api } from "@/trpc/client";
import { drawn, type Known } from "../harness/drawn";

const browser = vi.hoisted(() => ({ isBackNavigation: vi.fn(() => false) }));
vi.mock("@/lib/back-navigation", () => browser);

const result: MyResultView = {
  ...{ _id: "1", className: "7", score: 61, totalMarks: 80, percentage: 76.25, grade: "B+", gpa: null, remark: null },
  ...{ examName: null, subject: "Maths", subjectToday: null, examDate: null, createdAt: new Date("2026-11-30") },
  ...{ isNew: false, isUnseen: false, corrections: [] },
};

/** Draws a child's results; the server answers every call with an empty list. */
function draw(found: MyResultView[], known: Known = []) {
  const props = { studentName: "Asha Rao", studentEmail: "", childId: "2", found, curves: null };
  return drawn(createElement(ResultsView, props), {
    answers: { "exams.absences": [], "results.mine": [], "results.withdrawn": [] },
    known,
    queryClient: new QueryClient({ defaultOptions: callOptions }),
    router: { refresh() {} },
  });
}

afterEach(() => {
  focusManager.setFocused(undefined);
  vi.useRealTimers();
});

it("a tab that comes to the front after a while reads the results again, so that a printout is up to date", async () => {
  vi.useFakeTimers();
  const { asked, queryClient } = draw([result]);
  queryClient.mount();
  for (const { queryKey, options } of queryClient.getQueryCache().getAll())
    new QueryObserver(queryClient, { ...options, queryKey }).subscribe(() => {});
  await vi.advanceTimersByTimeAsync(60_000);
  asked.length = 0;
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  await vi.advanceTimersByTimeAsync(0);
  queryClient.unmount();
  expect(asked.map(([path]) => path).toSorted()).toEqual(["exams.absences", "results.mine", "results.withdrawn"]);
});

it("a printout with only exams without a mark has the letterhead and the student's name", () => {
  const absence = { _id: "1", kind: "absent", className: "7", examName: "Final", subject: "Maths" };
  const dated = {
    ...absence,
    examDate: "2026-11-20",
    releasedAt: new Date("2026-11-25"),
    remark: null,
    withdrawal: null,
  };
  const absences = getQueryKey(api.exams.absences, { studentId: "2" }, "query");
  const withdrawn = getQueryKey(api.results.withdrawn, { studentId: "2" }, "query");
  const known: Known = [
    [absences, [dated]],
    [withdrawn, []],
  ];
  const { html } = draw([], known);
  expect(html).toMatch(/<header class="[^"]*print:grid.*Asha Rao/s);
});

it("a result that was read is not marked as new when Back shows the earlier page", () => {
  const found = [{ ...result, isNew: true, isUnseen: true }];
  expect(draw(found).html).toContain("New result: Maths");
  browser.isBackNavigation.mockReturnValue(true);
  onTestFinished(() => void browser.isBackNavigation.mockReturnValue(false));
  expect(draw(found).html).not.toContain("New result: Maths");
});
