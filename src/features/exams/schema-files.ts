import { z } from "zod";
import { idField, momentView } from "@/lib/fields";
import { rowStates } from "@/lib/row-states";
import { cellView, parsedFields } from "@/lib/table-fields";
import { say } from "./messages";
import { examView } from "./schema";

/** The possible meanings of a column in a file of marks. */
export const fileFields = ["admissionNo", "rollNo", "section", "name", "mark", "remark"] as const;

export type FileField = (typeof fileFields)[number];

/** The meaning of each column; null for ignored ones. */
export type FileColumns = (FileField | null)[];

const field = z.enum(fileFields);

/** A parsed file for the drafts of an exam. */
export const addFileInput = z.strictObject({ id: idField, ...parsedFields(say("file"), 1_020) });

export type AddFileInput = z.output<typeof addFileInput>;

export const fileInput = z.strictObject({ fileId: idField });

export const checkFileInput = z.strictObject({ fileId: idField, columns: z.array(field.nullable()).max(60) });

export type CheckFileInput = z.output<typeof checkFileInput>;

/** The digest of the rows that were checked. */
export const carryOutInput = z.strictObject({
  fileId: idField,
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  /** Confirms that a file which was already written is to be written again. */
  again: z.boolean().default(false),
});

export type CarryOutInput = z.output<typeof carryOutInput>;

export const fileTemplateInput = z.strictObject({ id: idField, kind: z.enum(["csv", "xlsx"]) });

export type FileTemplateInput = z.output<typeof fileTemplateInput>;

const fileRow = z.object({
  no: z.number(),
  state: z.enum(rowStates),
  studentId: z.string().nullable(),
  /** The student of the sheet, otherwise the text of the file. */
  who: cellView,
  mark: cellView,
  remark: cellView,
});

export type FileRowView = z.infer<typeof fileRow>;

const head = {
  _id: z.string(),
  fileName: z.string(),
  /** Read: its columns need confirmation. Checked: nothing is written yet. */
  state: z.enum(["read", "checked", "applied", "undone"]),
  createdAt: momentView,
  by: z.string().nullable(),
  undoUntil: momentView.nullable(),
};

export const fileHeadView = z.object(head);

export type FileHeadView = z.infer<typeof fileHeadView>;

/** A file of marks with its columns, and what each row would do or has done. */
export const fileView = z.object({
  ...head,
  exam: examView,
  heads: z.array(z.string()),
  /** The first values of each column. */
  samples: z.array(z.array(z.string())),
  columns: z.array(field.nullable()),
  hidden: z.number().describe("Rows that the workbook hides; they are read, too"),
  counts: z.object({ created: z.number(), updated: z.number(), unchanged: z.number(), refused: z.number() }),
  rows: z.array(fileRow),
  digest: z.string(),
  /** When the same file was written into drafts, and for which exam. */
  written: z.object({ at: momentView, subject: z.string(), examName: z.string() }).nullable(),
  /** For an undone file: how many marks were restored, and which were not, with the reason. */
  reversed: z.number(),
  leftOver: z.array(z.object({ no: z.number(), who: z.string(), why: z.string() })),
});

export type FileView = z.infer<typeof fileView>;
