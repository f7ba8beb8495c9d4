import { beforeEach, describe, expect, it } from "vitest";
import { shownDate } from "@/lib/dates";
import { db } from "@/server/db/client";
import { listMailed, listStudentsFor } from "@/server/roster/class-people";
import {
  type Caller,
  callerOf,
  createGuardian,
  createStaff,
  createStudent,
  refusalOf,
  result,
  schoolYear,
  tokenFor,
} from "../factories";
import { inDays as on, shifted } from "../harness/days";
import { type Days, enrolledFor } from "../harness/enrolments";
import { listImporter, row } from "../harness/list-import";
import { published, toClass7A } from "../harness/notices";
import { officeOfEachTest } from "../harness/office";

const office = officeOfEachTest();
let asha: Awaited<ReturnType<typeof createStudent>>;
let own: Caller;
let mothers: Caller;
let years: string[];

const notice = (className: number) =>
  published(office, { ...toClass7A, title: `To ${className}`, audience: [{ kind: "class", className }] });

let teachers: Caller[];
let notices: string[];

beforeEach(async () => {
  years = [(await schoolYear(2026, shifted)).id, (await schoolYear(2027, shifted)).id];
  asha = await createStudent({ email: "asha@example.org", name: "Asha Rao" });
  const mother = await createGuardian({ of: [asha], email: "mother@example.org" });
  await db().user.updateMany({ data: { emailConfirmedAt: new Date() }, where: { email: { not: null } } });
  [own, mothers] = [await callerOf(await tokenFor(asha)), await callerOf(await tokenFor(mother))];
  teachers = [];
  for (const className of [7, 8])
    teachers.push(await callerOf((await createStaff({ role: "teacher", className })).token));
  notices = [(await notice(7)).id, (await notice(8)).id];
});

const enrolled = (days: Days, year = years[0]) => enrolledFor(asha.id, year ?? "", days);

/** Expects that everything that follows the class names these classes only. */
async function expectIn(...classes: number[]) {
  for (const [index, className] of [7, 8].entries()) {
    const isIn = classes.includes(className);
    const taught = await teachers[index]?.students.listTaught();
    const { reach } = await office.notices.get({ id: notices[index] ?? "" });
    expect([className, taught?.length, reach.students, reach.guardians]).toEqual([className, ...[+isIn, +isIn, +isIn]]);
    const mailed = await listMailed({ places: [{ className, sections: ["A"] }] });
    expect(mailed.map(({ recipient }) => recipient).sort()).toEqual(
      isIn ? ["asha@example.org", "mother@example.org"] : [],
    );
  }
  const names = classes.map(String);
  expect(await own.results.classes()).toEqual(names);
  expect(await own.results.places()).toEqual(names.map((className) => ({ className, section: "A" })));
  for (const { notices: room } of [own, mothers])
    expect((await room.mine()).items.map(({ title }) => title)).toEqual(names.map((name) => `To ${name}`));
  expect(await mothers.guardians.children()).toMatchObject([
    { className: names[0] ?? null, follows: names[0] ?? null },
  ]);
  expect(await mothers.results.classes({ studentId: asha.id })).toEqual(names);
  expect((await own.guardians.readers()).teachers).toHaveLength(classes.length);
  const about = await listStudentsFor(asha.id, "asha@example.org");
  expect(about.map(({ className }) => className)).toEqual(classes);
}

const pageOf = async () => (await office.students.get({ id: asha.id })).enrolments;

it.each([
  [-1, true],
  [0, false],
])("a student whose last day is %i days from now is told that they have no class any more: %s", async (to, hasLeft) => {
  expect((await own.account.get()).hasLeft).toBe(false);
  await enrolled({ className: 7, from: -20 });
  await office.enrolments.end({ studentId: asha.id, day: on(to), reason: "Moved to Pune" });
  expect((await own.account.get()).hasLeft).toBe(hasLeft);
  expect(await own.results.classes()).toEqual(hasLeft ? [] : ["7"]);
  expect((await mothers.account.get()).hasLeft).toBe(false);
});

describe("tests, notices, mails and teachers follow the class of today", () => {
  it("not a class that begins later, which only the office sees: the child is in no class yet", async () => {
    await result(asha, { className: 6 });
    expect(await own.results.classes()).toEqual(["6"]);
    await enrolled({ className: 7, from: 1 }, years[1]);
    await expectIn();
    expect(await pageOf()).toMatchObject([{ className: "7", fromDay: on(1), toDay: null }]);
  });

  it("the classes of results that still count, without a section, for a child who was never enrolled", async () => {
    await result(asha, { className: 7 });
    await result(asha, { className: 7, createdAt: new Date(on(-1)) });
    await result(asha, { className: 8, createdAt: new Date(on(-2)) });
    const withdrawn = await result(asha, { className: 9 });
    await db().resultWithdrawal.create({ data: { resultId: withdrawn.id, reason: "Of another child" } });
    const [all, ofA, to9] = [
      await published(office, { ...toClass7A, title: "To all", audience: [{ kind: "students" }] }),
      await published(office, toClass7A),
      await notice(9),
    ];
    const reachOf = async (id: string) => {
      const { reach, answers } = await office.notices.get({ id });
      return [reach.students, reach.guardians, answers?.unread];
    };
    expect(await Promise.all([...notices, all.id].map(reachOf))).toEqual([1, 2, 3].map(() => [1, 1, 1]));
    expect(await Promise.all([ofA.id, to9.id].map(reachOf))).toEqual([1, 2].map(() => [0, 0, 0]));
    expect((await office.notices.people({ id: all.id, fact: "students" })).items).toMatchObject([
      { name: "Asha Rao", className: "8", section: null },
    ]);
    for (const { notices: room } of [own, mothers])
      expect((await room.mine()).items.map(({ title }) => title).sort()).toEqual(["To 7", "To 8", "To all"]);
    const mailed = async (className: number) => (await listMailed({ places: [{ className, sections: ["A"] }] })).length;
    expect([await mailed(7), await mailed(8), await mailed(9)]).toEqual([2, 2, 0]);
    const mother = await db().user.findUniqueOrThrow({ where: { email: "mother@example.org" } });
    for (const { id, email } of [asha, mother])
      expect((await listStudentsFor(id, email ?? "")).map(({ className }) => className)).toEqual([7, 8]);
    expect(await teachers[0]?.students.listTaught()).toEqual([]);
    await enrolled({ className: 9, from: -9, to: -1 });
    await expectIn();
  });

  it("the old class until its last day, even if the next one is entered already", async () => {
    await enrolled({ className: 7, from: -90, to: 0, endReason: "promoted" });
    await enrolled({ className: 8, from: 1 }, years[1]);
    await expectIn(7);
    const mother = await db().user.findUniqueOrThrow({ where: { email: "mother@example.org" } });
    expect(await office.guardians.get({ guardianId: mother.id })).toMatchObject({ children: [{ className: "7" }] });
    expect(await office.students.who({ identifier: "asha@example.org" })).toMatchObject({ className: "7" });
    const [class7, class8] = [{ class: 7 }, { class: 8, year: years[1] }];
    for (const asked of [class7, class8]) expect((await office.students.list(asked)).items).toHaveLength(1);
  });

  it("the new class from its first day on", async () => {
    await enrolled({ className: 7, from: -90, to: -1, endReason: "promoted" });
    await enrolled({ className: 8, from: 0 }, years[1]);
    await expectIn(8);
  });

  it("the class until a leave that is entered in advance, and not a day longer", async () => {
    const { id } = await enrolled({ className: 7, from: -90, to: 0 });
    await expectIn(7);
    await db().enrolment.update({ where: { id }, data: { toDay: new Date(on(-1)) } });
    await expectIn();
  });

  it("the class of a student whose leave is still to come, who is still in its list", async () => {
    await enrolled({ className: 7, from: -90 });
    await office.enrolments.end({ studentId: asha.id, day: on(30), reason: "Moves to Pune" });
    await expectIn(7);
    expect((await office.students.list({ class: 7 })).items).toMatchObject([{ state: "left", className: "7" }]);
  });

  it("the present section of a student whose move is still to come, who is current and has one letter", async () => {
    await enrolled({ className: 7, from: -90 });
    await office.enrolments.move({ studentId: asha.id, className: 7, section: "B", day: on(10) });
    await expectIn(7);
    expect((await office.students.list({ class: 7 })).items).toMatchObject([{ state: "current", section: "A" }]);
    expect((await office.students.list({})).views).toMatchObject({ notPlaced: 0 });
    await db().user.update({ where: { id: asha.id }, data: { passwordHash: null } });
    expect(await office.letters.previewClass({ class: 7, year: years[0] ?? "" })).toMatchObject({ letters: 1 });
  });

  it("the later class if a student is moved on the first day, and no class that was a mistake", async () => {
    await enrolled({ className: 7, from: 0 });
    await office.enrolments.move({ studentId: asha.id, className: 8, section: "A" });
    await expectIn(8);
    await office.enrolments.end({ studentId: asha.id, day: on(0), reason: "Typed twice", mistake: true });
    await expectIn();
  });
});

describe("a student who is promoted before the next year", () => {
  const early = async () => {
    await enrolled({ className: 7, from: -90, to: 20, endReason: "promoted" });
    await enrolled({ className: 8, from: 21 }, years[1]);
  };
  const all = () =>
    db().enrolment.findMany({
      where: { studentId: asha.id },
      select: { className: true, section: true, fromDay: true, toDay: true, endReason: true },
      orderBy: [{ fromDay: "asc" }, { id: "asc" }],
    });
  const date = (days: number) => new Date(on(days));

  it("leaves from the old class, and never was in the next one", async () => {
    const leave = { day: on(5), reason: "Moves to Pune" };
    for (const end of [
      () => office.enrolments.end({ studentId: asha.id, ...leave }),
      () => office.enrolments.endMany({ students: [asha.id], year: years[0], ...leave }),
    ]) {
      await db().enrolment.deleteMany();
      await early();
      await end();
      expect(await all()).toMatchObject([
        { className: 7, toDay: date(5), endReason: "left" },
        { className: 8, fromDay: date(21), toDay: date(21), endReason: "mistake" },
      ]);
      expect(await office.students.get({ id: asha.id })).toMatchObject({ state: "left", leftOn: on(5) });
      await expectIn(7);
      await office.enrolments.return({ studentId: asha.id, className: 7, section: "A", fromDay: on(6) });
    }
  });

  it("can move in the old year, and goes up as planned", async () => {
    const place = { className: 7, section: "B", day: on(0) };
    for (const move of [
      () => office.enrolments.move({ studentId: asha.id, ...place }),
      () => office.enrolments.placeMany({ students: [asha.id], year: years[0], ...place }),
    ]) {
      await db().enrolment.deleteMany();
      await early();
      await move();
      expect(await all()).toMatchObject([
        { className: 7, section: "A", toDay: date(-1), endReason: "moved" },
        { className: 7, section: "B", fromDay: date(0), toDay: date(20), endReason: "promoted" },
        { className: 8, section: "A", fromDay: date(21), toDay: null },
      ]);
    }
    expect(await own.results.places()).toEqual([{ className: "7", section: "B" }]);
    const { changes } = await office.students.get({ id: asha.id });
    const values = [{ field: "section", before: "A", after: "B" }];
    expect(changes).toMatchObject([
      { action: "students-placed", values },
      { action: "student-moved", values },
    ]);
  });

  it("goes up no day earlier: a move without a day stays within the coming class, and an earlier move to it is refused", async () => {
    await early();
    const before = await all();
    const up = { className: 8, section: "B" };
    for (const className of [8, 9])
      expect(
        await refusalOf(office.enrolments.move({ studentId: asha.id, ...up, className, day: on(0) })),
      ).toMatchObject({
        message: `The student comes into Class 8 on ${shownDate(on(21))}; choose that day or a later one.`,
        issues: [{ path: ["day"] }],
      });
    const why = `Comes into Class 8 on ${shownDate(on(21))}, which is later than that day.`;
    for (const year of [undefined, ...years]) {
      const many = { students: [asha.id], day: on(0), ...(year && { year }) };
      expect(await office.enrolments.placeMany({ ...many, ...up })).toMatchObject({ done: 0, refused: [{ why }] });
    }
    const leave = { students: [asha.id], year: years[1] ?? "", day: on(5), reason: "Moves to Pune" };
    expect(await office.enrolments.endMany(leave)).toMatchObject({ done: 0, refused: [{ why }] });
    expect(await all()).toEqual(before);
    await office.enrolments.move({ studentId: asha.id, ...up });
    expect(await all()).toMatchObject([
      { className: 7, section: "A", toDay: date(20), endReason: "promoted" },
      { className: 8, section: "A", toDay: date(21), endReason: "moved" },
      { className: 8, section: "B", fromDay: date(21), toDay: null },
    ]);
    const { changes } = await office.students.get({ id: asha.id });
    expect(changes).toMatchObject([{ values: [{ field: "section", before: "A", after: "B" }] }]);
    await expectIn(7);
  });

  it("keeps a move made since, when the promotion is undone", async () => {
    await enrolled({ className: 7, from: -90 });
    const input = { fromYear: years[0] ?? "", toYear: years[1] ?? "", className: 7 };
    const { batchId } = await office.enrolments.promote(input);
    await office.enrolments.move({ studentId: asha.id, className: 7, section: "B", day: on(0) });
    expect(await office.enrolments.undoPromotion({ batchId })).toMatchObject({
      reversed: 0,
      rows: [{ state: "kept" }],
    });
  });

  it("keeps a move made since, when the import of the next year’s list is undone", async () => {
    await enrolled({ className: 7, from: -90 });
    await db().student.update({ where: { userId: asha.id }, data: { admissionNo: "A-1" } });
    const { _id: id } = await listImporter(() => office).carryOut([row({ 3: "8", 7: "", 8: "" })], { year: years[1] });
    await office.enrolments.move({ studentId: asha.id, className: 7, section: "B", day: on(0) });
    expect((await office.imports.undo({ id })).leftOver).toMatchObject([{ state: "kept" }]);
    expect(await db().enrolment.count({ where: { studentId: asha.id, toDay: null } })).toBe(1);
  });
});

describe("sheets of marks, what waits for them, and report cards follow the class of their day", () => {
  const counted = async () => {
    const { items } = await office.exams.list({ year: years[0] ?? "" });
    const waiting = (await office.exams.list({ year: years[0] ?? "", waits: "marks" })).items;
    const sets = (await office.reportCards.list({ year: years[0] ?? "" })).items;
    const students = (of: { className: string; students: number }[]) =>
      Object.fromEntries(of.map((one) => [one.className, one.students]));
    return [students(items), waiting.map(({ className }) => className), students(sets)];
  };

  it("on the day of a move, after an enrolment was ended as a mistake, and before the others of a class came", async () => {
    const others = await createStudent({ email: "dev@example.org" });
    const later = { schoolYearId: years[0] ?? "", className: 8, section: "A", fromDay: new Date(on(1)) };
    await db().enrolment.create({ data: { studentId: others.id, ...later } });
    for (const className of [7, 8]) {
      const exam = { className, sections: [], subjects: ["Biology"], examDate: on(0), totalMarks: 80 };
      await office.exams.addMany({ ...exam, examName: "Unit Test 1" });
      const set = { schoolYearId: years[0] ?? "", className, section: "A", title: "Term 1" };
      await db().reportCardSet.create({ data: { ...set, lastDay: new Date(on(0)) } });
    }
    const { id } = await enrolled({ className: 7, from: 0 });
    expect(await counted()).toEqual([{ 7: 1, 8: 1 }, ["7", "8"], { 7: 1, 8: 1 }]);
    await office.enrolments.move({ studentId: asha.id, className: 8, section: "A" });
    expect(await counted()).toEqual([{ 7: 0, 8: 1 }, ["8"], { 7: 0, 8: 1 }]);
    expect((await db().enrolment.findUniqueOrThrow({ where: { id } })).toDay).toEqual(new Date(on(0)));
    await office.enrolments.end({ studentId: asha.id, day: on(0), reason: "Typed twice", mistake: true });
    expect(await counted()).toEqual([{ 7: 0, 8: 1 }, ["8"], { 7: 0, 8: 1 }]);
    const rows = await db().exam.findMany({ orderBy: { className: "desc" }, select: { id: true } });
    const [sheet] = await Promise.all(rows.map(async (exam) => (await office.exams.get(exam)).rows));
    expect(sheet?.map(({ studentId }) => studentId)).toEqual([others.id]);
  });
});

describe("a student who has no class after a promotion, because the next one was entered by mistake", () => {
  const date = (days: number) => new Date(on(days));
  const both = () => db().enrolment.findMany({ where: { studentId: asha.id }, orderBy: { fromDay: "asc" } });

  beforeEach(async () => {
    await enrolled({ className: 7, from: -90, to: 20, endReason: "promoted" });
    await enrolled({ className: 8, from: 21, to: 21, endReason: "mistake" }, years[1]);
  });

  it("is in one class a day when placed in another class with others", async () => {
    await office.enrolments.placeMany({ students: [asha.id], className: 8, section: "A", day: on(0) });
    await expectIn(8);
    expect((await both())[0]).toMatchObject({ toDay: date(-1), endReason: "moved" });
  });

  it("is in one class a day after an import, and is as before once the import is undone", async () => {
    await db().student.update({ where: { userId: asha.id }, data: { admissionNo: "A-1" } });
    const { carryOut } = listImporter(() => office);
    const { _id: id } = await carryOut([row({ 3: "8", 7: "", 8: "" })]);
    await expectIn(8);
    expect((await both())[0]).toMatchObject({ toDay: date(-1), endReason: "moved" });
    await office.imports.undo({ id });
    expect(await both()).toMatchObject([
      { className: 7, toDay: date(20), endReason: "promoted" },
      { className: 8, toDay: date(21), endReason: "mistake" },
    ]);
    await expectIn(7);
  });
});

describe("a student who comes back before a leave", () => {
  const back = (className: number, fromDay: string) =>
    office.enrolments.return({ studentId: asha.id, className, section: "A", fromDay });

  it("is in one class a day", async () => {
    await enrolled({ className: 7, from: -30 });
    await office.enrolments.end({ studentId: asha.id, day: on(30), reason: "Moves to Pune" });
    await back(8, on(0));
    await expectIn(8);
    expect(await pageOf()).toMatchObject([
      { className: "8", fromDay: on(0), toDay: null },
      { className: "7", fromDay: on(-30), toDay: on(-1), endReason: "moved" },
    ]);
  });

  it("never was in a class that would have begun later", async () => {
    await enrolled({ className: 7, from: 10 });
    await office.enrolments.end({ studentId: asha.id, day: on(30), reason: "Moves to Pune" });
    await back(8, on(0));
    await expectIn(8);
    expect((await pageOf()).find(({ className }) => className === "7")).toMatchObject({
      toDay: on(10),
      endReason: "mistake",
    });
  });

  it("keeps a leave that took place", async () => {
    await enrolled({ className: 7, from: -30 });
    await office.enrolments.end({ studentId: asha.id, day: on(-5), reason: "Moved to Pune" });
    await back(7, on(-5));
    expect(await pageOf()).toMatchObject([{ toDay: null }, { toDay: on(-5), endReason: "left" }]);
  });
});
