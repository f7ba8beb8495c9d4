import "server-only";
import { join, open, readFile } from "@/server/builtins";

/** Table and id of an erased row. */
export type ErasedRow = { tableName: string; rowId: string };

// Outside of the database, so that restoring an old backup cannot undo erasures.
const logPath = (folder: string) => join(folder, "erased.log");

/** Table and id. The first versions wrote only the id of an account. */
const line = /^(?:([a-z_]+) )?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Reads the list of erased rows in a data or backup folder. */
export async function readErasedLog(folder: string): Promise<ErasedRow[]> {
  const text = await readFile(logPath(folder), "utf8").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  });
  return text.split("\n").flatMap((one) => {
    const [, tableName = "users", rowId] = line.exec(one) ?? [];
    return rowId === undefined ? [] : { tableName, rowId };
  });
}

/** Appends the missing `rows` to the list, durably. */
export async function addToErasedLog(folder: string, rows: ErasedRow[]): Promise<void> {
  const textOf = ({ tableName, rowId }: ErasedRow) => `${tableName} ${rowId}`;
  const known = new Set((await readErasedLog(folder)).map(textOf));
  const missing = rows.map(textOf).filter((text) => !known.has(text));
  if (missing.length === 0) return;
  const file = await open(logPath(folder), "a", 0o600);
  try {
    // Start a new line after one that a crash truncated.
    await file.appendFile(`\n${missing.join("\n")}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  const made = await open(folder, "r");
  await made.sync().finally(() => made.close());
}
