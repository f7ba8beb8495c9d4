import "server-only";
import { dirname, open, readFile } from "@/server/builtins";

/**
 * Table and id of a row. For a row that may begin again, its id and version: `<id>:3`; for a number series, its name and the
 * last number issued: `2026-7A:31`; for a used code, its hash.
 */
export type LoggedRow = { tableName: string; rowId: string };

/** Table and id. The first versions wrote only the id of an account. */
const line =
  /^(?:([a-z_]+) )?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?::\d{1,9})?|[0-9A-Z-]{1,30}:\d{1,9}|[0-9a-f]{64})$/;

/** Reads a list of rows; empty if there is no file. */
export async function readRows(path: string): Promise<LoggedRow[]> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
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
export async function appendRows(path: string, rows: LoggedRow[]): Promise<void> {
  if (rows.length === 0) return;
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
export async function addRows(path: string, rows: LoggedRow[]): Promise<void> {
  const known = new Set((await readRows(path)).map(textOf));
  await appendRows(
    path,
    rows.filter((row) => !known.has(textOf(row))),
  );
}
