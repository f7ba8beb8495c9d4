import { focusManager, QueryClient, QueryObserver } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { observable } from "@trpc/server/observable";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, it, onTestFinished, vi } from "vitest";
import { ResultsView } from "@/features/results/components/results-view";
import type { MyResultView } from "@/features/results/schema";
import { callOptions } from "@/trpc/call-options";
import { api } from "@/trpc/client";

const browser = vi.hoisted(() => ({ cameBack: vi.fn(() => false) }));
vi.mock("@/lib/came-back", () => browser);

const result: MyResultView = {
  ...{ _id: "1", className: "7", score: 61, totalMarks: 80, percentage: 76.25, grade: "B+", gpa: null, remark: null },
  ...{ examName: null, subject: "Maths", subjectToday: null, examDate: null, createdAt: new Date("2026-11-30") },
  ...{ isNew: false, isUnseen: false, corrections: [] },
};

/** Renders a child's results; each request gets an empty list. */
function draw(found: MyResultView[], prepare = (_: QueryClient) => {}) {
  const asked: string[] = [];
  const queryClient = new QueryClient({ defaultOptions: callOptions });
  prepare(queryClient);
  const client = api.createClient({
    links: [
      () =>
        ({ op: { path } }) =>
          observable((observer) => {
            asked.push(path);
            observer.next({ result: { type: "data", data: [] } });
            observer.complete();
          }),
    ],
  });
  const props = { studentName: "Asha Rao", studentEmail: "", childId: "2", found, curves: null };
  const part = createElement(ResultsView, props);
  const children = createElement(AppRouterContext.Provider, { value: { refresh() {} } as never }, part);
  return {
    asked,
    queryClient,
    html: renderToStaticMarkup(createElement(api.Provider, { client, queryClient, children })),
  };
}

afterEach(() => {
  focusManager.setFocused(undefined);
  vi.useRealTimers();
});

it("a tab that comes to the front after a while reads the results anew, so that what is printed is of today", async () => {
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
  expect(asked.toSorted()).toEqual(["exams.absences", "results.mine", "results.withdrawn"]);
});

it("paper with nothing but exams without a mark has the letterhead and the student's name", () => {
  const absence = { _id: "1", kind: "absent", className: "7", examName: "Final", subject: "Maths" };
  const dated = {
    ...absence,
    examDate: "2026-11-20",
    releasedAt: new Date("2026-11-25"),
    remark: null,
    withdrawal: null,
  };
  const { html } = draw([], (cache) => {
    cache.setQueryData(getQueryKey(api.exams.absences, { studentId: "2" }, "query"), [dated]);
    cache.setQueryData(getQueryKey(api.results.withdrawn, { studentId: "2" }, "query"), []);
  });
  expect(html).toMatch(/<header class="[^"]*print:grid.*Asha Rao/s);
});

it("a result that was read is not marked new when Back shows the earlier page", () => {
  const found = [{ ...result, isNew: true, isUnseen: true }];
  expect(draw(found).html).toContain("New result: Maths");
  browser.cameBack.mockReturnValue(true);
  onTestFinished(() => void browser.cameBack.mockReturnValue(false));
  expect(draw(found).html).not.toContain("New result: Maths");
});
