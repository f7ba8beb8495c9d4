import "server-only";
import { join } from "@/server/builtins";
import { addRows, appendRows, type LoggedRow, readRows } from "./row-log";

/** Table and id of an ended row, for example a used or revoked code. */
export type EndedRow = LoggedRow;

// Kept outside of the database, so that restoring an old backup cannot reopen rows that ended later (decision 56).
const logPath = (folder: string) => join(folder, "ended.log");

export const readEndedLog = (folder: string): Promise<EndedRow[]> => readRows(logPath(folder));

/** Appends the missing `rows` to the list, durably. */
export const addToEndedLog = (folder: string, rows: EndedRow[]): Promise<void> => addRows(logPath(folder), rows);

/** Appends rows that have just ended. */
export const appendToEndedLog = (folder: string, rows: EndedRow[]): Promise<void> => appendRows(logPath(folder), rows);
