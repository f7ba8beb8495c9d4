import { beforeEach } from "vitest";
import { db } from "@/server/db/client";
import { type Caller, schoolYear } from "../factories";
import { officeOfEachTest } from "./office";

/** The column headings of the rows below. */
export const short = [
  "Adm No",
  "Name",
  "DOB",
  "Class",
  "Sec",
  "Roll",
  "Email",
  "Father",
  "Father Mobile",
  "Father Email",
];
export const asha = ["A-1", "Asha Rao", "04.05.2014", "7", "A", "1", "", "Vikram Rao", "9823012345", ""];
export const row = (changes: Record<number, string>) => asha.map((cell, index) => changes[index] ?? cell);
export const nisha = row({ 0: "A-2", 1: "Nisha Rao", 5: "2" });

let files = 0;

/** Imports lists as the office, step by step. */
export function listImporter(caller: () => Caller) {
  function add(rows: string[][], heads = short, by = caller()) {
    files += 1;
    return by.imports.add({
      ...{
        fileName: "list.csv",
        fileHash: files.toString(16).padStart(64, "0"),
        kind: "csv" as const,
        sheet: "",
        others: 0,
      },
      rows: [heads, ...rows].map((cells, index) => ({ no: index + 1, cells })),
    });
  }

  type Choice = Partial<Parameters<Caller["imports"]["check"]>[0]>;

  async function check(rows: string[][], choice: Choice = {}, heads = short) {
    const { _id: id, columns } = await add(rows, heads);
    return caller().imports.check({ id, columns, dayOrder: "day", ...choice });
  }

  async function carryOut(rows: string[][], choice: Choice = {}) {
    const { _id: id } = await check(rows, choice);
    return caller().imports.carryOut({ id });
  }

  /** What each row would do, with its faults and old values by field. */
  async function rowsOf(id: string) {
    const { fields, items } = await caller().imports.rows({ id });
    return items.map(({ no, state, cells }) => {
      const at = (of: "fault" | "was") =>
        Object.fromEntries(cells.flatMap((cell, index) => (cell[of] === undefined ? [] : [[fields[index], cell[of]]])));
      return { no, state, faults: at("fault"), was: at("was") };
    });
  }

  const faultsOf = async (rows: string[][], choice: Choice = {}) =>
    (await rowsOf((await check(rows, choice))._id)).map(({ faults }) => faults);
  const statesOf = async (rows: string[][]) => (await rowsOf((await check(rows))._id)).map(({ state }) => state);
  return { add, check, carryOut, rowsOf, faultsOf, statesOf };
}

/** An office in its first school year that imports lists, new for each test of a file. `day` shifts the year (see `shifted`). */
export function importOffice(day?: (date: string) => string) {
  const admin = officeOfEachTest();
  beforeEach(() => schoolYear(2026, day));
  return { admin, ...listImporter(() => admin) };
}

export const people = () => db().user.count({ where: { role: "user" } });
export const findStudent = (admissionNo: string) =>
  db().student.findFirstOrThrow({
    where: { admissionNo },
    include: {
      user: true,
      enrolments: { orderBy: { fromDay: "asc" } },
      guardianships: { include: { guardian: true } },
    },
  });
