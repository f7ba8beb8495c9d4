import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { ClosedDaysForm } from "@/features/closed-days/components/closed-days-form";

const sent = vi.hoisted(() => ({ answer: {} }));
vi.mock("@/components/form/use-server-form", () => ({
  useServerForm: () => ({ form: {}, faults: {}, busy: false, isDone: true, answer: sent.answer }),
}));
vi.mock("@/trpc/client", () => ({
  api: { useUtils: () => ({}), closedDays: { add: { useMutation: () => ({}) } } },
}));

const test = { className: "Class 7", subject: "Physics", testDate: "2026-12-09", testTime: "09:00" };

/** The text of the form after days were added for which `count` tests are announced. */
function toldOf(count: number): string {
  const tests = Array.from({ length: count }, (_, index) => ({ ...test, _id: `${index}`, sections: ["A", "B"] }));
  sent.answer = { tests };
  return renderToStaticMarkup(createElement(ClosedDaysForm)).replace(/<[^>]+>/g, " ");
}

it("closed days are added even if tests are announced for them, and the first five of these tests are named", () => {
  expect(toldOf(0)).toContain("Closed days added.");
  expect(toldOf(0)).not.toContain("announced");
  expect(toldOf(1)).toMatch(/Closed days added\.\s+A test is announced for these days/);
  expect(toldOf(1)).toContain("Physics, Class 7 A, B: Wednesday, 9 Dec 2026");
  expect(toldOf(7)).toContain("7 tests are announced for these days");
  expect(toldOf(7).match(/Physics/g)).toHaveLength(5);
  expect(toldOf(7)).toContain("and 2 more");
  expect(toldOf(7)).not.toContain("undefined");
});

it("days added by a server of the previous version are reported without their tests", () => {
  sent.answer = {};
  const told = renderToStaticMarkup(createElement(ClosedDaysForm));
  expect(told).toContain("Closed days added.");
  expect(told).not.toContain("announced");
});
