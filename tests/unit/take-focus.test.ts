import { afterEach, expect, it, vi } from "vitest";
import { passFocusOn } from "@/components/ui/take-focus";

afterEach(() => {
  vi.unstubAllGlobals();
});

it.each([
  ["the row, which stays", { hasFocus: true, rowStays: true }, "row"],
  ["the page, as the row goes as well", { hasFocus: true, rowStays: false }, "page"],
  ["nothing, as somebody went on elsewhere", { hasFocus: false, rowStays: true }, "field"],
])("a control that goes hands the focus to %s", async (_, { hasFocus, rowStays }, reached) => {
  const page = { activeElement: undefined as unknown, body: "body", getElementById: () => thing("page") };
  vi.stubGlobal("document", page);
  const thing = (name: string) => ({
    isConnected: true,
    focus() {
      page.activeElement = name;
    },
  });
  const row = { ...thing("row"), isConnected: rowStays };
  const control = { closest: () => row } as unknown as HTMLElement;
  page.activeElement = hasFocus ? control : "field";
  passFocusOn(control)();
  if (hasFocus) page.activeElement = page.body;
  await Promise.resolve();
  expect(page.activeElement).toBe(reached);
});
