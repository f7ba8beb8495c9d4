// A spreadsheet takes a cell that begins so for a formula, quoted or not; so do some for the wide signs of East Asia.
const formula = /^[\s\p{Cc}\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u;

/** A cell as a spreadsheet shows it and never runs it: quoted, and marked as text where it could be a formula. */
function cellOf(text: string): string {
  const shown = formula.test(text) ? `'${text}` : text;
  return `"${shown.replaceAll('"', '""')}"`;
}

/** A table as RFC 4180 has it, beginning with the mark by which spreadsheets know UTF-8. */
export function csvOf(head: string[], rows: string[][]): string {
  return `\ufeff${[head, ...rows].map((row) => `${row.map(cellOf).join(",")}\r\n`).join("")}`;
}
