import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { ClosedDaysForm } from "@/features/closed-days/components/closed-days-form";
import { show } from "../harness/screen";

const test = { className: "Class 7", subject: "Physics", testDate: "2026-12-09", testTime: "09:00" };

/** Adds closed days. @returns the text of the form after the server's answer */
async function added(answer: object) {
  const { user, container, inputs, unmount } = show(<ClosedDaysForm />, { answers: { "closedDays.add": answer } });
  await user.type(screen.getByLabelText("Name"), "Diwali");
  await user.type(screen.getByLabelText("First day"), "2026-12-08");
  await user.click(screen.getByRole("button", { name: "Add closed days" }));
  await screen.findByText("Closed days added.");
  expect(inputs("closedDays.add")).toEqual([{ name: "Diwali", firstDay: "2026-12-08", kind: "closed" }]);
  const text = container.textContent;
  unmount();
  return text;
}

const testsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...test, _id: `${index}`, sections: ["A", "B"] }));

it("closed days are added even if tests are announced for them, and the first five of these tests are named", async () => {
  expect(await added({ tests: [] })).not.toContain("announced");
  const one = await added({ tests: testsOf(1) });
  expect(one).toContain("A test is announced for these days");
  expect(one).toContain("Physics, Class 7 A, B: Wednesday, 9 Dec 2026");
  const many = await added({ tests: testsOf(7) });
  expect(many).toContain("7 tests are announced for these days");
  expect(many?.match(/Physics/g)).toHaveLength(5);
  expect(many).toContain("and 2 more");
});

it("days added by a server of the previous version are reported without their tests", async () => {
  expect(await added({})).not.toContain("announced");
});
