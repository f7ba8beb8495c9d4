import { expect, it } from "vitest";
import { db } from "@/server/db/client";
import { createStudent, refusalOf, schoolYear } from "../factories";
import { inDays } from "../harness/days";
import { absent, examOfficeOfEachTest, excused, place, scored } from "../harness/exams";
import { listImporter, row } from "../harness/list-import";

const office = examOfficeOfEachTest();

/** A student on the roster and an account that signed up alone, both in the class. */
async function twoOfOne() {
  const entry = await office.add({ name: "Asha Rao", admissionNo: "A-1" });
  const account = await createStudent({ name: "Asha R" });
  const { id: schoolYearId } = await db().schoolYear.findFirstOrThrow();
  const data = { ...place, fromDay: new Date(place.fromDay), studentId: account.id, schoolYearId };
  await db().enrolment.create({ data });
  const asked = { id: entry, email: account.email };
  const { attach, previewAttach } = office.office.students;
  return { entry, account, attach: () => attach(asked), preview: () => previewAttach(asked) };
}

it("a mark of an attached account replaces an emptied mark, and no other", async () => {
  const { entry, account, attach } = await twoOfOne();
  const emptied = await office.examWith([[account.id, scored(61)]]);
  const kept = await office.examWith([
    [entry, scored(50)],
    [account.id, scored(62)],
  ]);
  const given = { examId: emptied, studentId: entry, kind: null, rowVersion: 1 };
  await db().markDraft.create({ data: given });
  await attach();
  const drafts = await db().markDraft.findMany({ select: { examId: true, studentId: true, score: true } });
  const scores = drafts.map(({ score, ...one }) => ({ ...one, score: Number(score) }));
  expect(scores).toHaveLength(2);
  expect(scores).toContainEqual({ examId: emptied, studentId: entry, score: 61 });
  expect(scores).toContainEqual({ examId: kept, studentId: entry, score: 50 });
});

it("a planned release comes back as a draft if it has a mark of the account that is attached; one without stays planned", async () => {
  const { entry, account, attach } = await twoOfOne();
  const { exams } = office.office;
  const at = { date: inDays(20), time: "09:00" };
  const ids: string[] = [];
  for (const studentId of [account.id, entry]) {
    const id = await office.examWith([[studentId, scored(61)]]);
    await exams.plan({ id, digest: (await exams.preview({ id })).digest, ...at });
    ids.push(id);
  }
  await attach();
  const states = await Promise.all(ids.map(async (id) => (await exams.get({ id })).exam.state));
  expect(states).toEqual(["draft", "scheduled"]);
  const [id = ""] = ids;
  expect(await exams.get({ id })).toMatchObject({ cameBack: true });
  expect((await exams.events({ id }))[0]).toMatchObject({
    ...{ kind: "unscheduled", by: "Administrator", why: "changed" },
    plannedAt: new Date(`${at.date}T03:30:00Z`),
  });
});

it("an exemption of an attached account does not hide a mark of the entry", async () => {
  const { entry, account, attach } = await twoOfOne();
  const id = await office.examWith([[entry, scored(61)]]);
  const { schoolYearId, subjectKey } = await db().exam.findUniqueOrThrow({ where: { id } });
  await db().subjectExemption.create({ data: { studentId: account.id, schoolYearId, subjectKey } });
  await attach();
  expect(await db().subjectExemption.count()).toBe(0);
  expect((await office.office.exams.get({ id })).rows).toMatchObject([{ isExempt: false, mark: scored(61) }]);
});

it("“does not take it” of an entry ends if it would hide a mark that the account brings, and no other", async () => {
  const { entry, account, attach } = await twoOfOne();
  const { exams } = office.office;
  const id = await office.examWith([[account.id, scored(61)]]);
  const art = await office.examWith([], { subjects: ["Art"] });
  for (const one of [id, art]) await exams.exempt({ id: one, studentId: entry, isExempt: true });
  await attach();
  expect((await exams.get({ id })).rows).toMatchObject([{ studentId: entry, isExempt: false, mark: scored(61) }]);
  expect(await exams.preview({ id })).toMatchObject({ results: 1 });
  expect((await exams.get({ id: art })).rows).toMatchObject([{ isExempt: true }]);
});

it("an attached account brings an exemption that hides no more than an absence that the family was told", async () => {
  const { entry, account, attach } = await twoOfOne();
  const id = await office.examWith([[entry, absent]]);
  await office.release(id);
  const { schoolYearId, subjectKey } = await db().exam.findUniqueOrThrow({ where: { id } });
  await db().subjectExemption.create({ data: { studentId: account.id, schoolYearId, subjectKey } });
  await attach();
  expect(await db().subjectExemption.findMany()).toMatchObject([{ studentId: entry }]);
});

it("an account is not attached if both have a result in one exam; the preview and the import say so beforehand", async () => {
  const { entry, account, attach, preview } = await twoOfOne();
  const { faultsOf } = listImporter(() => office.office);
  const list = [row({ 6: account.email })];
  expect(await faultsOf(list)).toEqual([{}]);
  await expect(preview()).resolves.toMatchObject({ moves: { results: 0 } });
  await office.release(
    await office.examWith(
      [
        [entry, scored(50)],
        [account.id, scored(62)],
      ],
      { examName: "Finals" },
    ),
  );
  for (const act of [attach, preview])
    expect(await refusalOf(act())).toMatchObject({
      code: "CONFLICT",
      message: expect.stringMatching(/both have a mark in “Finals”/),
    });
  expect(await faultsOf(list)).toEqual([{ email: "Is the address of Asha R, and both have a mark in “Finals”" }]);
  expect(await db().result.count()).toBe(2);
  const mark = await db().result.findFirstOrThrow({ where: { studentId: entry } });
  await office.office.results.withdraw({ id: mark.id, reason: "Of somebody else" });
  expect(await faultsOf(list)).toEqual([{}]);
  await expect(preview()).resolves.toMatchObject({ moves: { results: 1 } });
});

it.each([
  ["an absence that the family was told", absent, scored(62)],
  ["a result", scored(50), excused],
])("%s rules out attaching another mark in the same exam, released or not", async (_case, told, waiting) => {
  const { entry, account, preview, attach } = await twoOfOne();
  const { faultsOf } = listImporter(() => office.office);
  const list = [row({ 6: account.email })];
  for (const [one, other, examName] of [
    [entry, account.id, "Finals"],
    [account.id, entry, "Mock"],
  ] as const) {
    const id = await office.examWith([[one, told]], { examName });
    await office.release(id);
    await expect(preview()).resolves.toBeDefined();
    const enter = async (mark: typeof waiting | null) => {
      const { rows } = await office.office.exams.get({ id });
      const seen = rows.find(({ studentId }) => studentId === other)?.rowVersion ?? 0;
      await office.office.exams.saveCells({ id, cells: [{ studentId: other, mark, remark: null, seen }] });
    };
    await enter(waiting);
    for (const act of [attach, preview])
      expect((await refusalOf(act())).message).toContain(`both have a mark in “${examName}”`);
    const fault = `Is the address of Asha R, and both have a mark in “${examName}”`;
    expect(await faultsOf(list)).toEqual([{ email: fault }]);
    await enter(null);
  }
  await attach();
});

it("an account is not attached if both have a report card of one set, so no issued card is lost", async () => {
  const { entry, account, preview, attach } = await twoOfOne();
  const { id: schoolYearId } = await db().schoolYear.findFirstOrThrow();
  const day = new Date("2026-11-18");
  const cardsOf = async (title: string) => {
    const set = await db().reportCardSet.create({ data: { schoolYearId, className: 7, title, lastDay: day } });
    return async (studentId: string, number: string) => {
      const bytes = Buffer.from(number.padEnd(32));
      const issued = { state: "issued", uploadKey: number, sha256: bytes, verifyHash: bytes, issuedAt: day } as const;
      return db().reportCard.create({
        data: { setId: set.id, studentId, number, version: 1, content: {}, ...issued },
      });
    };
  };
  const [first, second] = [await cardsOf("Term 1"), await cardsOf("Term 2")];
  await first(account.id, "2026-7A-001-1");
  await second(entry, "2026-7A-002-1");
  await expect(preview()).resolves.toBeDefined();
  const { id } = await first(entry, "2026-7A-003-1");
  for (const act of [attach, preview])
    expect(await refusalOf(act())).toMatchObject({
      code: "CONFLICT",
      message: expect.stringMatching(/both have a report card of “Term 1”/),
    });
  const { faultsOf } = listImporter(() => office.office);
  expect(await faultsOf([row({ 6: account.email })])).toEqual([
    { email: "Is the address of Asha R, and both have a report card of “Term 1”" },
  ]);
  await db().reportCard.delete({ where: { id } });
  await attach();
  expect(await db().reportCard.count({ where: { studentId: entry } })).toBe(2);
});

const applied = {
  ...{ state: "enrolled" as const, selectedClass: 5 },
  ...{ name: "Asha", parentName: "Mira", email: "m@rao.example", phone: "1" },
};

it("an attached account brings its earlier classes, names, changes and application, but no class beside the entry's", async () => {
  const { entry, account, attach } = await twoOfOne();
  const { id: schoolYearId } = await db().schoolYear.findFirstOrThrow();
  const earlier = { studentId: account.id, schoolYearId, endReason: "promoted" as const };
  for (const [className, from, to] of [
    [5, -800, -500],
    [6, -499, -200],
    [8, -3, 100],
  ] as const)
    await db().enrolment.create({
      data: { ...earlier, className, fromDay: new Date(inDays(from)), toDay: new Date(inDays(to)) },
    });
  await db().enrolment.updateMany({ where: { toDay: null }, data: { fromDay: new Date(inDays(-100)) } });
  await db().personName.create({ data: { userId: account.id, name: "Asha Ro" } });
  const change = { userId: account.id, eventId: account.id, action: "student-changed", field: "name", after: "Asha R" };
  await db().personChange.create({ data: change });
  await db().submission.create({ data: { ...applied, reference: "K7Q2-9XMD", studentId: account.id } });
  await attach();
  const classes = await db().enrolment.findMany({ orderBy: { fromDay: "asc" } });
  expect(classes.map(({ studentId, className }) => [studentId, className])).toEqual([
    [entry, 5],
    [entry, 6],
    [entry, place.className],
  ]);
  expect(await db().personName.findMany()).toMatchObject([{ userId: entry, name: "Asha Ro" }]);
  expect(await db().personChange.findMany({ where: { field: "name" } })).toMatchObject([{ userId: entry }]);
  expect(await db().submission.findMany()).toMatchObject([{ studentId: entry }]);
});

it("an attached account brings its present class, or its application, only to an entry that has none", async () => {
  const { entry, account, attach } = await twoOfOne();
  await db().enrolment.deleteMany({ where: { studentId: entry } });
  for (const [reference, studentId] of [
    ["K7Q2-9XMD", entry],
    ["K7Q2-9XME", account.id],
  ] as const)
    await db().submission.create({ data: { ...applied, reference, studentId } });
  await attach();
  expect(await db().enrolment.findMany()).toMatchObject([{ studentId: entry, toDay: null }]);
  const applications = await db().submission.findMany({ orderBy: { reference: "asc" } });
  expect(applications.map(({ studentId }) => studentId)).toEqual([entry, null]);
});

it("the undo of a promotion names the student whose account was attached since, and leaves the class as it is", async () => {
  const { entry, attach } = await twoOfOne();
  const { enrolments } = office.office;
  await db().enrolment.deleteMany({ where: { studentId: entry } });
  const { id: fromYear } = await db().schoolYear.findFirstOrThrow();
  const { id: toYear } = await schoolYear(2027);
  const { batchId } = await enrolments.promote({ fromYear, toYear, className: 7 });
  await attach();
  expect(await enrolments.undoPromotion({ batchId })).toMatchObject({
    reversed: 0,
    rows: [{ studentId: entry, name: "Asha Rao", state: "kept" }],
  });
  expect(await db().enrolment.findMany({ where: { toDay: null } })).toMatchObject([{ studentId: entry, className: 8 }]);
});

it("the undo of a promotion says nothing of an attached account whose entry was in the class, too", async () => {
  const { entry, attach } = await twoOfOne();
  const { enrolments } = office.office;
  const { id: fromYear } = await db().schoolYear.findFirstOrThrow();
  const { id: toYear } = await schoolYear(2027);
  const { batchId } = await enrolments.promote({ fromYear, toYear, className: 7 });
  await attach();
  expect(await enrolments.undoPromotion({ batchId })).toEqual({ reversed: 1, rows: [] });
  expect(await db().enrolment.findMany()).toMatchObject([{ studentId: entry, className: 7, toDay: null }]);
});

it("the undo of a promotion names a student who had left the class as an entry and is promoted as an account", async () => {
  const { entry, attach } = await twoOfOne();
  const { enrolments } = office.office;
  const { id: fromYear } = await db().schoolYear.findFirstOrThrow();
  const { id: toYear } = await schoolYear(2027);
  const leftOn = new Date(inDays(-50));
  const data = { toDay: leftOn, endReason: "left" as const };
  await db().enrolment.updateMany({ where: { studentId: entry }, data });
  await db().student.update({ where: { userId: entry }, data: { leftOn } });
  const { batchId } = await enrolments.promote({ fromYear, toYear, className: 7 });
  await attach();
  expect(await enrolments.undoPromotion({ batchId })).toMatchObject({
    reversed: 0,
    rows: [{ studentId: entry, name: "Asha Rao", state: "kept", why: "Was changed since the promotion." }],
  });
  expect(await db().enrolment.findMany({ where: { toDay: null } })).toMatchObject([{ studentId: entry, className: 8 }]);
});

it.each([
  ["brings its class to an entry that had left before", { endReason: "left", from: -800, to: -400 }, true],
  ["brings its class to an entry that was in one only by mistake", { endReason: "mistake", from: -60, to: 100 }, true],
  ["brings no class to an entry that left later", { endReason: "left", from: -800, to: -30 }, false],
  ["brings no class to an entry that left on its first day", { endReason: "left", from: -800, to: -50 }, false],
] as const)(
  "an account of a student who signed up alone, once attached, %s",
  async (_case, { endReason, from, to }, isBrought) => {
    const { entry, account, attach } = await twoOfOne();
    const days = { fromDay: new Date(inDays(from)), toDay: new Date(inDays(to)) };
    await db().enrolment.updateMany({ where: { studentId: entry }, data: { ...days, endReason, className: 5 } });
    await db().enrolment.updateMany({ where: { studentId: account.id }, data: { fromDay: new Date(inDays(-50)) } });
    const left = { leftOn: new Date(inDays(endReason === "left" ? to : -400)), leftReason: "Moved away" };
    await db().student.update({ where: { userId: entry }, data: left });
    await attach();
    const open = await db().enrolment.findMany({
      where: { toDay: null },
      select: { studentId: true, className: true },
    });
    expect(open).toEqual(isBrought ? [{ studentId: entry, className: place.className }] : []);
    expect(await db().enrolment.count({ where: { studentId: entry } })).toBe(isBrought ? 2 : 1);
    const { leftOn, leftReason } = await db().student.findUniqueOrThrow({ where: { userId: entry } });
    expect({ leftOn, leftReason }).toEqual(isBrought ? { leftOn: null, leftReason: null } : left);
  },
);

it.each([
  ["has left if it was in no class", null, -30, -30],
  ["has left again if it had left before", { from: -800, to: -400 }, -30, -30],
  ["left later if it has left since", { from: -25, to: -10 }, -30, -10],
  ["is in its own class if it came back", { from: -25, to: null }, -30, null],
] as const)("an entry that gets an account whose student left %s", async (_case, own, to, leftOn) => {
  const { entry, account, attach } = await twoOfOne();
  const dayOf = (days: number | null) => (days === null ? null : new Date(inDays(days)));
  const leave = async (studentId: string, from: number, last: number | null, leftReason: string) => {
    const [toDay, endReason] = [dayOf(last), last === null ? null : ("left" as const)];
    await db().enrolment.updateMany({
      where: { studentId },
      data: { fromDay: new Date(inDays(from)), toDay, endReason },
    });
    if (toDay) await db().student.update({ where: { userId: studentId }, data: { leftOn: toDay, leftReason } });
  };
  if (own) await leave(entry, own.from, own.to, "Of the entry");
  else await db().enrolment.deleteMany({ where: { studentId: entry } });
  await leave(account.id, -100, to, "Of the account");
  await attach();
  const student = await db().student.findUniqueOrThrow({ where: { userId: entry } });
  const leftReason = leftOn === null ? null : leftOn === to ? "Of the account" : "Of the entry";
  expect([student.leftOn, student.leftReason]).toEqual([dayOf(leftOn), leftReason]);
});
