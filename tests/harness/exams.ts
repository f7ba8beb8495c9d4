import { beforeEach } from "vitest";
import { type Caller, callerOf, createAdmin, schoolYear, tokenFor } from "../factories";
import { officeOfEachTest } from "./office";

export const scored = (score: number) => ({ kind: "scored", score }) as const;
export const [absent, excused] = [{ kind: "absent" } as const, { kind: "excused" } as const];

export const place = { className: 7, section: "A", fromDay: "2026-04-06" };

type Cells = Parameters<Caller["exams"]["saveCells"]>[0]["cells"];
export type Marks = readonly (readonly [studentId: string, mark: Cells[number]["mark"], remark?: string])[];

/** Helpers that add students to a class and release marks. `day` may be `shifted`; names have numbers. */
function helpersOf(office: Caller, day: (date: string) => string, names = { count: 0 }) {
  const add = async (given: Partial<Parameters<Caller["students"]["add"]>[0]> = {}) =>
    (await office.students.add({ name: `Student ${++names.count}`, ...place, fromDay: day(place.fromDay), ...given }))
      ._id;

  async function examWith(marks: Marks, given: Partial<Parameters<Caller["exams"]["addMany"]>[0]> = {}) {
    const examName = `Unit Test ${++names.count}`;
    const usual = { className: 7, sections: [], subjects: ["Biology"], examDate: day("2026-11-18"), totalMarks: 80 };
    const [made] = await office.exams.addMany({ ...usual, examName, ...given });
    const id = made?._id ?? "";
    const cells = marks.flatMap(([studentId, mark, remark = null]) =>
      mark ? [{ studentId, mark, remark, seen: 0 }] : [],
    );
    if (cells.length > 0) await office.exams.saveCells({ id, cells });
    return id;
  }

  const release = async (id: string) =>
    office.exams.release({ id, digest: (await office.exams.preview({ id })).digest });
  return { office, add, examWith, release };
}

/** An office in its first school year, with these helpers. */
export async function examOffice(day = (date: string) => date) {
  await schoolYear(2026, day);
  return helpersOf(await callerOf(await tokenFor(await createAdmin())), day);
}

/** The same for each test of a file, in an emptied database. */
export function examOfficeOfEachTest(day = (date: string) => date) {
  const office = officeOfEachTest();
  const names = { count: 0 };
  beforeEach(async () => {
    names.count = 0;
    await schoolYear(2026, day);
  });
  return helpersOf(office, day, names);
}
