import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { Sitting } from "@/features/results/components/sitting";
import type { AddedResultView } from "@/features/results/schema";
import type { ErrorCode } from "@/lib/errors";
import { partOf } from "../harness/part-of";
import { refusal, show } from "../harness/screen";

/** Takes a result back, which the server refuses. @returns what the list says then */
async function takenBack(code: ErrorCode, more: Partial<AddedResultView> = {}) {
  const exam = { subject: "Science", examName: null, className: "7", score: 45, totalMarks: 50 };
  const added: AddedResultView = partOf({ _id: "1", studentId: "7", studentName: "Asha Rao", ...exam, ...more });
  const { container } = show(<Sitting added={[added]} />, {
    answers: { "results.takeBack": refusal(code, `Refused: ${code}`) },
  });
  expect(container.textContent).not.toMatch(/Taken back|Refused|still/);
  fireEvent.click(screen.getByRole("button", { name: "Take back the result of Asha Rao" }));
  await screen.findByText(/^Taken back$|^Refused/);
  return container.textContent;
}

it.each([
  ["GONE", true],
  ["CONFLICT", false],
] as const)("a result that cannot be taken back because of %s is shown as taken back: %s", async (code, isGone) => {
  const said = await takenBack(code);
  expect(said?.includes("Taken back")).toBe(isGone);
  expect(said?.includes(`Refused: ${code}`)).toBe(!isGone);
});

it.each([
  [true, "6", "Asha Rao is still on the roster of Class 6. "],
  [true, null, "Asha Rao is still on the roster. "],
  [false, null, undefined],
])(
  "says that a student whom the result put on the roster is still on it: %s, in class %s",
  async (joinedRoster, joinedClass, told) => {
    const said = await takenBack("GONE", { joinedRoster, joinedClass });
    expect(said?.match(/Asha Rao is still.*\. /)?.[0]).toBe(told);
    const links = screen.queryAllByRole("link").map((link) => link.getAttribute("href"));
    expect(links).toEqual(joinedRoster ? ["/admin/students/7"] : []);
  },
);

it("says nothing about the roster until the result is taken back", async () => {
  expect(await takenBack("CONFLICT", { joinedRoster: true, joinedClass: "7" })).not.toContain("is still on the roster");
});
