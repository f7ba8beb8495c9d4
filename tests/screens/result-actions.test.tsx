import { fireEvent, screen, waitFor } from "@testing-library/react";
import { getQueryKey } from "@trpc/react-query";
import { expect, it, vi } from "vitest";
import { ResultActions } from "@/features/results/components/result-actions";
import type { CorrectionView } from "@/features/results/schema";
import { api } from "@/trpc/client";
import { show, toasts } from "../harness/screen";

const result = {
  ...{ _id: "1", className: "7", score: 45, totalMarks: 50, percentage: 90, grade: "A+", gpa: null },
  ...{ examName: null, subject: "Science", examDate: null, createdAt: new Date("2026-11-29T09:00:00Z") },
};
const marks = { score: 45, gpa: null };
const correction = { at: result.createdAt, reason: "The sum", before: marks, after: marks };
const students = getQueryKey(api.students.list, {}, "query");

function openMenu(left: number, corrections: CorrectionView[] = []) {
  const shown = show(<ResultActions result={{ ...result, corrections }} studentName="Asha Rao" left={left} />, {
    answers: { "results.takeBack": null },
    known: [[students, {}]],
  });
  fireEvent.click(screen.getByRole("button", { name: /^More for/ }));
  return shown;
}

it.each([
  [[], "The result of Asha Rao is taken back."],
  [[correction], "The correction is taken back. The earlier marks of Asha Rao count again."],
])("during the pause, the last version can be taken back, and a message says so: %j", async (corrections, words) => {
  vi.stubGlobal("fetch", async () => Response.json({ account: { _id: "office" } }));
  const { inputs, queryClient, router } = openMenu(60_000, corrections);
  const isListOld = () => queryClient.getQueryState(students)?.isInvalidated;
  expect(isListOld()).toBe(false);
  fireEvent.click(screen.getByText("Take back"));
  await waitFor(() => expect(toasts()).toEqual([words]));
  expect(inputs()).toEqual([{ ids: ["1"] }]);
  // The list of students shows the latest result.
  await waitFor(() => expect(isListOld()).toBe(true));
  await waitFor(() => expect(router.refresh).toHaveBeenCalledOnce());
});

it("after the pause, a result can be corrected or withdrawn", () => {
  openMenu(0);
  expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(["", "Correct", "Withdraw"]);
});
