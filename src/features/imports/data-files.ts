import "server-only";
import type { DownloadView } from "@/lib/fields";
import { tableFile } from "@/server/spreadsheets/table-file";
import { example } from "./rules";

const template: [head: string, cell: string][] = [
  ["Admission number", example.admissionNo],
  ["Name", example.name],
  ["Date of birth", "2014-05-04"],
  ["Class", "7"],
  ["Section", "B"],
  ["Roll number", "21"],
  ["Email", ""],
  ["Father’s name", "Vikram Chauhan"],
  ["Father’s phone", example.guardian1Phone],
  ["Father’s email", ""],
  ["Mother’s name", "Sunita Chauhan"],
  ["Mother’s phone", example.guardian2Phone],
  ["Mother’s email", ""],
];

/** The number of rows formatted as text in a workbook, so that an entered `007` keeps its zeros. */
const textRows = 1000;

/** A template with all known headings and an example student. */
export function getTemplate(kind: "csv" | "xlsx"): Promise<DownloadView> {
  const [head, cells] = [template.map(([name]) => name), template.map(([, cell]) => cell)];
  return tableFile({ kind, name: `students.${kind}`, sheet: "Students", head, rows: [cells], textRows });
}
