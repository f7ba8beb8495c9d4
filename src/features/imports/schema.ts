import { z } from "zod";
import { institute } from "@/content/institute";
import { dateField, idField, momentView, wholeField } from "@/lib/fields";
import { rowStates } from "@/lib/row-states";
import { cellView, parsedFields } from "@/lib/table-fields";
import { say } from "./messages";

export const fields = [
  ...["admissionNo", "name", "surname", "bornOn", "className", "section", "rollNo", "email"],
  ...["guardian1Name", "guardian1Relation", "guardian1Phone", "guardian1Email"],
  ...["guardian2Name", "guardian2Relation", "guardian2Phone", "guardian2Email"],
] as const satisfies readonly string[] as readonly Field[];

type OfGuardian = "Name" | "Relation" | "Phone" | "Email";

export type Field =
  | ("admissionNo" | "name" | "surname" | "bornOn" | "className" | "section" | "rollNo" | "email")
  | `guardian${1 | 2}${OfGuardian}`;

const field = z.enum(fields as [Field, ...Field[]]);

/** The meaning of each column; null for ignored ones. */
export type Columns = (Field | null)[];

/** Dialling codes for phone numbers of the institute's country. */
export const dialling = institute.dialling;

export const importInput = z.strictObject({ id: idField });

export const addImportInput = z.strictObject(parsedFields(say("file"), 5_020));

export type AddImportInput = z.output<typeof addImportInput>;

/** The meaning of the columns, the order of day and month, and the accounts that belong to people in the file. */
export const checkInput = z.strictObject({
  id: idField,
  columns: z.array(field.nullable()).max(60),
  dayOrder: z.enum(["day", "month"]).nullable().default(null),
  /** The id of a school year; the current one if absent. */
  year: idField.optional(),
  fromDay: dateField(say("fromDay"))
    .optional()
    .describe(
      "The first day of students who are new in the school year; if absent, the year's first day while nobody is enrolled in it, otherwise today",
    ),
  /** Row and field of each address whose account belongs to the person in the row: `12:email`. If absent, earlier answers are kept. */
  attach: z
    .array(z.string().regex(/^\d{1,7}:(email|guardian[12]Email)$/))
    .max(1000)
    .optional(),
});

export type CheckInput = z.output<typeof checkInput>;

/** `again` accepts a file that was already imported; `digest` makes sure that exactly the rows that were shown are imported. */
export const applyInput = z.strictObject({
  id: idField,
  again: z.boolean().default(false),
  digest: z.string().nullish(),
});

export type ApplyInput = z.output<typeof applyInput>;

/** Work on many rows runs as a background task. */
export const stepInput = applyInput.extend({ step: z.enum(["check", "carryOut", "undo"]), rows: z.number() });

export const listRowsInput = z.strictObject({
  id: idField,
  state: z.enum(rowStates).optional(),
  page: wholeField(1000).default(1),
});

export type ListRowsInput = z.output<typeof listRowsInput>;

export const templateInput = z.strictObject({ kind: z.enum(["csv", "xlsx"]) });

const counts = z.object({
  created: z.number(),
  updated: z.number(),
  unchanged: z.number(),
  refused: z.number(),
  /** New guardians, and new links of guardians to students. */
  guardians: z.number(),
  links: z.number(),
});

export type Counts = z.infer<typeof counts>;

const states = ["read", "checked", "applied", "undone"] as const;

const head = {
  _id: z.string(),
  fileName: z.string(),
  state: z
    .enum(states)
    .describe(
      "`read`: waits for the meaning of its columns. `checked`: the rows were checked, but nothing is written yet.",
    ),
  createdAt: momentView,
  by: z.string().nullable(),
  rows: z.number(),
  counts: counts.nullable(),
  appliedAt: momentView.nullable(),
  undoneAt: momentView.nullable(),
  undoUntil: momentView.nullable(),
};

export const importRowView = z.object(head);

export type ImportRowView = z.infer<typeof importRowView>;

/** The reason why a row could not be undone. */
const leftOver = z.object({
  no: z.number(),
  name: z.string(),
  state: z.enum(["kept", "failed"]),
  why: z.string(),
});

export const importView = importRowView.extend({
  /** The sheet that was read, and how many other sheets are not empty. */
  sheet: z.string(),
  others: z.number(),
  hidden: z.number().describe("The number of rows that the workbook hides; they are read, too"),
  heads: z.array(z.string()),
  samples: z.array(z.array(z.string())),
  columns: z.array(field.nullable()),
  dayOrder: z.enum(["day", "month"]).nullable(),
  asksOrder: z.boolean().describe("Whether the dates leave open if the day or the month comes first"),
  year: z.string().nullable(),
  fromDay: z.iso
    .date()
    .nullable()
    .describe("The first day of students who are new in the school year; null until the rows were checked"),
  starts: z
    .array(z.object({ year: z.string(), day: z.iso.date() }))
    .describe("The `fromDay` of each school year if none is sent; empty once the import is carried out"),
  importedAt: momentView.nullable().describe("When the same file was imported before; null if it was not"),
  /** Self-registered accounts with an address from the file. */
  accounts: z.array(
    z.object({
      key: z.string(),
      no: z.number(),
      of: z.string(),
      name: z.string(),
      email: z.string(),
      signedUpAt: momentView,
      attached: z.boolean(),
    }),
  ),
  digest: z.string().nullable().describe("The digest of what the import would write; null until the rows were checked"),
  /** For an undone import: the number of restored rows, and the rows that were not restored. */
  reversed: z.number(),
  leftOver: z.array(leftOver),
  taskId: z.string().nullable().describe("The background task that is running or has failed"),
});

export type ImportView = z.infer<typeof importView>;

/** The note says why the value is ignored although the row is imported. */
const notedCellView = cellView.extend({ note: z.string().optional() });

export type CellView = z.infer<typeof notedCellView>;

export const rowsPage = z.object({
  fields: z.array(field),
  items: z.array(
    z.object({
      no: z.number(),
      state: z.enum(rowStates),
      studentId: z.string().nullable(),
      cells: z.array(notedCellView),
    }),
  ),
  total: z.number(),
  page: z.number(),
});

export type RowsPage = z.infer<typeof rowsPage>;
