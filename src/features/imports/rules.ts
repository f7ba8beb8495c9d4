import type { Actions } from "@/lib/may";
import type { Columns, Field } from "./schema";

export const actions = { read: "office", manage: "office" } as const satisfies Actions;

/** Limits of a file: rows of students, and bytes. */
export const mostRows = 5_000;
/** Rows above them: titles and headings. */
export const mostHeadRows = 20;
export const mostBytes = 5 * 1024 * 1024;

/** Up to this many rows are processed in the request; more in a background task. */
export const mostAtOnce = 500;

/** The example student of the template, who identifies a row that was left in the file. */
export const example = {
  admissionNo: "A-2026-0301",
  name: "Aarav Chauhan",
  guardian1Phone: "9822140210",
  guardian2Phone: "9822140211",
} as const satisfies Partial<Record<Field, string>>;

/** True if the columns identify the student of each row and contain what a new student needs. */
export function hasNeeded(columns: Columns): boolean {
  const has = (field: Field) => columns.includes(field);
  return has("admissionNo") || (has("name") && has("bornOn") && has("className"));
}

/** Answers by the keys of accounts: whether the account is that of the person in the row. */
export type Answers = ReadonlyMap<string, boolean>;

/** The accounts to attach, by the new answers or else by the earlier ones, and whether the rows must be checked again. */
export function answered(accounts: readonly { key: string; attached: boolean }[], answers: Answers) {
  const isIt = ({ key, attached }: { key: string; attached: boolean }) => answers.get(key) ?? attached;
  return {
    attach: accounts.filter(isIt).map(({ key }) => key),
    isChanged: accounts.some((one) => isIt(one) !== one.attached),
  };
}
