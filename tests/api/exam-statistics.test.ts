import { describe, expect, it } from "vitest";
import { statisticsOf } from "@/features/exams/rules-statistics";
import { db } from "@/server/db/client";
import { callerOf, createStaff, createStudent, refusalOf, tokenFor } from "../factories";
import { absent, examOfficeOfEachTest, scored } from "../harness/exams";

const { office, add, examWith: exam, release } = examOfficeOfEachTest();

const enrol = (section: string) => add({ section });
const resultOf = (examId: string, studentId: string) =>
  db().result.findFirstOrThrow({ where: { examId, studentId, successor: null } });

describe("the statistics of an exam", () => {
  it("are for the office and the exam's teachers only", async () => {
    const id = await exam([[await enrol("A"), scored(61)]]);
    const strangers = [
      null,
      await tokenFor(await createStudent()),
      (await createStaff({ role: "teacher", className: 8 })).token,
    ];
    for (const token of strangers) {
      const caller = await callerOf(token);
      expect((await refusalOf(caller.exams.statistics({ id }))).code).toMatch(/UNAUTHORIZED|FORBIDDEN/);
    }
    for (const token of strangers.slice(0, 2)) {
      const caller = await callerOf(token);
      expect((await refusalOf(caller.exams.yearStatistics({}))).code).toMatch(/UNAUTHORIZED|FORBIDDEN/);
    }
  });

  it("show for drafts what the sheet shows while marks are typed", async () => {
    const marks = [12, 33.5, 40, 56, 63.99, 64, 71.25, 72, 80];
    const people = await Promise.all(marks.map(() => enrol("A")));
    const [away, missing] = [await enrol("A"), await enrol("A")];
    const id = await exam([
      ...people.map((one, index) => [one, scored(marks[index] ?? 0)] as const),
      [away, absent],
      [missing, null],
    ]);
    const found = await office.exams.statistics({ id });
    expect(found).toMatchObject({
      students: 11,
      absent: 1,
      excused: 0,
      missing: 1,
      isReleased: false,
      sections: [],
      others: [],
    });
    const typed = statisticsOf(marks, 80);
    expect(found.figures?.distribution?.bands).toBeDefined();
    expect(found.figures?.distribution?.bands).toEqual(typed?.distribution?.bands);
    for (const name of ["n", "average", "median", "lowest", "highest"] as const)
      expect(found.figures?.[name]).toBeCloseTo(typed?.[name] ?? -1, 8);
    for (const name of ["lowerQuartile", "upperQuartile", "spread"] as const)
      expect(found.figures?.distribution?.[name]).toBeCloseTo(typed?.distribution?.[name] ?? -1, 8);
  });

  it("have no distribution below five students, and none at all without a mark", async () => {
    const people = await Promise.all(["A", "A", "A", "A"].map(enrol));
    const id = await exam(people.map((one) => [one, scored(40)] as const));
    const found = await office.exams.statistics({ id });
    expect(found.figures).toMatchObject({ n: 4, average: 40, distribution: null });
    const empty = await office.exams.statistics({ id: await exam([]) });
    expect(empty).toMatchObject({ figures: null, students: 4, missing: 4 });
  });

  it("count the current versions of what was released, and nothing that was withdrawn", async () => {
    const people = await Promise.all(Array.from({ length: 7 }, () => enrol("A")));
    const id = await exam(people.map((one) => [one, scored(40)] as const));
    await release(id);
    const [first = "", second = ""] = people;
    await office.results.correct({ id: (await resultOf(id, first)).id, score: 80, reason: "Sum" });
    await office.results.withdraw({ id: (await resultOf(id, second)).id, reason: "Wrong student" });
    const { figures, isReleased } = await office.exams.statistics({ id });
    expect(isReleased).toBe(true);
    expect(figures).toMatchObject({ n: 6, highest: 80, average: (5 * 40 + 80) / 6 });
    const year = await office.exams.yearStatistics({ class: 7 });
    expect(year.classes).toEqual([{ className: "7", exams: 1, n: 6, average: expect.closeTo((5 * 50 + 100) / 6, 8) }]);
    expect(year.exams).toMatchObject([{ _id: id, n: 6, box: { lowest: 50, median: 50, highest: 100 } }]);
  });

  it("count an absence that the family sees, as the list does, until a late mark in its place is released", async () => {
    const [asha, dev, nila] = [await enrol("A"), await enrol("A"), await enrol("A")];
    const id = await exam([
      [asha, scored(40)],
      [dev, absent],
    ]);
    await release(id);
    const late = async (studentId: string, score: number) => {
      const row = (await office.exams.get({ id })).rows.find((one) => one.studentId === studentId);
      await office.exams.saveCells({ id, cells: [{ studentId, mark: scored(score), seen: row?.rowVersion ?? 0 }] });
    };
    const counts = async () => {
      const { students, absent: away, missing, figures } = await office.exams.statistics({ id });
      const [row] = (await office.exams.list({})).items;
      expect(row).toMatchObject({ students, absent: away, entered: students - away - missing });
      return [students, away, missing, figures?.n];
    };
    expect(await counts()).toEqual([3, 1, 1, 1]);
    await late(dev, 61);
    expect(await counts()).toEqual([3, 1, 1, 1]);
    await late(nila, 62);
    expect(await counts()).toEqual([3, 1, 0, 1]);
    await release(id);
    expect(await counts()).toEqual([3, 0, 0, 3]);
  });

  it("appear beside those of the sections and of the other released exams in the subject", async () => {
    const a = await Promise.all(["A", "A", "A", "A", "A"].map(enrol));
    const b = await Promise.all(["B", "B"].map(enrol));
    const of = (mark: number) => [...a, ...b].map((one) => [one, scored(mark)] as const);
    const earlier = await exam(of(20), { examDate: "2026-09-18", totalMarks: 40 });
    await release(earlier);
    await exam(of(10), { examDate: "2026-10-18" });
    const id = await exam(of(60));
    const found = await office.exams.statistics({ id });
    expect(found.sections).toMatchObject([
      { section: "A", n: 5, average: 75, box: { median: 75 } },
      { section: "B", n: 2, average: 75, box: null },
    ]);
    expect(found.others).toMatchObject([{ _id: earlier, n: 7, average: 50 }]);
  });

  it("show a teacher of one section only that section", async () => {
    const [a, b] = [await enrol("A"), await enrol("B")];
    const id = await exam([
      [a, scored(20)],
      [b, scored(60)],
    ]);
    await release(id);
    const biology = { role: "teacher", className: 7, section: "A" } as const;
    const teacher = await callerOf((await createStaff(biology)).token);
    expect(await teacher.exams.statistics({ id })).toMatchObject({
      students: 1,
      figures: { n: 1, average: 20 },
      sections: [],
    });
    const year = await teacher.exams.yearStatistics({ class: 7 });
    expect(year.classes).toMatchObject([{ className: "7", n: 1, average: 25 }]);
    const other = await callerOf((await createStaff({ role: "teacher", className: 8 })).token);
    expect((await other.exams.yearStatistics({ class: 7 })).classes).toEqual([]);
  });
});

describe("the statistics of a year", () => {
  it("show each class by its subjects, without drafts", async () => {
    const people = await Promise.all(["A", "A"].map(enrol));
    const marks = (mark: number) => people.map((one) => [one, scored(mark)] as const);
    for (const [subject, mark] of [
      ["Biology", 40],
      ["biology", 60],
      ["Physics", 80],
    ] as const)
      await release(await exam(marks(mark), { subjects: [subject] }));
    await exam(marks(1));
    const { classes, subjects, exams, year } = await office.exams.yearStatistics({});
    expect(year?.label).toBe("2026-27");
    expect(classes).toEqual([{ className: "7", exams: 3, n: 6, average: 75 }]);
    expect(subjects).toEqual([
      { className: "7", subject: "Biology", exams: 2, n: 4, average: 62.5 },
      { className: "7", subject: "Physics", exams: 1, n: 2, average: 100 },
    ]);
    expect(exams).toEqual([]);
    expect((await office.exams.yearStatistics({ class: 7 })).exams).toHaveLength(3);
    expect((await office.exams.yearStatistics({ class: 8 })).classes).toEqual([]);
  });
});
