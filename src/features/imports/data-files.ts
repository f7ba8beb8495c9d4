import "server-only";
import { csvOf } from "@/lib/csv";
import { xlsxOf } from "@/server/spreadsheets/write";
import { refusedTable } from "./data";
import type { FileView } from "./schema";

const types = {
  csv: "text/csv;charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

type Table = { kind: "csv" | "xlsx"; name: string; head: string[]; rows: string[][] };

/** A table as a file; no cell of it is ever evaluated as a formula. */
async function fileOf({ kind, name, head, rows }: Table): Promise<FileView> {
  const bytes = kind === "csv" ? Buffer.from(csvOf(head, rows)) : Buffer.from(await xlsxOf("Students", head, rows));
  return { name, type: types[kind], base64: bytes.toString("base64") };
}

/** The refused rows as a file to mend, of the kind that was sent. @throws AppError NOT_FOUND */
export async function getRefused(id: string): Promise<FileView> {
  return fileOf(await refusedTable(id));
}

const template: [head: string, example: string][] = [
  ["Admission number", "A-2026-0301"],
  ["Name", "Aarav Chauhan"],
  ["Date of birth", "2014-05-04"],
  ["Class", "7"],
  ["Section", "B"],
  ["Roll number", "21"],
  ["Email", ""],
  ["Father’s name", "Vikram Chauhan"],
  ["Father’s phone", "9822140210"],
  ["Father’s email", ""],
  ["Mother’s name", "Sunita Chauhan"],
  ["Mother’s phone", "9822140211"],
  ["Mother’s email", ""],
];

/** A list with the heads that are understood, and a student as an example. */
export function getTemplate(kind: "csv" | "xlsx"): Promise<FileView> {
  const [head, example] = [template.map(([name]) => name), template.map(([, value]) => value)];
  return fileOf({ kind, name: `students.${kind}`, head, rows: [example] });
}
