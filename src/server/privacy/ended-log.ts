import "server-only";
import { join } from "@/server/builtins";
import { addRows, appendRows, type LoggedRow, readRows } from "./row-log";

/** Table and id of a row that was ended: a code that was used or revoked. */
export type EndedRow = LoggedRow;

// Outside of the database, so that restoring an old backup cannot open again what was ended since (decision 56).
const logPath = (folder: string) => join(folder, "ended.log");

export const readEndedLog = (folder: string): Promise<EndedRow[]> => readRows(logPath(folder));

/** Appends the missing `rows` to the list, durably. */
export const addToEndedLog = (folder: string, rows: EndedRow[]): Promise<void> => addRows(logPath(folder), rows);

/** Appends rows that have ended just now. */
export const appendToEndedLog = (folder: string, rows: EndedRow[]): Promise<void> => appendRows(logPath(folder), rows);
