import { createElement } from "react";
import { expect, it } from "vitest";
import { FileColumns } from "@/features/exams/components/file-columns";
import type { FileView } from "@/features/exams/schema-files";
import { asksOrder, ImportColumns } from "@/features/imports/components/import-columns";
import type { ImportView } from "@/features/imports/schema";
import { RefusedError } from "@/trpc/failure";
import { drawn } from "../harness/drawn";
import { partOf } from "../harness/part-of";

const message = "Say whether the day or the month comes first in the dates of this file.";
const refused = (field: string) => new RefusedError(message, [{ path: [field], message }]);

it.each([
  ["where the dates of the guessed column are ambiguous", true, null, undefined, true],
  ["where the check has found it missing", false, refused("dayOrder"), { dayOrder: null }, true],
  ["where it was answered, also while the rows are checked again", false, null, { dayOrder: "day" }, true],
  ["not where nobody asks", false, refused("columns"), { dayOrder: null }, false],
  ["not before anything is sent", false, null, undefined, false],
])("the order of dates can be chosen %s", (_, isAmbiguous, error, variables, isAsked) => {
  expect(asksOrder({ asksOrder: isAmbiguous }, { error, variables })).toBe(isAsked);
});

it.each([
  [0, undefined],
  [1, "1 row is hidden in the file. It is read, too."],
  [2, "2 rows are hidden in the file. They are read, too."],
])("rows that the workbook hides are pointed out before the check: %i", (hidden, told) => {
  const file = { _id: "1", heads: ["Name"], samples: [["Asha"]], columns: ["name" as const], hidden };
  const list: ImportView = partOf({ ...file, rows: 9, starts: [] });
  const marks: FileView = partOf({ ...file, written: null });
  for (const part of [
    createElement(ImportColumns, { view: list, years: [], currentId: null, onChecked: async () => {} }),
    createElement(FileColumns, { view: marks, onChecked: () => {} }),
  ])
    expect(/[^<>]* hidden in the file\.[^<]*/.exec(drawn(part).html)?.[0]).toBe(told);
});
