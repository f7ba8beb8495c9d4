import { expect, it } from "vitest";
import { asksOrder } from "@/features/imports/components/import-columns";
import { RefusedError } from "@/trpc/failure";

const message = "Say whether the day or the month comes first in the dates of this file.";
const refused = (field: string) => new RefusedError(message, [{ path: [field], message }]);

it.each([
  ["where the dates of the guessed column are ambiguous", true, null, undefined, true],
  ["where the check has found it missing", false, refused("dayOrder"), { dayOrder: null }, true],
  ["where it was answered, also while the rows are checked again", false, null, { dayOrder: "day" }, true],
  ["not where nobody asks", false, refused("columns"), { dayOrder: null }, false],
  ["not before anything is sent", false, null, undefined, false],
])("the order of dates can be said %s", (_, isAmbiguous, error, variables, isAsked) => {
  expect(asksOrder({ asksOrder: isAmbiguous }, { error, variables })).toBe(isAsked);
});
