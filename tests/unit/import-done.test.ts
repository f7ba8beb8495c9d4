import { createElement } from "react";
import { expect, it } from "vitest";
import { ImportDone } from "@/features/imports/components/import-done";
import type { ImportView } from "@/features/imports/schema";
import { drawn } from "../harness/drawn";

/** The buttons of an import that was carried out. */
function buttonsOf(refused: number, undoUntil: Date) {
  const counts = { created: 9, updated: 0, unchanged: 0, refused, guardians: 0, links: 0 };
  const view = { _id: "1", fileName: "list.csv", counts, undoUntil } as ImportView;
  const { html } = drawn(createElement(ImportDone, { view, onUndone: async () => {} }));
  return [...html.matchAll(/<button.*?<\/button>/gs)].map(([button]) => button.replace(/<[^>]*>/g, ""));
}

it.each([
  ["are a file to download while their rows are kept", 11, 1, ["Download 11 refused rows", "Undo"]],
  ["are none, where none was refused", 0, 1, ["Undo"]],
  ["are gone once it cannot be undone", 11, -1, []],
])("the refused rows of an import that was carried out %s", (_, refused, days, buttons) => {
  expect(buttonsOf(refused, new Date(Date.now() + days * 86_400_000))).toEqual(buttons);
});
