import { afterEach, expect, it, vi } from "vitest";
import { passFocusDown, passFocusOn } from "@/components/ui/take-focus";
import { partOf } from "../harness/part-of";

afterEach(() => {
  vi.unstubAllGlobals();
});

it.each([
  ["the row, which stays", { hasFocus: true, rowStays: true }, "row"],
  ["the page, because the row goes as well", { hasFocus: true, rowStays: false }, "page"],
  ["nothing, because the focus has moved on", { hasFocus: false, rowStays: true }, "field"],
])("a control that disappears hands the focus to %s", async (_, { hasFocus, rowStays }, reached) => {
  const page = { activeElement: undefined as unknown, body: "body", getElementById: () => thing("page") };
  vi.stubGlobal("document", page);
  const thing = (name: string) => ({
    isConnected: true,
    focus() {
      page.activeElement = name;
    },
  });
  const row = { ...thing("row"), isConnected: rowStays };
  const control: HTMLElement = partOf({ closest: () => row });
  page.activeElement = hasFocus ? control : "field";
  passFocusOn(control)();
  if (hasFocus) page.activeElement = page.body;
  await Promise.resolve();
  expect(page.activeElement).toBe(reached);
});

it.each([
  ["the first new row", { hasFocus: true, comes: ["d", "e"] }, "d"],
  ["nothing, because no row came", { hasFocus: true, comes: [] }, "body"],
  ["nothing, because the focus has moved on", { hasFocus: false, comes: ["d"] }, "field"],
])("a button that shows more rows hands the focus to %s", async (_, { hasFocus, comes }, reached) => {
  const page = { activeElement: undefined as unknown, body: "body" };
  vi.stubGlobal("document", page);
  const row = (name: string) => ({
    focus() {
      page.activeElement = name;
    },
  });
  const rows = ["a", "b", "c"].map(row);
  const part = { querySelectorAll: () => rows };
  const button = { parentElement: { parentElement: part } } as unknown as HTMLElement;
  page.activeElement = hasFocus ? button : "field";
  const goes = passFocusDown(button);
  goes?.();
  rows.push(...comes.map(row));
  if (hasFocus) page.activeElement = page.body;
  await Promise.resolve();
  expect(page.activeElement).toBe(reached);
});
