import "server-only";
import { AppError, type ErrorCode, fieldError } from "@/lib/errors";
import { Worker } from "@/server/builtins";
import { threadPath } from "@/server/thread-path";
import { type refusals, say } from "./messages";

/** A row with its number in the file; empty cells at the end are left out. */
export type TableRow = { no: number; cells: string[] };

/** A table read from a file: all cells are texts, dates look like `2014-05-04`. */
export type Table = {
  kind: "csv" | "xlsx";
  /** The sheet that was read, and how many other sheets are not empty. */
  sheet: string;
  others: number;
  /** How many of the rows the workbook hides. */
  hidden: number;
  rows: TableRow[];
};

type Answer =
  | { table: Table; refusal?: undefined; sheets?: undefined }
  | { table?: undefined; refusal: keyof typeof refusals | "tooManyRows"; sheets?: undefined }
  | { table?: undefined; refusal: "whichSheet"; sheets: string[] };

const longest = 15_000;
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };

/**
 * Reads a CSV or XLSX file in a worker thread, whatever its name; formulas are not evaluated. `mostRows` includes heading rows
 * but not empty ones. If several sheets have rows, one must be selected: the issues of the error name them.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE for other kinds of files, UNPROCESSABLE_CONTENT for all that cannot be read
 */
export async function readTable(path: string, mostRows: number, sheet?: string): Promise<Table> {
  const { table, refusal, sheets } = await answerOf(path, mostRows, sheet);
  if (sheets) {
    const issues = sheets.map((name) => ({ path: ["sheet"], message: say("sheetNamed", name) }));
    throw new AppError("UNPROCESSABLE_CONTENT", say("whichSheet", sheets.join(", ")), issues);
  }
  if (refusal === "tooManyRows") throw fieldError("file", say(refusal, mostRows), "UNPROCESSABLE_CONTENT");
  if (table === undefined) throw fieldError("file", say(refusal), codeOf(refusal));
  return table;
}

type Refusal = keyof typeof refusals;

// The same contents of a Word file are of an unsupported kind, too.
const otherKinds: readonly Refusal[] = [
  "oldExcel",
  "binaryExcel",
  "openDocument",
  "macros",
  "externalLinks",
  "noTable",
];

const codeOf = (refusal: Refusal): ErrorCode =>
  otherKinds.includes(refusal) ? "UNSUPPORTED_MEDIA_TYPE" : "UNPROCESSABLE_CONTENT";

function answerOf(path: string, mostRows: number, sheet: string | undefined): Promise<Answer> {
  const thread = threadPath("src/server/spreadsheets/read-thread.mjs");
  // Do not inherit the flags and the environment of the process.
  const worker = new Worker(thread, { workerData: { path, mostRows, sheet }, resourceLimits, execArgv: [], env: {} });
  return new Promise((resolve) => {
    const tooMuch = () => resolve({ refusal: "tooComplicated" });
    const timer = setTimeout(() => void worker.terminate(), longest);
    worker.once("message", (answer: Answer) => {
      resolve(answer);
      void worker.terminate();
    });
    // The thread ran out of memory.
    worker.once("error", tooMuch);
    worker.once("exit", () => {
      clearTimeout(timer);
      tooMuch();
    });
  });
}
