import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { LinkGuardian } from "@/features/guardians/components/link-guardian";
import { show } from "../harness/screen";

const meera = { _id: "7", name: "Meera Iyer", phone: null, email: null, children: [], isStaff: false };

it.each([
  ["a new person", false, { name: "Meera Iyer", key: expect.any(String) }],
  ["a known person", true, { guardianId: "7" }],
])("%s is linked with a key only if a second press would add the person twice", async (_, isKnown, expected) => {
  const student = { _id: "1", name: "Asha Iyer" };
  const { inputs } = show(<LinkGuardian student={student} links={[]} onClose={() => {}} onDone={() => {}} />, {
    answers: { "guardians.find": [meera] },
  });
  fireEvent.input(screen.getByLabelText("Name"), { target: { value: "Meera Iyer" } });
  const suggestion = await screen.findByRole("button", { name: /Choose/ });
  if (isKnown) fireEvent.click(suggestion);
  fireEvent.change(screen.getByLabelText("Relation"), { target: { value: "mother" } });
  fireEvent.click(screen.getByRole("button", { name: "Link a guardian" }));
  await expect.poll(() => inputs("guardians.add")).toEqual([expect.objectContaining({ studentId: "1", ...expected })]);
  expect("key" in Object(inputs("guardians.add")[0])).toBe(!isKnown);
});
