import "server-only";
import { type Message, wordsOf } from "@/lib/catalogue";
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

type Refused = { cells: readonly string[]; faults: readonly { field: string; why: Message }[] };

/**
 * The rejected rows of `list.csv` with their original headings and a column with the errors, as a file to correct:
 * `list refused.csv`. @param columns what the headings mean
 */
export function refusedFile(
  { kind, name, sheet, head }: Omit<Table, "rows">,
  columns: readonly (string | null)[],
  rows: readonly Refused[],
) {
  const told = ({ field, why }: Refused["faults"][number]) =>
    [head[columns.indexOf(field)], wordsOf(why)].filter(Boolean).join(": ");
  return tableFile({
    kind,
    sheet,
    name: `${name.replace(/\.\w+$/, "")} refused.${kind}`,
    head: [...head, "Fault"],
    rows: rows.map(({ cells, faults }) => [...head.map((_, index) => cells[index] ?? ""), faults.map(told).join("; ")]),
  });
}
