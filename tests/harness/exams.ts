import { type Caller, callerOf, createAdmin, schoolYear, tokenFor } from "../factories";

export const scored = (score: number) => ({ kind: "scored", score }) as const;
export const [absent, excused] = [{ kind: "absent" } as const, { kind: "excused" } as const];

export const place = { className: 7, section: "A", fromDay: "2026-04-06" };

type Cells = Parameters<Caller["exams"]["saveCells"]>[0]["cells"];
export type Marks = readonly (readonly [studentId: string, mark: Cells[number]["mark"], remark?: string])[];

/** An office in its first school year, with helpers that add students to a class and release marks. `day` may be `shifted`. */
export async function examOffice(day = (date: string) => date) {
  const office = await callerOf(await tokenFor(await createAdmin()));
  await schoolYear(2026, day);
  let count = 0;

  const add = async (given: Partial<Parameters<Caller["students"]["add"]>[0]> = {}) =>
    (await office.students.add({ name: `Student ${++count}`, ...place, fromDay: day(place.fromDay), ...given }))._id;

  async function examWith(marks: Marks, given: Partial<Parameters<Caller["exams"]["addMany"]>[0]> = {}) {
    const examName = `Unit Test ${++count}`;
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

export type ExamOffice = Awaited<ReturnType<typeof examOffice>>;
