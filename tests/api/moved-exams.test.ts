import { beforeEach, expect, it } from "vitest";
import { isoDate } from "@/lib/dates";
import { db, type Transaction } from "@/server/db/client";
import { lockExamKeys } from "@/server/roster/exam-keys";
import { type Caller, callerOf, createStaff, refusalOf, schedule, schoolYear } from "../factories";
import { inDays } from "../harness/days";
import { examOfficeOfEachTest, scored } from "../harness/exams";
import { meanwhile } from "../harness/meanwhile";

const office = examOfficeOfEachTest();
let scheduleId: string;

const [before, after] = ["2026-12-04", "2026-12-11"];
const test = { className: 7, subject: "Biology", testTime: "09:00" };

beforeEach(async () => {
  scheduleId = (await schedule({ ...test, testDate: new Date(before) })).id;
});

async function move(given: object = { testDate: after }, { schedules }: Caller = office.office) {
  const { rowVersion } = await db().testSchedule.findUniqueOrThrow({ where: { id: scheduleId } });
  const asked = { ...test, testDate: before, id: scheduleId, rowVersion, reason: "The hall is taken" };
  await schedules.edit({ ...asked, ...given });
}

const examOf = (given: object = {}) => office.examWith([], { examDate: before, scheduleId, ...given });
const rowOf = (id: string) => db().exam.findUniqueOrThrow({ where: { id } });
const dateOf = async (id: string) => {
  const { examDate } = await rowOf(id);
  return examDate && isoDate(examDate);
};

it("a test that moves gives its new date to its drafts, and to no other exam", async () => {
  const [own, byHand, other] = [
    await examOf(),
    await examOf({ examDate: "2026-12-05" }),
    await office.examWith([], { examDate: before }),
  ];
  await move({ testTime: "10:00" });
  expect(await rowOf(own)).toMatchObject({ rowVersion: 1 });
  await move();
  expect(await Promise.all([own, byHand, other].map(dateOf))).toEqual([after, "2026-12-05", before]);
  expect(await rowOf(own)).toMatchObject({ rowVersion: 2 });
  expect((await office.office.exams.events({ id: own })).map(({ kind }) => kind).toSorted()).toEqual([
    "created",
    "edited",
  ]);
  expect(await db().auditEvent.count({ where: { action: "exam-changed" } })).toBe(1);
});

it("an exam of the class or subject that the test had before its correction stays", async () => {
  const [ofClass, ofSubject] = [await examOf(), await examOf({ subjects: ["Physics"] })];
  await move({ className: 8 });
  await move({ className: 8, testDate: after });
  expect(await Promise.all([ofClass, ofSubject].map(dateOf))).toEqual([before, before]);
  await move({ testDate: before });
  await move();
  expect(await Promise.all([ofClass, ofSubject].map(dateOf))).toEqual([after, before]);
});

it("an exam stays if the test no longer has its sections", async () => {
  const [left, kept] = [await examOf({ sections: ["A"] }), await examOf({ sections: ["B"] })];
  await move({ sections: ["B"], testDate: after });
  expect(await Promise.all([left, kept].map(dateOf))).toEqual([before, after]);
});

it("an exam of two sections stays with the other section's test of that day, and moves with it", async () => {
  await db().testSchedule.updateMany({ data: { sections: ["A"] } });
  const other = await schedule({ ...test, sections: ["B"], testDate: new Date(before) });
  const [shared, own] = [await examOf(), await examOf({ sections: ["A"] })];
  await move({ sections: ["A"], testDate: after });
  expect(await Promise.all([shared, own].map(dateOf))).toEqual([before, after]);
  expect(await office.office.exams.ofTest({ scheduleId: other.id })).toMatchObject({ examId: shared });
  scheduleId = other.id;
  await move({ sections: ["B"], testDate: after });
  expect(await dateOf(shared)).toBe(after);
});

it.each([
  ["deleted", (tx: Transaction, id: string) => tx.testSchedule.delete({ where: { id } })],
  [
    "cancelled",
    (tx: Transaction, id: string) => tx.testSchedule.update({ where: { id }, data: { state: "cancelled" } }),
  ],
])("an exam moves with its test if the other test of the day is %s at the same moment", async (_, end) => {
  await db().testSchedule.updateMany({ data: { sections: ["A"] } });
  const other = await schedule({ ...test, sections: ["B"], testDate: new Date(before) });
  const shared = await examOf();
  await meanwhile(
    (tx) => end(tx, other.id),
    () => move({ sections: ["A"], testDate: after }),
  );
  expect(await rowOf(shared)).toMatchObject({ scheduleId, examDate: new Date(after) });
});

it.each([
  [[], []],
  [["A"], []],
  [["A"], ["A"]],
])("of two tests of a day in sections %j and %j, the one that moves takes only its own exam", async (own, others) => {
  await db().testSchedule.updateMany({ data: { sections: own } });
  await schedule({ ...test, sections: others, testDate: new Date(before) });
  const id = await examOf({ sections: own });
  await move({ sections: own, testDate: after });
  expect(await dateOf(id)).toBe(after);
});

it("an exam still moves with its test after the subject was renamed", async () => {
  const id = await examOf();
  const renamed = await db().subject.findUniqueOrThrow({ where: { key: "biology" } });
  await office.office.subjects.edit({ id: renamed.id, name: "Life science" });
  await move({ subject: undefined, testDate: after });
  expect([await dateOf(id), await db().testSchedule.count({ where: { subject: "Biology" } })]).toEqual([after, 1]);
});

it("a planned release comes back as a draft, and a released exam keeps its date", async () => {
  const studentId = await office.add();
  const [past, later] = [inDays(-12), inDays(-11)];
  await db().testSchedule.updateMany({ data: { testDate: new Date(past) } });
  const planned = await office.examWith([[studentId, scored(40)]], { examDate: past, scheduleId });
  const released = await office.examWith([[studentId, scored(50)]], { examDate: past, scheduleId });
  const { exams } = office.office;
  const { digest } = await exams.preview({ id: planned });
  await exams.plan({ id: planned, digest, date: inDays(20), time: "09:00" });
  await office.release(released);
  await move({ testDate: later });
  expect(await Promise.all([planned, released].map(dateOf))).toEqual([later, past]);
  expect(await exams.get({ id: planned })).toMatchObject({ exam: { state: "draft" }, cameBack: true });
});

it("an exam moves into the year of its test, and stays if it cannot move", async () => {
  const same = { examName: "Pop quiz", subjects: ["Biology"] };
  const [moved, held] = [await examOf(), await examOf(same)];
  const id = await office.examWith([], { ...same, sections: ["A"], examDate: after });
  await db().exam.update({ where: { id }, data: { examName: "Pop  quiz" } });
  await move();
  expect(await Promise.all([moved, held].map(dateOf))).toEqual([after, before]);
  const { id: schoolYearId } = await schoolYear(2027);
  await move({ testDate: "2027-04-09" });
  expect([await dateOf(moved), await rowOf(moved)]).toMatchObject(["2027-04-09", { schoolYearId }]);
  // No school year has this day.
  await move({ testDate: "2028-04-09" });
  expect(await dateOf(moved)).toBe("2027-04-09");
});

it("an exam of an earlier year moves with its test when the office moves that, but not when a teacher does", async () => {
  const day = inDays(-200);
  await db().schoolYear.updateMany({ data: { firstDay: new Date(inDays(-1)), lastDay: new Date(inDays(300)) } });
  const years = { firstDay: new Date(inDays(-400)), lastDay: new Date(inDays(-2)) };
  const { id: schoolYearId } = await db().schoolYear.create({ data: { label: "Before", ...years } });
  await db().testSchedule.update({ where: { id: scheduleId }, data: { testDate: new Date(day) } });
  const id = await examOf({ examDate: day });
  const teacher = await callerOf((await createStaff({ role: "teacher", className: 7 })).token);
  await move({ testDate: inDays(10) }, teacher);
  expect(await rowOf(id)).toMatchObject({ schoolYearId, examDate: new Date(day), rowVersion: 1 });
  expect((await refusalOf(teacher.exams.get({ id }))).code).toBe("FORBIDDEN");
  await move({ testDate: day });
  await move({ testDate: inDays(10) });
  expect(await dateOf(id)).toBe(inDays(10));
  // A teacher cannot move it back into that year, either.
  await move({ testDate: day }, teacher);
  expect(await dateOf(id)).toBe(inDays(10));
});

/** Adds an exam like this one, on the new date. */
const addLike = (id: string) => async (tx: Transaction) => {
  const { id: _, ...same } = await rowOf(id);
  await tx.exam.create({ data: { ...same, examDate: new Date(after), scheduleId: null } });
};

it("nothing moves if somebody adds the same exam on the new date at the same moment", async () => {
  const id = await examOf({ examName: "Quiz" });
  const refusal = await meanwhile(addLike(id), move);
  expect(refusal).toMatchObject({ code: "CONFLICT", message: expect.stringContaining("Look at it again") });
  expect(await dateOf(id)).toBe(before);
  expect(await db().testSchedule.findFirst()).toMatchObject({ testDate: new Date(before), rowVersion: 1 });
  // The next attempt leaves only the exam where it is.
  await move();
  expect(await dateOf(id)).toBe(before);
});

it("only the exam stays behind if a colleague who is adding the same one holds its key", async () => {
  const id = await examOf({ examName: "Quiz" });
  await meanwhile(async (tx) => {
    await lockExamKeys(tx);
    await addLike(id)(tx);
  }, move);
  expect(await dateOf(id)).toBe(before);
  expect(await db().testSchedule.findFirst()).toMatchObject({ testDate: new Date(after), rowVersion: 2 });
});

it("an exam is not made on the date that its test had when the form was opened, nor for a cancelled test", async () => {
  const { examDate: testDate } = await office.office.exams.ofTest({ scheduleId });
  await move();
  const refusal = await refusalOf(examOf({ testDate }));
  expect(refusal).toMatchObject({
    code: "CONFLICT",
    issues: [{ path: ["examDate"], message: "The test is now on 11 Dec 2026. Enter that day." }],
  });
  const [onNewDay, byHand] = [
    await examOf({ examDate: after, testDate }),
    await examOf({ examDate: "2026-12-05", testDate }),
  ];
  expect(await Promise.all([onNewDay, byHand].map(dateOf))).toEqual([after, "2026-12-05"]);
  await cancelTest();
  expect(await refusalOf(examOf({ testDate: after, examDate: after }))).toMatchObject({ code: "CONFLICT" });
});

const removeTest = (id = scheduleId) => office.office.schedules.remove({ id });
const cancelTest = (id = scheduleId) =>
  db().testSchedule.update({ where: { id }, data: { state: "cancelled", reason: "Ill" } });

it.each([
  ["an empty exam is deleted", {}, 0],
  ["an exam whose date was changed by hand stays", { examDate: "2026-12-05" }, 1],
  ["an exam of another subject stays", { subjects: ["Physics"] }, 1],
])("%s when its cancelled test is deleted", async (_, given, left) => {
  await examOf(given);
  await cancelTest();
  await removeTest();
  expect(await db().exam.count()).toBe(left);
  expect(await db().auditEvent.count({ where: { action: "exam-removed" } })).toBe(1 - left);
});

it("an exam with a mark, or with another test on its day, stays when its cancelled test is deleted", async () => {
  const marked = await office.examWith([[await office.add(), scored(40)]], { examDate: before, scheduleId });
  await examOf();
  const other = await schedule({ ...test, subject: "biology", testDate: new Date(before) });
  await cancelTest();
  await removeTest();
  expect(await db().exam.count()).toBe(2);
  await db().exam.updateMany({ data: { scheduleId: other.id } });
  await cancelTest(other.id);
  await removeTest(other.id);
  expect((await db().exam.findMany()).map(({ id }) => id)).toEqual([marked]);
});

it.each([
  ["stays if another test of the day has its section", ["A"], 1],
  ["is deleted if another test of the day is of other sections", ["B"], 0],
])("an empty exam of a deleted test %s", async (_, sections, left) => {
  await db().testSchedule.update({ where: { id: scheduleId }, data: { sections: ["A"] } });
  await examOf({ sections: ["A"] });
  await schedule({ ...test, sections, testDate: new Date(before) });
  await cancelTest();
  await removeTest();
  expect(await db().exam.count()).toBe(left);
});

it.each([
  ["took place stays", "2026-04-10", 1],
  ["takes place today stays", inDays(0), 1],
  ["is still to come is deleted", inDays(10), 0],
])("an empty exam of a test that %s when that test is deleted", async (_, day, left) => {
  await db().schoolYear.updateMany({ data: { lastDay: new Date(inDays(300)) } });
  await db().testSchedule.update({ where: { id: scheduleId }, data: { testDate: new Date(day) } });
  await examOf({ examDate: day });
  await removeTest();
  expect(await db().exam.count()).toBe(left);
});

it("an exam that becomes the same as one made at that moment is refused in words", async () => {
  const id = await examOf({ examName: "Quiz" });
  const { exams } = office.office;
  const usual = { className: 7, sections: [], examName: "Quiz", examDate: after, totalMarks: 80 };
  const refused = { code: "CONFLICT", message: "There is an exam “Quiz” in Biology already." };
  const edit = () => exams.edit({ ...usual, id, subject: "Biology", rowVersion: 1 });
  expect(await meanwhile(addLike(id), edit)).toMatchObject(refused);
  await db().exam.deleteMany({ where: { id: { not: id } } });
  const add = () => exams.addMany({ ...usual, subjects: ["Biology"] });
  expect(await meanwhile(addLike(id), add)).toMatchObject(refused);
});

it("an exam that is added while its subject is renamed has the new name and key", async () => {
  const subject = { name: "Life Science", key: "life science" };
  const renames = async (tx: Transaction) => {
    await tx.$executeRaw`select pg_advisory_xact_lock(hashtext('subjects'))`;
    const { id: subjectId } = await tx.subject.update({ where: { key: "biology" }, data: subject });
    await tx.subjectSpelling.create({ data: { key: "biology", subjectId } });
  };
  await meanwhile(renames, () => examOf());
  expect(await db().exam.findMany()).toMatchObject([{ subject: subject.name, subjectKey: subject.key }]);
});
