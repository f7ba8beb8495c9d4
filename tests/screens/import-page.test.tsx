import { act } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ImportPage } from "@/features/imports/components/import-page";
import { screens as copy } from "@/features/imports/messages-screens";
import type { ImportView } from "@/features/imports/schema";
import { partOf } from "../harness/part-of";
import { noAnswer, refusal, show } from "../harness/screen";

const unknown = "The progress could not be loaded.";
const running = { _id: "1", words: "Importing students", state: "running", done: 300, total: 3000 };

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

it.each([
  ["is still shown after a lost poll", [running, noAnswer(), noAnswer()], running.words],
  ["is called unknown if it could never be read", [noAnswer(), noAnswer()], unknown],
  [
    "is not shown to a colleague, who sees the import as it is",
    [refusal("NOT_FOUND", "There is no such task.")],
    copy.another,
  ],
])("the progress of an import %s", async (_, answers, shown) => {
  const view = { _id: "1", fileName: "list.csv", state: "undone" as const, taskId: "1" };
  const known: ImportView = partOf({ ...view, columns: [], leftOver: [], rows: 0, reversed: 0 });
  const { container } = show(<ImportPage known={known} years={[]} currentId={null} />, {
    answers: { "tasks.get": () => answers.shift() },
  });
  // A poll, and another attempt after each lost one, come after a second.
  await act(() => vi.advanceTimersByTimeAsync(2_500));
  expect(answers).toEqual([]);
  expect([unknown, running.words, copy.another].filter((words) => container.textContent?.includes(words))).toEqual([
    shown,
  ]);
});
