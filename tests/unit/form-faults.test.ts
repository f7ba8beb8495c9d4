import { describe, expect, it } from "vitest";
import { faultsOf, RefusedError } from "@/trpc/failure";

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

  it("a refusal without a field has none", () => {
    expect(faultsOf(new RefusedError(message))).toEqual({});
  });
});
