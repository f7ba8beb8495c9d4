import { createElement } from "react";
import { expect, it } from "vitest";
import { ImportDone } from "@/features/imports/components/import-done";
import type { ImportView } from "@/features/imports/schema";
import { drawn } from "../harness/drawn";

/** The buttons of a completed import. */
function buttonsOf(refused: number, undoUntil: Date) {
  const counts = { created: 9, updated: 0, unchanged: 0, refused, guardians: 0, links: 0 };
  const view = { _id: "1", fileName: "list.csv", counts, undoUntil } as ImportView;
  const { html } = drawn(createElement(ImportDone, { view, onUndone: async () => {} }));
  return [...html.matchAll(/<button.*?<\/button>/gs)].map(([button]) => button.replace(/<[^>]*>/g, ""));
}

it.each([
  ["can be downloaded while they are kept", 11, 1, ["Download 11 refused rows", "Undo"]],
  ["are not offered if none was refused", 0, 1, ["Undo"]],
  ["are gone once the import cannot be undone", 11, -1, []],
])("the refused rows of a completed import %s", (_, refused, days, buttons) => {
  expect(buttonsOf(refused, new Date(Date.now() + days * 86_400_000))).toEqual(buttons);
});
