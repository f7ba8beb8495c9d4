import { beforeEach, describe, expect, it } from "vitest";
import { screens } from "@/features/exams/messages-screens";
import { wordsInstead } from "@/features/exams/rules-absent";
import { addDays, isoDate, shownDate } from "@/lib/dates";
import { db } from "@/server/db/client";
import { biology, type Caller, callerOf, createStaff, refusalOf, schedule, schoolYear } from "../factories";
import { shifted, shiftedLabel } from "../harness/days";
import { absent, examOfficeOfEachTest, scored } from "../harness/exams";

const { office, add, examWith, release } = examOfficeOfEachTest(shifted);
let teacher: Caller;

const threeDaysAgo = addDays(isoDate(new Date()), -3);

beforeEach(async () => {
  teacher = await callerOf((await createStaff({ role: "teacher", className: 7, section: "A" })).token);
});

const waiting = async ({ exams }: Caller) => (await exams.list({ waits: "marks" })).items.map(({ _id }) => _id);

describe("a teacher of one section", () => {
  it("sees the progress and the average of that section only", async () => {
    const [a, away, b] = [await add(), await add(), await add({ section: "B" })];
    await add({ section: "B" });
    await examWith([
      [a, scored(20)],
      [away, absent],
      [b, scored(60)],
    ]);
    const [own] = (await teacher.exams.list({})).items;
    expect(own).toMatchObject({ students: 2, entered: 1, absent: 1, excused: 0, average: 20 });
    expect((await office.exams.list({})).items).toMatchObject([{ students: 4, entered: 2, absent: 1, average: 40 }]);
  });

  it("sees no late mark in the average before its release, and neither does the office", async () => {
    const [asha, dev] = [await add(), await add()];
    const id = await examWith([[asha, scored(20)]]);
    await release(id);
    await office.exams.saveCells({ id, cells: [{ studentId: dev, mark: scored(60), remark: null, seen: 0 }] });
    const averages = () =>
      Promise.all([teacher, office].map(async ({ exams }) => (await exams.list({})).items[0]?.average));
    expect(await averages()).toEqual([20, 20]);
    expect((await teacher.exams.list({})).items).toMatchObject([{ entered: 2 }]);
    await release(id);
    expect(await averages()).toEqual([40, 40]);
  });

  it("does not wait for marks of another section", async () => {
    const [a] = [await add(), await add({ section: "B" })];
    const id = await examWith([[a, scored(20)]]);
    expect(await waiting(office)).toEqual([id]);
    expect(await waiting(teacher)).toEqual([]);
    await add();
    expect(await waiting(teacher)).toEqual([id]);
  });

  it("does not wait for a withdrawn mark of a student who is in another section by now", async () => {
    const moved = await add();
    await office.enrolments.move({ studentId: moved, className: 7, section: "B", day: threeDaysAgo });
    const id = await examWith([[moved, scored(20)]], { examDate: isoDate(new Date()) });
    await release(id);
    await office.results.withdraw({ id: (await db().result.findFirstOrThrow()).id, reason: "wrong" });
    await office.exams.takeBack({ id });
    expect([await waiting(office), await waiting(teacher)]).toEqual([[id], []]);
  });

  it("does not wait for marks of a cancelled test", async () => {
    await add();
    const testDate = shifted("2026-11-18");
    const { id: scheduleId } = await schedule({ testDate: new Date(testDate) });
    const id = await examWith([], { examDate: testDate, scheduleId });
    const numbers = () =>
      Promise.all([teacher, office].map(async ({ exams }) => (await exams.list({ waits: "marks" })).total));
    expect(await numbers()).toEqual([1, 1]);
    await db().testSchedule.update({ where: { id: scheduleId }, data: { state: "cancelled", reason: "Ill" } });
    expect(await numbers()).toEqual([0, 0]);
    expect((await office.exams.get({ id })).rows).toHaveLength(1);
    await office.schedules.remove({ id: scheduleId });
    expect(await numbers()).toEqual([0, 0]);
    expect(await db().auditEvent.count({ where: { action: "exam-removed" } })).toBe(1);
  });
});

describe("a student who left the section", () => {
  const marks = (people: readonly string[]) => people.map((one, index) => [one, scored(40 + index)] as const);

  it("before the exam is shown only to the new section's teacher, in the history and in the figures", async () => {
    const other = await callerOf((await createStaff({ role: "teacher", className: 7, section: "B" })).token);
    const [stays, moves, mistaken] = [await add(), await add(), await add()];
    await office.enrolments.move({ studentId: moves, className: 7, section: "B", day: shifted("2026-09-01") });
    const why = { reason: "Another person", mistake: true };
    await office.enrolments.end({ studentId: mistaken, day: shifted("2026-09-01"), ...why });
    await office.enrolments.enrol({ studentId: mistaken, className: 7, section: "B", fromDay: shifted("2026-09-01") });
    const id = await examWith(marks([stays, moves, mistaken]));
    await release(id);
    for (const studentId of [stays, moves, mistaken]) {
      const { id: first } = await db().result.findFirstOrThrow({ where: { studentId } });
      const { _id } = await office.results.correct({ id: first, score: 60, reason: "The sum was wrong" });
      if (studentId === moves) await office.results.withdraw({ id: _id, reason: "Of somebody else" });
    }
    const read = async ({ exams }: Caller) => {
      const events = await exams.events({ id });
      const { classes } = await exams.yearStatistics({ class: 7 });
      return [[...new Set(events.flatMap(({ of }) => of?.studentId ?? []))].sort(), classes.map(({ n }) => n)];
    };
    expect(await read(teacher)).toEqual([[stays], [1]]);
    expect(await read(other)).toEqual([[moves, mistaken].sort(), [1]]);
    expect(await read(office)).toEqual([[stays, moves, mistaken].sort(), [2]]);
  });

  it("after the exam stays with the teacher who entered the mark", async () => {
    const other = await callerOf((await createStaff({ role: "teacher", className: 7, section: "B" })).token);
    const moves = await add();
    const id = await examWith(marks([moves]));
    await release(id);
    await office.enrolments.move({ studentId: moves, className: 7, section: "B", day: shifted("2026-11-20") });
    expect((await teacher.exams.yearStatistics({ class: 7 })).exams).toMatchObject([{ _id: id, n: 1 }]);
    expect((await other.exams.yearStatistics({ class: 7 })).exams).toEqual([]);
  });
});

describe("an exam of a test", () => {
  const ofTest = async (caller: Caller, scheduleId: string) => caller.exams.ofTest({ scheduleId });
  const exam = { className: 7, subjects: ["Biology"], totalMarks: 80, examDate: shifted("2026-11-20") };

  it("starts with the sections of the test, and for a teacher with those they teach", async () => {
    const testDate = new Date(exam.examDate);
    const [ofAll, ofTwo, ofB] = [
      (await schedule({ testDate })).id,
      (await schedule({ testDate, sections: ["A", "B"] })).id,
      (await schedule({ testDate, sections: ["B"] })).id,
    ];
    const sectionsOf = async (caller: Caller, id: string) => (await ofTest(caller, id)).sections;
    expect([await sectionsOf(office, ofAll), await sectionsOf(teacher, ofAll)]).toEqual([[], ["A"]]);
    expect([await sectionsOf(office, ofTwo), await sectionsOf(teacher, ofTwo)]).toEqual([["A", "B"], ["A"]]);
    expect(await sectionsOf(office, ofB)).toEqual(["B"]);
    expect((await refusalOf(ofTest(teacher, ofB))).code).toBe("FORBIDDEN");
    const [made] = await office.exams.addMany({ ...exam, sections: ["B"], examName: "Quiz", scheduleId: ofTwo });
    expect(await ofTest(office, ofTwo)).toMatchObject({ examId: null, sections: ["A"] });
    expect(await ofTest(teacher, ofTwo)).toMatchObject({ examId: null, sections: ["A"] });
    expect(await ofTest(office, ofB)).toMatchObject({ examId: null, sections: ["B"] });
    const [other] = await office.exams.addMany({ ...exam, sections: ["A"], examName: "Quiz", scheduleId: ofTwo });
    expect((await ofTest(office, ofTwo)).examId).toBe(made?._id);
    expect((await ofTest(teacher, ofTwo)).examId).toBe(other?._id);
  });

  it("is still to be made for a section that has none", async () => {
    const { id: scheduleId } = await schedule({
      sections: ["A", "B"],
      testDate: new Date(threeDaysAgo),
    });
    const other = await callerOf((await createStaff({ role: "teacher", className: 7, section: "B" })).token);
    const waiting = async () => {
      const found = await Promise.all([office, teacher, other].map(({ overview }) => overview.tests()));
      return found.map(({ length }) => length);
    };
    expect(await waiting()).toEqual([1, 1, 1]);
    const fields = { className: 7, subjects: ["Biology"], totalMarks: 80, examName: "Quiz", scheduleId };
    await office.exams.addMany({ ...fields, sections: ["A"] });
    expect(await waiting()).toEqual([1, 0, 1]);
    await office.exams.addMany({ ...fields, sections: ["B"] });
    expect(await waiting()).toEqual([0, 0, 0]);
  });

  it("of the whole class is made once every section has one", async () => {
    await add();
    await add({ section: "B" });
    const { id: scheduleId } = await schedule({ testDate: new Date(threeDaysAgo) });
    const waits = async () => (await office.overview.tests()).length === 1;
    const fields = { className: 7, subjects: ["Biology"], totalMarks: 80, examName: "Quiz", scheduleId };
    const [ofA] = await teacher.exams.addMany({ ...fields, sections: ["A"] });
    expect(await waits()).toBe(true);
    expect(await ofTest(office, scheduleId)).toMatchObject({ examId: null, sections: ["B"] });
    expect(await teacher.overview.tests()).toEqual([]);
    expect((await ofTest(teacher, scheduleId)).examId).toBe(ofA?._id);
    await office.exams.addMany({ ...fields, sections: ["B"] });
    expect(await waits()).toBe(false);
    expect((await ofTest(office, scheduleId)).examId).toBe(ofA?._id);
  });

  it("may have been made without it, for its class, subject, day and one of its sections", async () => {
    const { _id } = await office.subjects.add({ name: "Life Science" });
    await office.subjects.edit({ id: _id, spellings: ["biology"] });
    const test = await schedule({ sections: ["A"], testDate: new Date(threeDaysAgo) });
    const fields = { className: 7, sections: ["A"], subjects: ["Life Science"], totalMarks: 80, examName: "Quiz" };
    const others = [{ className: 8 }, { sections: ["B"] }, { subjects: ["Art"] }, { examDate: shifted("2026-11-02") }];
    for (const other of others) await office.exams.addMany({ ...fields, examDate: threeDaysAgo, ...other });
    for (const { overview } of [office, teacher]) expect(await overview.tests()).toMatchObject([{ _id: test.id }]);
    expect(await ofTest(office, test.id)).toMatchObject({ examId: null, sections: ["A"] });
    const [made] = await office.exams.addMany({ ...fields, examDate: threeDaysAgo });
    for (const { overview } of [office, teacher]) expect(await overview.tests()).toEqual([]);
    for (const caller of [office, teacher]) expect((await ofTest(caller, test.id)).examId).toBe(made?._id);
  });

  it("no longer counts once the test is corrected to another class or subject", async () => {
    const { id, rowVersion } = await schedule({ testDate: new Date(threeDaysAgo) });
    const fields = { className: 7, sections: [], subjects: ["Biology"], totalMarks: 80, examName: "Quiz" };
    const [made] = await office.exams.addMany({ ...fields, examDate: threeDaysAgo, scheduleId: id });
    expect(await office.overview.tests()).toEqual([]);
    const test = { id, className: 7, subject: "Biology", testDate: threeDaysAgo, testTime: "09:30" };
    for (const [index, given] of [{ subject: "Physics" }, { className: 8 }, {}].entries()) {
      await office.schedules.edit({ ...test, ...given, rowVersion: rowVersion + index });
      const examId = index === 2 ? (made?._id ?? "") : null;
      expect(await ofTest(office, id)).toMatchObject({ examId, className: `${{ ...test, ...given }.className}` });
      expect((await office.overview.tests()).map(({ _id }) => _id)).toEqual(index === 2 ? [] : [id]);
    }
  });

  it("must be of the test's class", async () => {
    const { id: scheduleId } = await schedule({ className: 8 });
    const refusal = await refusalOf(office.exams.addMany({ ...exam, sections: [], examName: "Quiz", scheduleId }));
    expect(refusal.issues?.[0]?.path).toEqual(["className"]);
  });
});

describe("an exam of an earlier year", () => {
  it("is read and changed by the office and by no teacher", async () => {
    const { id: year } = await schoolYear(2025, shifted);
    const studentId = await add({ year, fromDay: shifted("2025-04-06") });
    const id = await examWith([[studentId, scored(40)]], { examDate: shifted("2025-11-18"), sections: ["A"] });
    await release(id);
    const cells = [{ studentId, mark: scored(1), remark: null, seen: 1 }];
    const calls = [
      () => teacher.exams.get({ id }),
      () => teacher.exams.statistics({ id }),
      () => teacher.exams.changesSince({ id, since: 0 }),
      () => teacher.exams.events({ id }),
      () => teacher.exams.saveCells({ id, cells }),
      () => teacher.exams.fileTemplate({ id, kind: "csv" }),
    ];
    for (const call of calls) expect((await refusalOf(call())).code).toBe("FORBIDDEN");
    // The page of the exam tells the two refusals apart.
    const instead = (caller: Caller, one: string) => caller.exams.get({ id: one }).then(String, wordsInstead);
    expect(await instead(teacher, id)).toMatchObject({ notFoundHint: screens.earlierYearHint });
    expect(await instead(teacher, year)).toBe(screens);
    const other = await callerOf((await createStaff({ role: "teacher", className: 9 })).token);
    expect(await instead(other, id)).toBe(screens);
    expect(await teacher.exams.list({ year })).toMatchObject({ items: [], total: 0, subjects: [] });
    expect((await teacher.exams.list({})).years).toMatchObject([{ label: shiftedLabel(2026) }]);
    expect((await teacher.exams.yearStatistics({ year, class: 7 })).exams).toEqual([]);
    expect(await teacher.exams.halves({ studentId })).toEqual([]);
    expect((await office.exams.list({ year })).items).toMatchObject([{ _id: id }]);
    expect((await office.exams.yearStatistics({ year, class: 7 })).exams).toMatchObject([{ _id: id, n: 1 }]);
    expect((await office.exams.get({ id })).rows).toHaveLength(1);
  });

  it("without a date has the students who were in the class when the year ended, and takes late marks", async () => {
    const { id: year } = await schoolYear(2025, shifted);
    const [stayed, moved] = [
      await add({ year, fromDay: shifted("2025-04-06") }),
      await add({ year, fromDay: shifted("2025-04-06"), section: "B" }),
    ];
    await office.enrolments.move({ studentId: moved, className: 8, section: "A", day: shifted("2026-01-05") });
    const { id: schoolYearId } = await db().schoolYear.findFirstOrThrow({ where: { label: shiftedLabel(2026) } });
    await db().enrolment.updateMany({
      where: { studentId: stayed },
      data: { toDay: new Date(shifted("2026-03-31")), endReason: "promoted" },
    });
    await db().enrolment.create({
      data: { studentId: stayed, schoolYearId, className: 8, section: "A", fromDay: new Date(shifted("2026-04-01")) },
    });
    const id = await examWith([], { examDate: shifted("2025-11-18") });
    expect((await office.exams.get({ id })).rows).toHaveLength(2);
    await db().exam.update({ where: { id }, data: { examDate: null } });
    expect((await office.exams.get({ id })).rows).toMatchObject([{ studentId: stayed }]);
    await office.exams.saveCells({ id, cells: [{ studentId: stayed, mark: scored(40), remark: null, seen: 0 }] });
    await release(id);
    expect(await db().result.findMany()).toMatchObject([{ studentId: stayed }]);
  });

  it("the empty sheet of the next class names the class whose students are not promoted yet", async () => {
    const { id: year } = await schoolYear(2025, shifted);
    const studentId = await add({ year, className: 6, fromDay: shifted("2025-04-06") });
    const id = await examWith([], { examDate: shifted("2026-11-18") });
    expect(await teacher.exams.get({ id })).toMatchObject({ rows: [], unpromotedClass: 6 });
    const { id: toYear } = await db().schoolYear.findFirstOrThrow({ where: { label: shiftedLabel(2026) } });
    await office.enrolments.promote({ fromYear: year, toYear, className: 6 });
    expect(await teacher.exams.get({ id })).toMatchObject({ rows: [{ studentId }], unpromotedClass: null });
    const empty = await examWith([], { className: 9, examDate: shifted("2026-11-18") });
    expect(await office.exams.get({ id: empty })).toMatchObject({ rows: [], unpromotedClass: null });
  });

  it("is not asked for from a teacher, even if its test was a few days ago", async () => {
    const yesterday = addDays(isoDate(new Date()), -1);
    await db().schoolYear.updateMany({ data: { firstDay: new Date(yesterday) } });
    const firstDay = new Date(addDays(yesterday, -300));
    await db().schoolYear.create({ data: { label: "Before", firstDay, lastDay: new Date(threeDaysAgo) } });
    const { id: scheduleId } = await schedule({ testDate: new Date(threeDaysAgo) });
    const waiting = () => Promise.all([office, teacher].map(async ({ overview }) => (await overview.tests()).length));
    expect(await waiting()).toEqual([1, 0]);
    expect(await office.exams.ofTest({ scheduleId })).toMatchObject({ examId: null });
    expect((await refusalOf(teacher.exams.ofTest({ scheduleId }))).message).toBe(screens.earlierYearHint);
    await schedule({ testDate: new Date(yesterday) });
    expect(await waiting()).toEqual([2, 1]);
  });

  it("cannot be made by a teacher, nor can a teacher move an exam there; a later year is open", async () => {
    await schoolYear(2025, shifted);
    await schoolYear(2027, shifted);
    const exam = { className: 7, sections: ["A"], subjects: ["Biology"], totalMarks: 80 };
    const made = (examDate: string) => teacher.exams.addMany({ ...exam, examName: examDate, examDate });
    expect((await refusalOf(made(shifted("2025-11-18")))).code).toBe("FORBIDDEN");
    const [{ _id: id } = { _id: "" }] = await made(shifted("2026-11-18"));
    const { subjects: _, ...fields } = { ...exam, subject: "Biology", examName: "Quiz", id, rowVersion: 1 };
    expect((await refusalOf(teacher.exams.edit({ ...fields, examDate: shifted("2025-11-18") }))).code).toBe(
      "FORBIDDEN",
    );
    const [later] = await made(shifted("2027-11-18"));
    expect((await teacher.exams.get({ id: later?._id ?? "" })).rows).toEqual([]);
    // The refusal for the day after the last year says what to do; the one for a day before all years does not.
    const [day, lastDay] = [shifted("2028-04-01"), shifted("2028-03-31")];
    const last = `the last one, ${shiftedLabel(2027)}, runs to ${shownDate(lastDay)}.`;
    const none = `No school year includes ${shownDate(day)} yet: ${last}`;
    expect((await refusalOf(made(day))).message).toBe(`${none} An administrator adds the next one under Settings.`);
    const before = `The date is not in the school year ${shiftedLabel(2026)}.`;
    expect((await refusalOf(made(shifted("2025-03-31")))).message).toBe(before);
    expect(await db().exam.count()).toBe(2);
  });
});

describe("an exam of more than a teacher teaches", () => {
  it("is refused at the sections, and the refusal names those that the teacher teaches", async () => {
    await add();
    const exam = { className: 7, examName: "Quiz", totalMarks: 20, subjects: ["Biology"] };
    const refused = async (one: Caller, given: object) => {
      const { code, issues } = await refusalOf(one.exams.addMany({ ...exam, sections: [], ...given }));
      return [code, ...(issues ?? []).map(({ path, message }) => `${path}: ${message}`)];
    };
    const own = ["FORBIDDEN", "sections: You teach Biology in 7 A: write A."];
    expect(await refused(teacher, {})).toEqual(own);
    expect(await refused(teacher, { sections: ["A", "B"] })).toEqual(own);
    // If the teacher teaches no section of the class, the sections are not at fault.
    expect(await refused(teacher, { className: 8 })).toEqual(["FORBIDDEN"]);
    const [made] = await teacher.exams.addMany({ ...exam, sections: ["A"] });
    const edited = { ...exam, subject: "Biology", sections: [], id: made?._id ?? "", rowVersion: 1 };
    const { subjects: _, ...fields } = edited;
    expect(await refusalOf(teacher.exams.edit(fields))).toMatchObject({
      message: "You teach Biology in 7 A: write A.",
    });
  });

  it("is refused at the subjects if their sections differ, because no sections fit them all", async () => {
    const [{ id: biologyId }, { id: mathsId }] = [
      await biology(),
      await db().subject.create({ data: { name: "Maths", key: "maths" } }),
    ];
    const { exams } = await callerOf(
      (
        await createStaff(
          { role: "teacher", className: 7, section: "B", subjectId: biologyId },
          { role: "teacher", className: 7, section: "A", subjectId: mathsId },
        )
      ).token,
    );
    const exam = { className: 7, examName: "Quiz", totalMarks: 20 };
    const refused = async (subjects: string[], sections: string[]) =>
      (await refusalOf(exams.addMany({ ...exam, subjects, sections }))).issues;
    const message = "You teach Maths in 7 A and Biology in 7 B: add them one by one.";
    for (const sections of [[], ["A"], ["B"]])
      expect(await refused(["Maths", "Biology"], sections)).toEqual([{ path: ["subjects"], message }]);
    expect(await refused(["Maths"], ["B"])).toEqual([
      { path: ["sections"], message: "You teach Maths in 7 A: write A." },
    ]);
    expect(await refused(["Maths", "History"], [])).toBeUndefined();
    await exams.addMany({ ...exam, subjects: ["Maths"], sections: ["A"] });
    await exams.addMany({ ...exam, subjects: ["Biology"], sections: ["B"] });
  });

  it("can be changed as a whole only by the office, as its sheet says", async () => {
    await add();
    const mayEdit = async (id: string) =>
      Promise.all([teacher, office].map(async ({ exams }) => (await exams.get({ id })).mayEdit));
    expect(await mayEdit(await examWith([]))).toEqual([false, true]);
    expect(await mayEdit(await examWith([], { sections: ["A"] }))).toEqual([true, true]);
  });

  it("stays when a teacher deletes its cancelled test, while an exam of that teacher's sections goes", async () => {
    const day = addDays(isoDate(new Date()), 3);
    const { id: scheduleId } = await schedule({ sections: ["A"], testDate: new Date(day) });
    const of = { examDate: day, scheduleId };
    const [whole] = [await examWith([], of), await examWith([], { ...of, sections: ["A"], examName: "Quiz" })];
    await db().testSchedule.update({ where: { id: scheduleId }, data: { state: "cancelled", reason: "Ill" } });
    await teacher.schedules.remove({ id: scheduleId });
    expect((await db().exam.findMany()).map(({ id }) => id)).toEqual([whole]);
  });
});
