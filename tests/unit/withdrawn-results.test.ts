import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { WithdrawnResults } from "@/features/results/components/withdrawn-results";

const result = { _id: "1", className: "7", examName: "Unit Test 3", subject: "Biology", examDate: null, reason: null };
const [createdAt, withdrawnAt] = [new Date("2026-11-20T09:00Z"), new Date("2026-11-20T09:05Z")];

it.each([true, false])("a result shown too early is promised again only if it is of an exam: %s", (isOfExam) => {
  const results = [{ ...result, createdAt, withdrawnAt, isOfExam, isCorrection: false }];
  const drawn = renderToStaticMarkup(createElement(WithdrawnResults, { results }));
  expect(drawn).toContain("Shown too early and taken back on");
  expect(drawn.includes("It will be here again once it is released.")).toBe(isOfExam);
});

it("after a correction that was shown too early, the earlier marks are said to count", () => {
  const results = [{ ...result, createdAt, withdrawnAt, isOfExam: true, isCorrection: true }];
  const drawn = renderToStaticMarkup(createElement(WithdrawnResults, { results }));
  expect(drawn).toMatch(
    /Shown too early<.*A correction was shown too early and taken back on .*\. The earlier marks count\./s,
  );
  expect(drawn).not.toContain("here again");
});
