import "server-only";
import { dirname, join, open, readFile } from "@/server/builtins";

/**
 * Table and id of a row. For a row that may begin again, its id and version: `<id>:3`; for a number series, its name and the
 * last number issued: `2026-7A:31`; for a used code, its hash.
 */
export type LoggedRow = { tableName: string; rowId: string };

/** Table and id. The first versions wrote only the id of an account. */
const line =
  /^(?:([a-z_]+) )?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?::\d{1,9})?|[0-9A-Z-]{1,30}:\d{1,9}|[0-9a-f]{64})$/;

// Outside of the database, so that restoring an old backup can neither undo erasures nor reopen rows that ended later
// (decision 56).
const logs = ["erased", "ended"] as const;

type Log = (typeof logs)[number];

const pathOf = (folder: string, log: Log) => join(folder, `${log}.log`);

/** Reads the list of erased or ended rows; empty if there is no file. */
export async function readLog(folder: string, log: Log): Promise<LoggedRow[]> {
  const text = await readFile(pathOf(folder, log), "utf8").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  });
  return text.split("\n").flatMap((one) => {
    const [, tableName = "users", rowId] = line.exec(one) ?? [];
    return rowId === undefined ? [] : { tableName, rowId };
  });
}

const textOf = ({ tableName, rowId }: LoggedRow) => `${tableName} ${rowId}`;

/** Appends `rows` to a list, durably. */
export async function appendToLog(folder: string, log: Log, rows: LoggedRow[]): Promise<void> {
  if (rows.length === 0) return;
  const path = pathOf(folder, log);
  const file = await open(path, "a", 0o600);
  try {
    // Start a new line after one that a crash truncated.
    await file.appendFile(`\n${rows.map(textOf).join("\n")}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  const made = await open(dirname(path), "r");
  await made.sync().finally(() => made.close());
}

/** Appends the missing ones of `rows` to a list, durably. */
export async function addToLog(folder: string, log: Log, rows: LoggedRow[]): Promise<void> {
  const known = new Set((await readLog(folder, log)).map(textOf));
  const missing = rows.filter((row) => !known.has(textOf(row)));
  await appendToLog(folder, log, missing);
}

/** Adds what the lists of one folder have to those of another. */
export async function copyLogs(from: string, to: string): Promise<void> {
  for (const log of logs) await addToLog(to, log, await readLog(from, log));
}
