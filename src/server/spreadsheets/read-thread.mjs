// The worker thread of `read.ts`: reads one table from a file, so that a malicious file can only end the thread.
import { readFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import Papa from "papaparse";
import { requireHarmless } from "./workbook-guard.mjs";

const mostColumns = 60;
const mostLetters = 1000;
// This many times the permitted rows of a workbook are read, because empty rows do not count.
const farther = 10;

class Refusal extends Error {}

/** Several sheets have rows, and none was selected. */
class SheetChoice extends Error {
  /** @param {string[]} names */
  constructor(names) {
    super();
    this.names = names;
  }
}

/** @param {string} key @returns {never} */
function refuse(key) {
  throw new Refusal(key);
}

/** @param {Uint8Array} bytes @param {number[]} start */
const startsWith = (bytes, start) => start.every((byte, place) => bytes[place] === byte);

// biome-ignore lint/suspicious/noControlCharactersInRegex: text files have none of them
const controls = /[\0-\x08\x0e-\x1a\x1c-\x1f]/;

/** True for text in UTF-16 without a byte order mark. @param {Uint8Array<ArrayBuffer>} bytes */
const isUnmarkedUtf16 = (bytes) =>
  bytes.includes(0) &&
  ["utf-16le", "utf-16be"].some((encoding) => {
    const text = new TextDecoder(encoding).decode(bytes);
    return !(controls.test(text) || text.includes("\ufffd"));
  });

/** @param {Uint8Array<ArrayBuffer>} bytes */
function csvText(bytes) {
  const encoding = startsWith(bytes, [0xff, 0xfe])
    ? "utf-16le"
    : startsWith(bytes, [0xfe, 0xff])
      ? "utf-16be"
      : "utf-8";
  let text = "";
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    refuse(bytes.includes(0) && !isUnmarkedUtf16(bytes) ? "noTable" : "otherEncoding");
  }
  if (/^\s*<(!doctype|html|\?xml|table)/i.test(text)) refuse("oldExcel");
  if (controls.test(text) || text.startsWith("%PDF")) refuse(isUnmarkedUtf16(bytes) ? "otherEncoding" : "noTable");
  return text;
}

/** @param {string} text @param {Papa.ParseConfig<string[]>} config */
const parsed = (text, config) => /** @type {Papa.ParseResult<string[]>} */ (Papa.parse(text, config)).data;

// The comma comes last: it is the decimal sign of lists with other delimiters, and occurs in their names and remarks.
const delimiters = [";", "\t", "|", ","];

/** The delimiter that splits most rows, and most of them into as many cells. @param {string} text */
function delimiterOf(text) {
  const scores = delimiters.map((delimiter) => {
    const widths = parsed(text, { delimiter, preview: 30, skipEmptyLines: true }).map((row) => row.length);
    const usual = widths.toSorted((one, other) => one - other)[Math.floor(widths.length / 2)] ?? 0;
    const [split, alike] = [widths.filter((width) => width > 1), widths.filter((width) => width === usual)];
    return { delimiter, score: usual > 1 ? split.length * 100 + alike.length : 0 };
  });
  return scores.toSorted((one, other) => other.score - one.score)[0]?.delimiter;
}

/** @param {string} text @param {number} mostRows */
function csvRows(text, mostRows) {
  // Excel's `sep=` line is not a row of the table.
  const [mark = "", named] = /^sep=(.)\r?\n/.exec(text) ?? [];
  // The parser takes one kind of line end for the whole file; appended lines can have another one.
  const table = text.slice(mark.length).replaceAll("\r\n", "\n");
  /** @type {unknown[][]} */
  const rows = [];
  let filled = 0;
  /** @param {Papa.ParseStepResult<string[]>} result @param {Papa.Parser} parser */
  function step({ data, errors }, parser) {
    // The cell would go on into the next rows.
    if (errors.some(({ type }) => type === "Quotes")) refuse("strayQuotes");
    const isRow = isFilled(data);
    rows.push(isRow ? data : nothing);
    if (isRow) filled += 1;
    if (filled > mostRows) parser.abort();
  }
  Papa.parse(table, { delimiter: named ?? delimiterOf(table), step });
  return rows;
}

/** @param {Uint8Array} bytes @param {number} mostRows @param {string | undefined} sheet */
async function workbookRows(bytes, mostRows, sheet) {
  const { readXlsx } = await import("hucre/xlsx");
  const options = {
    sheets: (/** @type {{ hidden?: boolean, veryHidden?: boolean }} */ info) => !info.hidden && !info.veryHidden,
    range: `A1:BZ${mostRows * farther}`,
  };
  const { sheets } = await readXlsx(bytes, options).catch(() => refuse("damaged"));
  const filled = sheets.filter(({ rows }) => rows.some(isFilled));
  if (sheet === undefined && filled.length > 1) throw new SheetChoice(filled.map(({ name }) => name.slice(0, 100)));
  const first = sheet === undefined ? filled[0] : filled.find(({ name }) => name.slice(0, 100) === sheet);
  if (sheet !== undefined && !first) refuse("noSheet");
  // Rows after the range are not read. A sheet that still has rows near its end is refused rather than silently cut.
  if (first?.rows.slice((mostRows * farther) / 2).some(isFilled)) refuse("tooManyRows");
  const rows = first?.rows ?? [];
  // Rows that a filter of the workbook hides are read all the same.
  const hidden = rows.filter((row, index) => first?.rowDefs?.get(index)?.hidden && isFilled(row)).length;
  return { rows, sheet: first?.name ?? "", others: Math.max(0, filled.length - 1), hidden };
}

/** @param {unknown} cell */
function textOf(cell) {
  if (cell === null || cell === undefined) return "";
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? "" : cell.toISOString().slice(0, 10);
  // Spreadsheets show 15 digits: 3.3, where a formula gave 3.3000000000000003.
  if (typeof cell === "number") return String(Number(cell.toPrecision(15)));
  const text = typeof cell === "boolean" ? String(cell).toUpperCase() : String(cell);
  // The apostrophe keeps spreadsheets from evaluating what looks like a formula; the pattern is that of lib/csv.ts.
  return text
    .slice(0, mostLetters)
    .replaceAll("\u00a0", " ")
    .replaceAll(/[\u00ad\u200b\u2060\ufeff]/g, "")
    .replace(/^\s*'(?=[\s\p{Cc}\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n])/u, "")
    .trim();
}

/** @type {unknown[]} */
const nothing = [];

/** @param {unknown[]} row */
const isFilled = (row) => row.some((cell) => textOf(cell) !== "");

/** @param {unknown[][]} rows @param {number} mostRows */
function tableOf(rows, mostRows) {
  const table = rows.flatMap((row, index) => {
    const cells = row.map(textOf);
    while (cells.length > 0 && cells.at(-1) === "") cells.pop();
    return cells.length === 0 ? [] : [{ no: index + 1, cells }];
  });
  if (table.length === 0) refuse("empty");
  if (table.length > mostRows) refuse("tooManyRows");
  if (table.some(({ cells }) => cells.length > mostColumns)) refuse("tooManyColumns");
  return table;
}

/** @param {{ path: string, mostRows: number, sheet: string | undefined }} file */
async function read({ path, mostRows, sheet: chosen }) {
  const bytes = new Uint8Array(readFileSync(path));
  const isZip = startsWith(bytes, [0x50, 0x4b, 0x03, 0x04]);
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) {
    refuse(Buffer.from(bytes).includes("EncryptedPackage", 0, "utf16le") ? "locked" : "oldExcel");
  }
  if (startsWith(bytes, [0x09, 0x08]) || startsWith(bytes, [0x09, 0x04])) refuse("oldExcel");
  const unsafe = isZip ? await requireHarmless(path) : undefined;
  if (unsafe) refuse(unsafe);
  if (isZip) {
    const { rows, ...of } = await workbookRows(bytes, mostRows, chosen);
    return { kind: "xlsx", ...of, rows: tableOf(rows, mostRows) };
  }
  return { kind: "csv", sheet: "", others: 0, hidden: 0, rows: tableOf(csvRows(csvText(bytes), mostRows), mostRows) };
}

try {
  parentPort?.postMessage({ table: await read(workerData) });
} catch (error) {
  if (error instanceof SheetChoice) parentPort?.postMessage({ refusal: "whichSheet", sheets: error.names });
  else if (!(error instanceof Refusal)) throw error;
  else parentPort?.postMessage({ refusal: error.message });
}
