import { format } from "node:util";
import { afterEach, expect } from "vitest";

const consoleErrors: string[] = [];

// A test that expects an error mocks it with vi.spyOn(console, "error").mockImplementation(...).
for (const method of ["error", "warn"] as const) {
  console[method] = (...words: unknown[]) => {
    consoleErrors.push(`console.${method}: ${format(...words)}`);
  };
}

afterEach(() => {
  expect(consoleErrors.splice(0), "the console stays silent").toEqual([]);
});
