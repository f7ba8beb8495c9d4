import { format } from "node:util";
import { afterEach, expect } from "vitest";

const complaints: string[] = [];

// A test that expects a complaint stands in front of this with vi.spyOn(console, "error").mockImplementation(...).
for (const method of ["error", "warn"] as const) {
  console[method] = (...words: unknown[]) => {
    complaints.push(`console.${method}: ${format(...words)}`);
  };
}

afterEach(() => {
  expect(complaints.splice(0), "the console stays silent").toEqual([]);
});
