// Spreadsheets evaluate such a cell as a formula, even if quoted; some also accept the full-width signs.
const formula = /^[\s\p{Cc}\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u;

/** A quoted cell; an apostrophe before a possible formula makes it text. */
function cellOf(text: string): string {
  const shown = formula.test(text) ? `'${text}` : text;
  return `"${shown.replaceAll('"', '""')}"`;
}

/** A table in CSV (RFC 4180), with the byte order mark that spreadsheets need to detect UTF-8. */
export function csvOf(head: string[], rows: string[][]): string {
  return `\ufeff${[head, ...rows].map((row) => `${row.map(cellOf).join(",")}\r\n`).join("")}`;
}
