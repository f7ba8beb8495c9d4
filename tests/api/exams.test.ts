import { beforeEach, describe, expect, it } from "vitest";
import { purgeUnreleased } from "@/features/exams/mutations-marks";
import { wordsOf } from "@/lib/catalogue";
import { db } from "@/server/db/client";
import { appErrorOf } from "@/server/trpc/trpc";
import {
  biology,
  type Caller,
  callerOf,
  createStaff,
  createStudent,
  refusalOf,
  schedule,
  schoolYear,
  tokenFor,
} from "../factories";
import { officeOfEachTest } from "../harness/office";

const office = officeOfEachTest();
let colleague: Caller;

beforeEach(async () => {
  colleague = await callerOf((await createStaff({ role: "office" })).token);
  await schoolYear();
});

const add = async (name: string, place: object = {}) =>
  (await office.students.add({ name, className: 7, section: "A", fromDay: "2026-04-06", ...place }))._id;
const usual = {
  ...{ className: 7, sections: ["A"], subjects: ["Biology"], examName: "Unit Test 3" },
  ...{ examDate: "2026-11-18", totalMarks: 80 },
};
const { subjects: _subjects, ...fields } = usual;
const makeExam = async (given: object = {}) => (await office.exams.addMany({ ...usual, ...given }))[0]?._id ?? "";
const scored = (score: number) => ({ kind: "scored", score }) as const;
const cell = (studentId: string, mark: object | null, seen = 0, remark: string | null = null) =>
  ({ studentId, mark, remark, seen }) as Parameters<Caller["exams"]["saveCells"]>[0]["cells"][number];
const namesIn = async (id: string, caller = office) => (await caller.exams.get({ id })).rows.map(({ name }) => name);

describe("access to exams and marks", () => {
  it("no visitor, student or guardian reads or writes any of it, by any procedure", async () => {
    const studentId = await add("Asha Rao");
    const id = await makeExam();
    await office.exams.saveCells({ id, cells: [cell(studentId, scored(61))] });
    const student = await createStudent({ name: "Asha Rao" });
    const guardian = await createStudent({ onRoster: false });
    await db().guardianship.create({
      data: { guardianId: guardian.id, studentId, relation: "mother", origin: "office" },
    });
    const callers = [null, await tokenFor(student), await tokenFor(guardian)];
    for (const { exams } of await Promise.all(callers.map(callerOf))) {
      const calls = [
        () => exams.list({}),
        () => exams.get({ id }),
        () => exams.changesSince({ id, since: 0 }),
        () => exams.addMany(usual),
        () => exams.remove({ id }),
        () => exams.saveCells({ id, cells: [cell(studentId, scored(1))] }),
        () => exams.exempt({ id, studentId, isExempt: true }),
      ];
      for (const call of calls) expect((await refusalOf(call())).code).toMatch(/UNAUTHORIZED|FORBIDDEN/);
    }
    const family = await callerOf(await tokenFor(student));
    expect(await family.results.mine()).toEqual([]);
    expect(await family.results.unread()).toBe(0);
    expect(await db().markDraft.findMany()).toMatchObject([{ score: expect.anything(), rowVersion: 1 }]);
  });

  it("a teacher reaches only their own subject, class and section", async () => {
    const [inA, inB] = [await add("Asha Rao"), await add("Dev Gill", { section: "B" })];
    const ofBoth = await makeExam({ sections: [] });
    const physics = await makeExam({ subjects: ["Physics"] });
    const { id: subjectId } = await biology();
    const teacher = await callerOf(
      (await createStaff({ role: "teacher", className: 7, section: "A", subjectId })).token,
    );
    expect((await refusalOf(teacher.exams.get({ id: physics }))).code).toBe("FORBIDDEN");
    for (const sections of [[], ["A", "B"], ["B"]])
      expect((await refusalOf(teacher.exams.addMany({ ...usual, examName: "Mine", sections }))).code).toBe("FORBIDDEN");
    expect((await teacher.exams.list({})).items.map(({ _id }) => _id)).toEqual([ofBoth]);
    expect(await namesIn(ofBoth, teacher)).toEqual(["Asha Rao"]);
    const cells = [cell(inA, scored(61)), cell(inB, scored(62))];
    expect(await teacher.exams.saveCells({ id: ofBoth, cells })).toMatchObject({
      saved: [{ studentId: inA }],
      refused: [{ studentId: inB, why: "Not in this sheet." }],
    });
    const edited = { ...fields, sections: ["A"], id: ofBoth, subject: "Biology", rowVersion: 1 };
    expect((await refusalOf(teacher.exams.edit(edited))).code).toBe("FORBIDDEN");
    expect((await refusalOf(teacher.exams.remove({ id: ofBoth }))).code).toBe("FORBIDDEN");
  });
});

describe("exams", () => {
  it("one is made for each subject, or none at all; a duplicate is refused with the first one's id", async () => {
    await biology();
    const made = await office.exams.addMany({ ...usual, subjects: [" biology ", "Physics"] });
    expect(made).toMatchObject([{ subject: "Biology" }, { subject: "Physics" }]);
    const same = { ...usual, examName: "UNIT TEST 3", sections: [], subjects: ["Chemistry", "BIOLOGY"] };
    const again = appErrorOf(await office.exams.addMany(same).catch((error: unknown) => error));
    expect(again).toMatchObject({ code: "CONFLICT", existingId: made[0]?._id });
    expect(wordsOf(again.message)).toBe("There is an exam “Unit Test 3” in Biology already.");
    expect((await refusalOf(office.exams.addMany({ ...usual, subjects: ["Art", "art"] }))).code).toBe("BAD_REQUEST");
    expect(await db().exam.count()).toBe(2);
    for (const other of [{ sections: ["B"] }, { examDate: "2026-11-19" }, { examDate: undefined }, { className: 8 }])
      await office.exams.addMany({ ...usual, ...other });
    const outside = await refusalOf(office.exams.addMany({ ...usual, examDate: "2031-01-01" }));
    expect(outside.issues?.[0]?.path).toEqual(["examDate"]);
  });

  it("if the same exam is made several times at the same time, one is made", async () => {
    const making = Array.from({ length: 4 }, () => refusalOf(office.exams.addMany(usual)).catch(() => null));
    expect((await Promise.all(making)).filter((refusal) => refusal?.code === "CONFLICT")).toHaveLength(3);
    expect(await db().exam.count()).toBe(1);
  });

  it("the list counts the students who take it, and is searched by year, class, subject, state and name", async () => {
    const [asha, dev, nila, zoya] = [await add("Asha"), await add("Dev"), await add("Nila"), await add("Zoya")];
    const id = await makeExam();
    await makeExam({ subjects: ["Physics"], examDate: "2026-11-20" });
    await makeExam({ className: 8, examName: "Quiz", examDate: "2026-10-01" });
    await office.exams.exempt({ id, studentId: zoya, isExempt: true });
    const cells = [cell(asha, scored(61)), cell(dev, scored(50.5)), cell(nila, { kind: "absent" })];
    await office.exams.saveCells({ id, cells: cells.slice(0, 3) });
    const { items, total, subjects } = await office.exams.list({});
    expect(items.map(({ examName, subject }) => `${examName} ${subject}`)).toEqual([
      ...["Unit Test 3 Biology", "Unit Test 3 Physics", "Quiz Biology"],
    ]);
    expect(items[0]).toMatchObject({ students: 3, entered: 2, absent: 1, excused: 0, average: 55.75 });
    expect(items[2]).toMatchObject({ students: 0, entered: 0, average: null });
    expect([total, subjects]).toEqual([3, ["Biology", "Physics"]]);
    const found = async (filter: object) =>
      (await office.exams.list(filter)).items.map(({ subject, className }) => `${subject} ${className}`);
    expect(await found({ class: 8 })).toEqual(["Biology 8"]);
    expect(await found({ subject: "PHYSICS" })).toEqual(["Physics 7"]);
    expect(await found({ search: "phys" })).toEqual(["Physics 7"]);
    expect(await found({ state: "released" })).toEqual([]);
    expect(await found({ limit: 1, page: 2 })).toEqual(["Physics 7"]);
    expect(await office.exams.list({ page: 99 })).toMatchObject({ items: [], total: 3 });
  });

  it("an exam is changed only as it was seen, and never below its marks; a draft without marks or remarks can be deleted", async () => {
    const studentId = await add("Asha Rao");
    const id = await makeExam();
    const first = { ...fields, id, subject: "Biology", totalMarks: 90, rowVersion: 1 };
    const { rowVersion } = await office.exams.edit(first);
    const edit = (given: object) =>
      refusalOf(office.exams.edit({ ...fields, id, subject: "Biology", rowVersion, ...given }));
    expect(await edit({ rowVersion: 1 })).toMatchObject({ code: "CONFLICT" });
    await office.exams.saveCells({ id, cells: [cell(studentId, scored(85))] });
    expect((await edit({ totalMarks: 84 })).issues?.[0]?.path).toEqual(["totalMarks"]);
    expect((await refusalOf(office.exams.remove({ id }))).message).toBe("This exam has marks. Delete them first.");
    await office.exams.saveCells({ id, cells: [cell(studentId, null, 1, "Well done")] });
    expect((await refusalOf(office.exams.remove({ id }))).message).toBe("This exam has remarks. Delete them first.");
    await office.exams.saveCells({ id, cells: [cell(studentId, null, 2)] });
    await office.exams.remove({ id });
    expect(await db().markDraft.count()).toBe(0);
  });

  it("an exam without a date stays in its year when it is changed", async () => {
    const id = await makeExam({ examDate: undefined });
    const { id: schoolYearId } = await schoolYear(2024);
    await db().exam.update({ where: { id }, data: { schoolYearId } });
    const edited = { ...fields, id, subject: "Biology", examDate: undefined, totalMarks: 90 };
    await office.exams.edit({ ...edited, rowVersion: 1 });
    expect(await db().exam.findUniqueOrThrow({ where: { id } })).toMatchObject({ schoolYearId, rowVersion: 2 });
    await office.exams.edit({ ...edited, examDate: usual.examDate, rowVersion: 2 });
    await office.exams.edit({ ...edited, rowVersion: 3 });
    expect((await office.exams.get({ id })).exam.year.label).toBe("2026-27");
  });

  it("once an exam is released, its class, subject and total are fixed", async () => {
    const id = await makeExam();
    await db().exam.update({ where: { id }, data: { state: "released", releasedAt: new Date() } });
    const calls = [
      office.exams.edit({ ...fields, id, subject: "Biology", rowVersion: 1 }),
      office.exams.remove({ id }),
    ];
    for (const { code } of await Promise.all(calls.map(refusalOf))) expect(code).toBe("CONFLICT");
    expect((await office.exams.get({ id })).mayChange).toBe(false);
  });

  it("a test leads to its exam", async () => {
    const { id: scheduleId } = await schedule();
    const expected = { examId: null, className: "7", sections: [], subject: "Biology", examDate: "2026-11-20" };
    expect(await office.exams.ofTest({ scheduleId })).toEqual(expected);
    const [made] = await office.exams.addMany({ ...usual, scheduleId });
    expect(await office.exams.ofTest({ scheduleId })).toMatchObject({ examId: made?._id });
    await db().testSchedule.deleteMany();
    expect(await db().exam.count({ where: { scheduleId: null } })).toBe(1);
    expect((await refusalOf(office.exams.ofTest({ scheduleId }))).code).toBe("NOT_FOUND");
  });
});

describe("a sheet", () => {
  it("has everybody who was in the class on the exam's day, in the order of the roll, and everybody with a mark", async () => {
    await add("Tenth", { rollNo: "10" });
    await add("Second", { rollNo: "2" });
    await add("Unnumbered");
    await add("Late", { fromDay: "2026-11-19" });
    await add("Other section", { section: "B" });
    const gone = await add("Gone", { rollNo: "1" });
    await office.enrolments.end({ studentId: gone, day: "2026-11-17", reason: "Moved" });
    const stayed = await add("Stayed until the day", { rollNo: "3" });
    await office.enrolments.end({ studentId: stayed, day: "2026-11-18", reason: "Moved" });
    const id = await makeExam();
    const names = ["Second", "Stayed until the day", "Tenth", "Unnumbered"];
    expect(await namesIn(id)).toEqual(names);
    await db().markDraft.create({ data: { examId: id, studentId: gone, kind: "absent", rowVersion: 1 } });
    expect(await namesIn(id)).toEqual(["Gone", ...names]);
  });

  it("of a class that was filled after the exam's day has the students of the class's first day", async () => {
    await add("Asha Rao", { fromDay: "2026-11-23" });
    await add("Later", { fromDay: "2026-11-24" });
    expect(await namesIn(await makeExam())).toEqual(["Asha Rao"]);
  });

  it("remembers who does not take the subject for its other exams, unless there is a mark", async () => {
    const studentId = await add("Asha Rao");
    const id = await makeExam();
    await office.exams.exempt({ id, studentId, isExempt: true });
    const other = await makeExam({ examName: "Unit Test 4", subjects: ["BIOLOGY"] });
    expect((await office.exams.get({ id: other })).rows).toMatchObject([{ isExempt: true }]);
    const cells = [cell(studentId, scored(61))];
    expect((await office.exams.saveCells({ id, cells })).refused).toHaveLength(1);
    await office.exams.exempt({ id: other, studentId, isExempt: false });
    await office.exams.saveCells({ id, cells });
    expect((await refusalOf(office.exams.exempt({ id, studentId, isExempt: true }))).code).toBe("CONFLICT");
    const elsewhere = office.exams.exempt({ id: other, studentId, isExempt: true });
    expect((await refusalOf(elsewhere)).message).toBe(
      "This student has a mark in “Unit Test 3”. Delete it there first.",
    );
    // A mark that was hidden before does not stay hidden.
    const { schoolYearId, subjectKey } = await db().exam.findUniqueOrThrow({ where: { id } });
    await db().subjectExemption.create({ data: { studentId, schoolYearId, subjectKey } });
    await office.exams.exempt({ id, studentId, isExempt: false });
    expect((await office.exams.get({ id })).rows).toMatchObject([{ isExempt: false, mark: scored(61) }]);
    await office.exams.release({ id, digest: (await office.exams.preview({ id })).digest });
    await office.exams.exempt({ id: other, studentId, isExempt: true });
  });
});

describe("saving marks", () => {
  it("a cell that two people changed keeps the first one's value and shows it to the second", async () => {
    const [asha, dev] = [await add("Asha Rao"), await add("Dev Gill")];
    const id = await makeExam();
    const mine = await office.exams.saveCells({ id, cells: [cell(asha, scored(58)), cell(dev, { kind: "absent" })] });
    expect(mine).toMatchObject({ conflicts: [], refused: [] });
    const cells = [cell(asha, scored(61), 0), cell(dev, { kind: "excused" }, 1, "Ill")];
    const theirs = await colleague.exams.saveCells({ id, cells });
    expect(theirs.saved).toEqual([{ studentId: dev, rowVersion: 2 }]);
    expect(theirs.conflicts).toMatchObject([{ studentId: asha, mark: scored(58), rowVersion: 1, by: "Administrator" }]);
    const { rows, marksVersion } = await office.exams.get({ id });
    expect(rows).toMatchObject([{ mark: scored(58) }, { mark: { kind: "excused" }, remark: "Ill", by: "Meera Iyer" }]);
    expect(marksVersion).toBe(2);
  });

  it("a mark that was sent already counts as saved, so that a lost response costs nothing", async () => {
    const asha = await add("Asha Rao");
    const id = await makeExam();
    const cells = [cell(asha, scored(61.5), 0, "Well done")];
    for (const _ of [1, 2, 3])
      expect((await office.exams.saveCells({ id, cells })).saved).toEqual([{ studentId: asha, rowVersion: 1 }]);
  });

  it("a mark above the total is refused, and the others are saved", async () => {
    const [asha, dev] = [await add("Asha Rao"), await add("Dev Gill")];
    const id = await makeExam();
    const answer = await office.exams.saveCells({ id, cells: [cell(asha, scored(80.01)), cell(dev, scored(80))] });
    expect(answer).toMatchObject({ saved: [{ studentId: dev }], refused: [{ studentId: asha, why: "More than 80." }] });
    for (const mark of [scored(-1), scored(1.234), { kind: "absent", score: 1 }])
      expect((await refusalOf(office.exams.saveCells({ id, cells: [cell(asha, mark)] }))).code).toBe("BAD_REQUEST");
    const beside = db().$executeRaw`update mark_drafts set score = 81 where student_id = ${dev}::uuid`;
    await expect(beside).rejects.toThrow(/above the total/);
  });

  it("if eight people save one mark at the same time, one is first, and nothing is lost silently", async () => {
    const asha = await add("Asha Rao");
    const id = await makeExam();
    const callers = Array.from({ length: 8 }, (_, index) => (index % 2 ? office : colleague));
    const answers = await Promise.all(
      callers.map(({ exams }, index) => exams.saveCells({ id, cells: [cell(asha, scored(index))] })),
    );
    const [winner] = answers.flatMap(({ saved }, index) => (saved.length > 0 ? [index] : []));
    expect(answers.filter(({ conflicts }) => conflicts.length === 1)).toHaveLength(7);
    expect((await office.exams.get({ id })).rows[0]?.mark).toEqual(scored(winner ?? -1));
  });

  it("changes by others are reported from a given version on", async () => {
    const [asha, dev] = [await add("Asha Rao"), await add("Dev Gill")];
    const id = await makeExam();
    await office.exams.saveCells({ id, cells: [cell(asha, scored(61))] });
    await colleague.exams.saveCells({ id, cells: [cell(dev, scored(50))] });
    const { cells, marksVersion, mayChange } = await office.exams.changesSince({ id, since: 1 });
    expect(cells).toMatchObject([{ studentId: dev, mark: scored(50), by: "Meera Iyer" }]);
    expect([marksVersion, mayChange]).toEqual([2, true]);
    expect((await office.exams.changesSince({ id, since: 2 })).cells).toEqual([]);
  });

  it("300 marks are written together, with one event that names nobody", async () => {
    const id = await makeExam({ sections: [] });
    const { id: schoolYearId } = await db().schoolYear.findFirstOrThrow();
    await db().$executeRaw`with made as (
      insert into users (id, name) select gen_random_uuid(), 'Student ' || n from generate_series(1, 300) n returning id
    ), listed as (insert into students (user_id, origin) select id, 'office' from made returning user_id)
    insert into enrolments (id, student_id, school_year_id, class_name, section, from_day)
    select gen_random_uuid(), user_id, ${schoolYearId}::uuid, 7, 'A', '2026-04-06' from listed`;
    const { rows } = await office.exams.get({ id });
    const { saved } = await office.exams.saveCells({
      id,
      cells: rows.map(({ studentId }, index) => cell(studentId, scored(index % 80))),
    });
    expect(saved).toHaveLength(300);
    const event = await db().auditEvent.findMany({ where: { action: "marks-entered" } });
    expect(event).toHaveLength(1);
    expect(JSON.stringify(event)).not.toContain("Student");
  });
});

describe("a release", () => {
  it("is for the office only: a teacher sees no preview and releases nothing", async () => {
    const id = await makeExam();
    const teacher = await callerOf((await createStaff({ role: "teacher", className: 7 })).token);
    expect((await refusalOf(teacher.exams.preview({ id }))).code).toBe("FORBIDDEN");
    expect((await refusalOf(teacher.exams.release({ id, digest: "0".repeat(64) }))).code).toBe("FORBIDDEN");
  });

  it("counts beforehand what it does, and then makes every mark a result that only its student reads", async () => {
    const student = await createStudent({ name: "Asha Rao" });
    await office.enrolments.enrol({ studentId: student.id, className: 7, section: "A", fromDay: "2026-04-06" });
    const [dev, nila] = [await add("Dev Gill"), await add("Nila Sen")];
    await add("Without a mark");
    const id = await makeExam();
    const cells = [cell(student.id, scored(61), 0, "Well done"), cell(dev, scored(50)), cell(nila, { kind: "absent" })];
    await office.exams.saveCells({ id, cells });
    const family = await callerOf(await tokenFor(student));
    expect(await family.results.mine()).toEqual([]);
    const { digest, ...counts } = await office.exams.preview({ id });
    expect(counts).toEqual({
      ...{ results: 2, secondResults: 0, absent: 1, excused: 0, noMark: 1, mailed: 1 },
      ...{ notConfirmed: 0, noAddress: 0, noLogin: 1, notWanted: 0 },
      ...{ guardiansMailed: 0, guardiansNotMailed: 0, guardiansNotConfirmed: 0, guardiansNoLogin: 0 },
      ...{ before: null, releasableFrom: null, leaves: null },
    });
    await office.exams.release({ id, digest });
    expect(await family.results.mine()).toMatchObject([{ score: 61, examName: "Unit Test 3", isNew: true }]);
    expect(await db().result.count()).toBe(2);
    expect(await db().examAbsence.findMany()).toMatchObject([{ studentId: nila, kind: "absent", releaseNo: 1 }]);
    expect((await office.exams.get({ id })).exam).toMatchObject({ state: "released" });
    expect(await office.exams.saveCells({ id, cells: [cell(dev, scored(1))] })).toMatchObject({ saved: [] });
  });

  it("gives everyone one result if several people press at the same time", async () => {
    const studentIds = [await add("Asha Rao"), await add("Dev Gill"), await add("Nila Sen")];
    const id = await makeExam();
    await office.exams.saveCells({
      id,
      cells: studentIds.map((studentId, index) => cell(studentId, scored(50 + index))),
    });
    const { digest } = await office.exams.preview({ id });
    const pressed = [office, colleague, office, colleague].map(({ exams }) =>
      exams.release({ id, digest }).then(
        () => "released",
        () => "refused",
      ),
    );
    expect((await Promise.all(pressed)).sort()).toEqual(["refused", "refused", "refused", "released"]);
    const rows = await db().result.findMany({ select: { studentId: true, releaseNo: true } });
    expect(rows.map(({ studentId }) => studentId).sort()).toEqual([...studentIds].sort());
    expect(await db().auditEvent.count({ where: { action: "exam-released" } })).toBe(1);
  });

  it("does nothing after any change since the preview", async () => {
    const [asha, dev] = [await add("Asha Rao"), await add("Dev Gill")];
    const id = await makeExam();
    await office.exams.saveCells({ id, cells: [cell(asha, scored(61))] });
    const { digest } = await office.exams.preview({ id });
    await colleague.exams.saveCells({ id, cells: [cell(dev, scored(50))] });
    expect((await refusalOf(office.exams.release({ id, digest }))).code).toBe("CONFLICT");
    expect(await db().result.count()).toBe(0);
    await office.exams.release({ id, digest: (await office.exams.preview({ id })).digest });
    expect(await db().result.count()).toBe(2);
  });
});

it("marks that were never released are deleted a year after their school year, also late ones", async () => {
  const [asha, dev, bela] = [await add("Asha Rao"), await add("Dev Gill"), await add("Bela Das")];
  const [draft, id] = [await makeExam(), await makeExam({ examName: "Unit Test 4" })];
  await office.exams.saveCells({ id: draft, cells: [cell(asha, scored(61))] });
  await office.exams.saveCells({ id, cells: [cell(asha, scored(61)), cell(dev, { kind: "absent" })] });
  await office.exams.release({ id, digest: (await office.exams.preview({ id })).digest });
  await office.exams.saveCells({ id, cells: [cell(bela, scored(40)), cell(dev, { kind: "excused" }, 1)] });
  expect(await purgeUnreleased(new Date("2027-03-31"))).toBe(0);
  expect(await purgeUnreleased(new Date("2027-04-01"))).toBe(3);
  expect(await db().markDraft.findMany()).toMatchObject([{ examId: id, studentId: asha }]);
});
