import { QueryClient } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { createElement, type ReactNode } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { ResultActions } from "@/features/results/components/result-actions";
import type { CorrectionView } from "@/features/results/schema";
import { callOptions } from "@/trpc/call-options";
import { api } from "@/trpc/client";
import { drawn } from "../harness/drawn";

type Part = { children?: ReactNode; onClick?: () => void };

const acts = vi.hoisted((): Map<string, () => void> => new Map());
const said = vi.hoisted((): string[] => []);
vi.mock("@/components/table/row-menu", () => ({
  RowMenu: ({ children }: Part) => children,
  RowAction: ({ children, onClick }: Part) => void (onClick && acts.set(String(children), onClick)),
}));
vi.mock("@/components/ui/toast", () => ({
  toast: { success: (text: string) => said.push(text), error: (text: string) => said.push(text) },
}));

const at = new Date("2026-11-29T09:00:00Z");
const result = {
  ...{ _id: "1", className: "7", score: 45, totalMarks: 50, percentage: 90, grade: "A+", gpa: null },
  ...{ examName: null, subject: "Science", examDate: null, createdAt: at, corrections: [] as CorrectionView[] },
};
const marks = { score: 45, gpa: null };
const corrections = [{ at, reason: "The sum", before: marks, after: marks }];

/** Draws the actions; the server answers their calls immediately. */
function draw(given: { corrections?: CorrectionView[]; left: number }) {
  const { left, ...changes } = given;
  const part = createElement(ResultActions, { result: { ...result, ...changes }, studentName: "Asha Rao", left });
  const students = getQueryKey(api.students.list, {}, "query");
  const { asked, queryClient } = drawn(part, {
    answers: { "results.takeBack": null },
    known: [[students, {}]],
    queryClient: new QueryClient({ defaultOptions: callOptions }),
    router: { refresh() {} },
  });
  return { asked, isListOld: () => queryClient.getQueryState(students)?.isInvalidated };
}

beforeEach(() => {
  acts.clear();
  said.length = 0;
});

it.each([
  [[], "The result of Asha Rao is taken back."],
  [corrections, "The correction is taken back. The earlier marks of Asha Rao count again."],
])("during the pause, the last version can be taken back, and a message says so: %j", async (changed, words) => {
  const { asked, isListOld } = draw({ corrections: changed, left: 1000 });
  expect(isListOld()).toBe(false);
  acts.get("Take back")?.();
  await expect.poll(() => said).toEqual([words]);
  expect(asked).toEqual([["results.takeBack", { ids: ["1"] }]]);
  // The list of students shows the latest result.
  await expect.poll(isListOld).toBe(true);
});

it("after the pause, a result can be corrected or withdrawn", () => {
  draw({ left: 0 });
  expect([...acts.keys()]).toEqual(["Correct", "Withdraw"]);
});
