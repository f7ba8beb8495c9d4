import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, onTestFinished, vi } from "vitest";
import { ResultsView } from "@/features/results/components/results-view";
import type { MyResultView } from "@/features/results/schema";
import { later, leaveAndComeBack, show } from "../harness/screen";

const result: MyResultView = {
  ...{ _id: "1", className: "7", score: 61, totalMarks: 80, percentage: 76.25, grade: "B+", gpa: null, remark: null },
  ...{ examName: null, subject: "Maths", subjectToday: null, examDate: null, createdAt: new Date("2026-11-30") },
  ...{ isNew: false, isUnseen: false, corrections: [] },
};
const isNew = { ...result, isNew: true, isUnseen: true };
const none = { "exams.absences": [], "results.mine": [], "results.withdrawn": [] };

/** Shows a child's results. */
const open = (found: MyResultView[], answers: object, at = "/family/2") =>
  show(<ResultsView studentName="Asha Rao" studentEmail="" childId="2" found={found} curves={null} />, {
    answers: { ...none, ...answers },
    at,
  });

it("a tab that comes to the front after a while reads the results again, so that a printout is up to date", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const { asked, paths, queryClient } = open([result], {});
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  asked.length = 0;
  vi.setSystemTime(Date.now() + 60_000);
  fireEvent(document, new Event("visibilitychange", { bubbles: true }));
  await waitFor(() => expect(paths().toSorted()).toEqual(["exams.absences", "results.mine", "results.withdrawn"]));
});

it("a printout with only exams without a mark has the letterhead and the student's name", async () => {
  const absence = {
    _id: "1",
    kind: "absent",
    className: "7",
    examName: "Final",
    subject: "Maths",
    examDate: "2026-11-20",
  };
  const released = { releasedAt: new Date("2026-11-25"), remark: null, withdrawal: null };
  const { container } = open([], { "exams.absences": [{ ...absence, ...released }] });
  await screen.findByText(/Final/);
  const header = container.querySelector("header");
  expect(header?.className).toContain("print:grid");
  expect(header?.textContent).toContain("Asha Rao");
});

it("a result that was read is not marked as new when Back shows the earlier page", async () => {
  const { promise, resolve } = later();
  const at = "/family/2/coming-back";
  const { unmount } = open([isNew], {}, at);
  screen.getByText("New result: Maths");
  unmount();
  await leaveAndComeBack();
  const { queryClient } = open([isNew], { "results.mine": promise }, at);
  expect(screen.queryByText("New result: Maths")).toBeNull();
  resolve([result]);
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.queryByText("New result: Maths")).toBeNull();
});
