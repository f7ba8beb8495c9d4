import { z } from "zod";
import { decimalField } from "@/lib/decimals";
import { idField, momentView, namesStudentsOnce, optionalTextField } from "@/lib/fields";
import { say } from "./messages";
import { examView } from "./schema";

/** The mark of a student; null for none. */
const mark = z
  .discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("scored"),
      score: decimalField(say("mark"), 0, 1_000_000),
    }),
    z.strictObject({ kind: z.literal("absent") }),
    z.strictObject({ kind: z.literal("excused") }),
  ])
  .nullable();

/** A changed row of a sheet. */
const cell = z.strictObject({
  studentId: idField,
  mark,
  remark: z
    .union([z.null(), optionalTextField(say("remark"), 300)])
    .optional()
    .describe("`null` or an empty text removes it, a missing field leaves it unchanged"),
  seen: z.number().int().min(0).describe("The `rowVersion` that was read, 0 for a row without a mark"),
});

export type CellInput = z.output<typeof cell>;

export const saveCellsInput = z.strictObject({
  id: idField,
  cells: z
    .array(cell)
    .min(1)
    .max(500, say("tooManyCells"))
    .superRefine(namesStudentsOnce)
    .describe("A student can be in it only once"),
});

export type SaveCellsInput = z.output<typeof saveCellsInput>;

/** The server's values of a student. */
export const cellView = z.object({
  studentId: z.string(),
  mark,
  remark: z.string().nullable(),
  rowVersion: z.number(),
  /** Who changed it last, and when. */
  by: z.string().nullable(),
  isYours: z.boolean().describe("The caller changed it last"),
  at: momentView.nullable(),
  isReleased: z.boolean().describe("The mark is released: corrections are made on the result"),
  withdrawal: z
    .object({ at: momentView, reason: z.string() })
    .nullable()
    .describe("The released result was withdrawn: a new mark counts as late"),
});

export type CellView = z.infer<typeof cellView>;

/** The result for each changed row: saved, changed by somebody else before, or rejected. */
export const savedCellsView = z.object({
  at: momentView.describe("When the rows were saved, by the server's clock"),
  saved: z.array(z.object({ studentId: z.string(), rowVersion: z.number() })),
  conflicts: z.array(cellView),
  refused: z.array(z.object({ studentId: z.string(), why: z.string() })),
});

export type SavedCellsView = z.infer<typeof savedCellsView>;

/** A row of the sheet. */
export const sheetRowView = cellView.extend({
  name: z.string(),
  section: z.string().nullable(),
  rollNo: z.string().nullable(),
  isExempt: z.boolean().describe("The student does not take the subject this year"),
  told: z
    .object({ kind: z.enum(["absent", "excused"]), remark: z.string().nullable() })
    .nullable()
    .describe("The absence that the family sees, until a late mark is released"),
  corrected: z
    .object({ at: momentView, was: z.number() })
    .nullable()
    .describe("The last correction of the released mark: when it was made, and the mark before it"),
});

export type SheetRowView = z.infer<typeof sheetRowView>;

/** An exam with a row for each student who was in the class on its day. */
export const sheetView = z.object({
  exam: examView,
  rows: z.array(sheetRowView),
  marksVersion: z.number(),
  mayChange: z.boolean(),
  cameBack: z.boolean().describe("The scheduled release was cancelled because something was changed"),
  mayEdit: z.boolean().describe("The caller may change or delete the exam as a whole"),
  mayRelease: z.boolean(),
  unpromotedClass: z
    .int()
    .nullable()
    .describe("If the sheet is empty because a class has not been promoted into the year of the exam yet: that class"),
  /** What would become drafts if the last release was taken back; null if that is no longer possible. */
  takeBack: z
    .object({
      until: momentView,
      /** In milliseconds, because browsers' clocks differ. */
      left: z.number(),
      results: z.number(),
      absences: z.number(),
    })
    .nullable(),
  /** The caller, whose unsaved input the browser keeps. */
  personId: z.string(),
});

export type SheetView = z.infer<typeof sheetView>;

export const changesInput = z.strictObject({ id: idField, since: z.number().int().min(0) });

/** The marks changed since a version. */
export const changesView = z.object({
  cells: z.array(cellView),
  marksVersion: z.number(),
  mayChange: z.boolean(),
  rowVersion: z.number(),
  state: examView.shape.state,
});

export type ChangesView = z.infer<typeof changesView>;

export const exemptInput = z.strictObject({ id: idField, studentId: idField, isExempt: z.boolean() });
