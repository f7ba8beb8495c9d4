import { describe, expect, it, vi } from "vitest";
import { keyOf } from "@/lib/catalogue";
import { say } from "@/lib/messages";
import { faultsOf, RefusedError, reportFailure } from "@/trpc/failure";

const message = "This will not do.";
const namesOf = (path: (string | number)[]) => Object.keys(faultsOf(new RefusedError(message, [{ path, message }])));

describe("the faults of a form", () => {
  it.each([
    [["until"], "until"],
    [["at", "date"], "date"],
    [["results", 0, "score"], "score"],
    [["sections", 1], "sections"],
  ])("%j is the field %s", (path, name) => {
    expect(namesOf(path)).toEqual([name]);
  });

  it("a refusal without a field marks no field", () => {
    expect(faultsOf(new RefusedError(message))).toEqual({});
  });
});

const answered = (httpStatus: number, ...paths: (string | number)[][]) =>
  Object.assign(new Error(message), { data: { httpStatus, issues: paths.map((path) => ({ path, message })) } });

const unknownField = answered(400, ["colour"]);
Object.assign(unknownField.data, { key: keyOf(say("unknownFields", ["colour"])) });

it.each([
  ["no answer", new Error("Failed to fetch"), 1],
  ["an outage", answered(503), 1],
  ["a refusal", answered(409), 0],
  ["a fault of a field", answered(400, ["results", 0, "score"]), 0],
  ["a fault of no field", answered(400, ["email"], []), 1],
  ["a field that the call does not have", unknownField, 1],
])("the console is told of faults, not of refusals: %s", (_what, error, lines) => {
  const told = vi.spyOn(console, "error").mockImplementation(() => {});
  reportFailure(error);
  expect(told).toHaveBeenCalledTimes(lines);
  told.mockRestore();
});
