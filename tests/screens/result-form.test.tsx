import { fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { ResultForm } from "@/features/results/components/result-form";
import type { AddedResultView } from "@/features/results/schema";
import { partOf } from "../harness/part-of";
import { noAnswer, show } from "../harness/screen";

type Sent = { key: string; results: { studentEmail: string }[] };

it("a result whose answer was lost is sent again with its key, even after another one was added", async () => {
  const added = (id: number): AddedResultView =>
    partOf({ _id: `${id}`, studentName: `Student ${id}`, score: 61, totalMarks: 80, className: "7" });
  const addOnce = vi.fn(async (_: Sent): Promise<unknown> => [added(addOnce.mock.calls.length)]);
  addOnce.mockRejectedValueOnce(noAnswer());
  show(<ResultForm />, { answers: { "results.addOnce": addOnce } });
  const fill = (label: string, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } });
  fireEvent.change(screen.getByLabelText("Class"), { target: { value: "7" } });
  fill("Total Marks", "80");
  async function add(name: string, said: string | RegExp) {
    fill("Student Email", `${name}@school.example`);
    fill("Obtained Score", "61");
    fireEvent.click(screen.getByText("Add Result"));
    await screen.findByText(said);
  }
  await add("asha", /Error adding result/);
  await add("dev", "Student 2: 61 out of 80 for Class 7");
  await add("asha", "Student 3: 61 out of 80 for Class 7");
  await add("asha", "Student 4: 61 out of 80 for Class 7");
  const [lost, other, again, anew] = addOnce.mock.calls.map(([{ key }]) => key);
  expect(again).toBe(lost);
  expect(new Set([lost, other, anew]).size).toBe(3);
});
