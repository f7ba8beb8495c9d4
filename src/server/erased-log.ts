import "server-only";
import { open, readFile } from "node:fs/promises";
import { join } from "node:path";

/** A row that was erased: it has gone, and its id names nobody. */
export type ErasedRow = { tableName: string; rowId: string };

// Beside the database, so that the restore of an older one cannot forget it.
const pathIn = (folder: string) => join(/*turbopackIgnore: true*/ folder, "erased.log");

/** The table and the id. Lines of the first versions have the id of an account alone. */
const line = /^(?:([a-z_]+) )?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The rows that the list in a folder names: that of the data, or of backups. */
export async function readErasedLog(folder: string): Promise<ErasedRow[]> {
  const text = await readFile(/*turbopackIgnore: true*/ pathIn(folder), "utf8").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  });
  return text.split("\n").flatMap((one) => {
    const [, tableName = "users", rowId] = line.exec(one) ?? [];
    return rowId === undefined ? [] : { tableName, rowId };
  });
}

/** Adds to the list those of `rows` that it lacks. They are on the disk when this answers. */
export async function addToErasedLog(folder: string, rows: ErasedRow[]): Promise<void> {
  const textOf = ({ tableName, rowId }: ErasedRow) => `${tableName} ${rowId}`;
  const known = new Set((await readErasedLog(folder)).map(textOf));
  const missing = rows.map(textOf).filter((text) => !known.has(text));
  if (missing.length === 0) return;
  const file = await open(/*turbopackIgnore: true*/ pathIn(folder), "a", 0o600);
  try {
    // A line that a crash cut short ends here.
    await file.appendFile(`\n${missing.join("\n")}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  const made = await open(/*turbopackIgnore: true*/ folder, "r");
  await made.sync().finally(() => made.close());
}
