import "server-only";
import { join } from "@/server/builtins";
import { addRows, type LoggedRow, readRows } from "./row-log";

export type ErasedRow = LoggedRow;

// Outside of the database, so that restoring an old backup cannot undo erasures.
const logPath = (folder: string) => join(folder, "erased.log");

export const readErasedLog = (folder: string): Promise<ErasedRow[]> => readRows(logPath(folder));

/** Appends the missing `rows` to the list, durably. */
export const addToErasedLog = (folder: string, rows: ErasedRow[]): Promise<void> => addRows(logPath(folder), rows);
