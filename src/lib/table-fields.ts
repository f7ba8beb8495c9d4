import { z } from "zod";
import type { Label } from "./catalogue";
import { textField } from "./fields";

/** The form fields of an uploaded table. */
export const sentFile = z.object({
  file: z.file().describe("A .csv or .xlsx file"),
  sheet: z.string().optional().describe("The sheet to read, if several sheets of the workbook have rows"),
});

const row = z.strictObject({
  no: z.number().int().min(1).max(2_000_000),
  cells: z.array(z.string().max(1000)).max(60),
});

/** A parsed table: its name, the SHA-256 of its bytes, and its numbered rows. */
export const parsedFields = (label: Label, mostRows: number) => ({
  fileName: textField(label, 255),
  fileHash: z.string().regex(/^[0-9a-f]{64}$/),
  kind: z.enum(["csv", "xlsx"]),
  sheet: z.string().max(100),
  others: z.number().int().min(0),
  hidden: z.number().int().min(0).default(0),
  rows: z.array(row).max(mostRows),
});

/** A cell with what its row changes. */
export const cellView = z.object({
  text: z.string(),
  /** The old value of a changed one; null if it was empty. */
  was: z.string().nullable().optional(),
  fault: z.string().optional(),
});
