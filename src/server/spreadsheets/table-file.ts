import "server-only";
import { csvOf } from "@/lib/csv";
import { xlsxOf } from "./write";

const types = {
  csv: "text/csv;charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

type Table = {
  kind: "csv" | "xlsx";
  name: string;
  sheet: string;
  head: string[];
  rows: string[][];
  /** Empty rows of a workbook to type texts in. */
  textRows?: number;
};

/** A table as a file to save; no cell of it is ever evaluated as a formula. */
export async function tableFile({ kind, name, sheet, head, rows, textRows }: Table) {
  const bytes = Buffer.from(kind === "csv" ? csvOf(head, rows) : await xlsxOf(sheet, head, rows, textRows));
  return { name, type: types[kind], base64: bytes.toString("base64") };
}

/** The name of a file to correct: `list refused.csv` for `list.csv`. */
export const refusedName = (fileName: string | null, kind: Table["kind"]) =>
  `${(fileName ?? "").replace(/\.\w+$/, "")} refused.${kind}`;
