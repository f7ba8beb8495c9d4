import { setTimeout } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { shownDate } from "@/lib/dates";
import { lockPeople } from "@/server/auth/users";
import { db } from "@/server/db/client";
import { callerOf, createStudent, refusalOf, result, schoolYear, tokenFor } from "../factories";
import { everything } from "../harness/database-digest";
import { inDays, shifted, shiftedLabel } from "../harness/days";
import { officeOfEachTest } from "../harness/office";

const office = officeOfEachTest();
let year: string;
let next: string;

beforeEach(async () => {
  [year, next] = [(await schoolYear(2026, shifted)).id, (await schoolYear(2027, shifted)).id];
});

const fromDay = shifted("2026-04-06");
const begins = shownDate(shifted("2026-04-01"));
async function placed(name: string, rollNo: string | null = null, more: object = {}) {
  return (await office.students.add({ name, className: 7, section: "A", rollNo, year, fromDay, ...more }))._id;
}
const classOf = async (id: string) =>
  (await office.students.get({ id })).enrolments.find(({ toDay }) => toDay === null);

/** Refused, with nothing changed. */
async function refused(work: () => Promise<unknown>) {
  const before = await everything();
  const { message } = await refusalOf(work());
  expect(await everything()).toBe(before);
  return message;
}

describe("an enrolment is refused", () => {
  it("to everybody but the office", async () => {
    const asha = await createStudent();
    const room = (await callerOf(await tokenFor(asha))).enrolments;
    expect((await refusalOf(room.enrol({ studentId: asha.id, className: 7 }))).code).toBe("FORBIDDEN");
    expect((await refusalOf(room.end({ studentId: asha.id, day: fromDay, reason: "x" }))).code).toBe("FORBIDDEN");
  });

  it("if the student already has an open one, also at the same moment", async () => {
    const id = await placed("Asha Rao");
    const again = () => office.enrolments.enrol({ studentId: id, className: 8, year, fromDay });
    expect(await refused(again)).toBe(
      "This student is in Class 7 already. Move the student, or end that enrolment first.",
    );
    const { _id } = await office.students.add({ name: "Nila Sen" });
    const both = [7, 8].map((className) => office.enrolments.enrol({ studentId: _id, className, year, fromDay }));
    const outcomes = await Promise.allSettled(both);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  it("in class 13, before the school year, in an unknown year, and for a person who is not on the roster", async () => {
    const { _id: studentId } = await office.students.add({ name: "Nila Sen" });
    const enrol = (more: object) => () => office.enrolments.enrol({ studentId, className: 7, year, ...more });
    expect(await refused(enrol({ className: 13 }))).toBe("Please select a class from 1 to 12.");
    expect(await refused(enrol({ fromDay: shifted("2026-03-31") }))).toContain(`begins on ${begins}`);
    expect(await refused(enrol({ year: studentId }))).toBe("This school year does not exist.");
    expect(await refused(enrol({ studentId: year }))).toBe("This student is no longer on the roster.");
  });

  it("with a roll number that another student has, named in the refusal", async () => {
    await placed("Asha Rao", "1");
    const bilal = await placed("Bilal Khan", "2");
    const { _id: id = "" } = (await classOf(bilal)) ?? {};
    expect(await refused(() => office.enrolments.change({ id, rollNo: "1" }))).toBe(
      "Roll number 1 belongs to Asha Rao in this class and section already.",
    );
  });
});

describe("during the year", () => {
  it("a move closes one enrolment with its day and opens another", async () => {
    const id = await placed("Asha Rao", "1");
    expect(await refused(() => office.enrolments.move({ studentId: id, className: 7, section: "a" }))).toMatch(
      /in this class and section already/,
    );
    await office.enrolments.move({ studentId: id, className: 7, section: "B", day: shifted("2026-09-01") });
    expect((await office.students.get({ id })).enrolments).toMatchObject([
      { section: "B", rollNo: null, fromDay: shifted("2026-09-01"), toDay: null },
      { section: "A", rollNo: "1", fromDay, toDay: shifted("2026-08-31"), endReason: "moved" },
    ]);
    const late = () => office.enrolments.move({ studentId: id, className: 8, day: shifted("2026-08-01") });
    expect(await refused(late)).toContain(`since ${shownDate(shifted("2026-09-01"))}`);
  });

  it("the first day can be corrected, but not into the time of an earlier class", async () => {
    const id = await placed("Asha Rao", "1");
    await office.enrolments.move({ studentId: id, className: 7, section: "B", day: shifted("2026-09-01") });
    const { _id = "" } = (await classOf(id)) ?? {};
    await office.enrolments.change({ id: _id, fromDay: shifted("2026-09-15") });
    expect(await classOf(id)).toMatchObject({ section: "B", fromDay: shifted("2026-09-15") });
    expect(await refused(() => office.enrolments.change({ id: _id, fromDay: shifted("2026-08-31") }))).toBe(
      `The student was in a class until ${shownDate(shifted("2026-08-31"))}; choose a later day.`,
    );
  });

  it("roll number and section can be corrected after a move on the first day, and the first day after a mistake", async () => {
    const id = await placed("Asha Rao", "1");
    await office.enrolments.move({ studentId: id, className: 7, section: "B", day: fromDay });
    const { _id = "" } = (await classOf(id)) ?? {};
    await office.enrolments.change({ id: _id, rollNo: "4", section: "C", fromDay });
    expect(await classOf(id)).toMatchObject({ section: "C", rollNo: "4", fromDay });
    expect(await refused(() => office.enrolments.change({ id: _id, fromDay: shifted("2026-03-31") }))).toContain(
      `begins on ${begins}`,
    );
    const nila = await placed("Nila Sen");
    await office.enrolments.end({ studentId: nila, day: shifted("2026-10-01"), reason: "Typed twice", mistake: true });
    await office.enrolments.enrol({ studentId: nila, className: 8, year, fromDay: shifted("2026-11-02") });
    const { _id: next = "" } = (await classOf(nila)) ?? {};
    await office.enrolments.change({ id: next, fromDay: shifted("2026-09-01") });
    expect(await classOf(nila)).toMatchObject({ className: "8", fromDay: shifted("2026-09-01") });
  });

  it("twins with swapped roll numbers can be corrected", async () => {
    const twins = [await placed("Asha Rao", "1"), await placed("Usha Rao", "2")];
    const [asha, usha] = await Promise.all(twins.map(classOf));
    if (!asha || !usha) throw new Error("Both are in a class.");
    await office.enrolments.change({ id: asha._id, rollNo: null });
    await office.enrolments.change({ id: usha._id, rollNo: "1" });
    const put = await office.enrolments.change({ id: asha._id, rollNo: "2", rowVersion: asha.rowVersion + 1 });
    expect(put).toMatchObject({ section: "A", rollNo: "2" });
    const stale = () => office.enrolments.change({ id: asha._id, rollNo: "3", rowVersion: asha.rowVersion });
    expect(await refused(stale)).toMatch(/in the meantime/);
  });

  it("a student who left and came back keeps the admission number and the results", async () => {
    const { _id: id } = await office.students.add({
      name: "Asha Rao",
      admissionNo: "KV-7",
      className: 7,
      year,
      fromDay,
    });
    await db().result.create({ data: { studentId: id, className: 7, score: 45, totalMarks: 50 } });
    const back = () => office.enrolments.return({ studentId: id, className: 7, year });
    expect(await refused(back)).toMatch(/has not left/);
    await office.enrolments.end({ studentId: id, day: shifted("2026-09-30"), reason: "Family moved" });
    const gone = await office.students.get({ id });
    expect(gone).toMatchObject({ state: "left", leftOn: shifted("2026-09-30"), leftReason: "Family moved" });
    expect(gone.results).toHaveLength(1);
    expect(await refused(() => office.enrolments.end({ studentId: id, day: shifted("2026-10-01"), reason: "x" }))).toBe(
      "This student is in no class now.",
    );
    await office.enrolments.return({ studentId: id, className: 7, year, fromDay: shifted("2026-11-02") });
    const here = await office.students.get({ id });
    expect(here).toMatchObject({ state: "current", leftOn: null, leftReason: null, admissionNo: "KV-7" });
    expect([here.enrolments.length, here.results.length]).toEqual([2, 1]);
  });
});

describe("the classes that results propose", () => {
  it("are confirmed for many at once, and each refusal names its reason", async () => {
    const [dev, eva] = [await createStudent({ name: "Dev" }), await createStudent({ name: "Eva" })];
    for (const student of [dev, eva]) await result(student, { className: 6 });
    const asha = await placed("Asha Rao");
    const students = [
      { studentId: dev.id, className: 6, section: "A", rollNo: "1" },
      { studentId: eva.id, className: 6, section: "A", rollNo: "1" },
      { studentId: asha, className: 6 },
      { studentId: year, className: 6 },
    ];
    expect(await office.enrolments.confirmProposed({ students, year })).toEqual({
      ...{ done: 1, firstDay: inDays(0) },
      refused: [
        { studentId: eva.id, name: "Eva", why: "Roll number 1 belongs to Dev in this class and section already." },
        { studentId: asha, name: "Asha Rao", why: "This student is or was in a class already." },
        { studentId: year, name: "", why: "A student is no longer on the roster." },
      ],
    });
    const left = await office.students.list({ state: "proposed", year });
    expect(left.items.map(({ name, proposedClass }) => [name, proposedClass])).toEqual([["Eva", "6"]]);
  });
});

const promotion = () => ({ fromYear: year, toYear: next, className: 7, section: "A" });

describe("a promotion", () => {
  it("is refused to an earlier year, and for a class with nobody in it", async () => {
    await placed("Asha Rao");
    expect(await refused(() => office.enrolments.promote({ ...promotion(), toYear: year }))).toMatch(
      /later school year/,
    );
    expect(await refused(() => office.enrolments.promote({ ...promotion(), className: 9 }))).toMatch(/Nobody is in/);
  });

  it("shows everybody first, then moves the class up with its section and without roll numbers", async () => {
    const [asha, bilal, chitra] = [await placed("Asha", "1"), await placed("Bilal", "2B"), await placed("Chitra", "3")];
    const chosen = { ...promotion(), stay: [bilal], leave: [chitra] };
    const preview = await office.enrolments.previewPromotion(chosen);
    expect(preview.rows.map(({ name, what, to }) => [name, what, to?.className ?? null])).toEqual([
      ["Asha", "up", "8"],
      ["Bilal", "stays", "7"],
      ["Chitra", "leaves", null],
    ]);
    const { batchId, ...done } = await office.enrolments.promote(chosen);
    expect(done).toEqual(preview);
    expect(await classOf(asha)).toMatchObject({
      ...{ className: "8", section: "A", rollNo: null, fromDay: shifted("2027-04-01") },
    });
    expect(await classOf(bilal)).toMatchObject({ className: "7", year: { label: shiftedLabel(2027) } });
    expect(await office.students.get({ id: chitra })).toMatchObject({ state: "left", leftOn: shifted("2027-03-31") });
    expect(await office.enrolments.promotions()).toMatchObject([{ _id: batchId, by: "Administrator", undoneAt: null }]);
  });

  it("is refused if the class is no longer the one that the preview showed", async () => {
    const id = await placed("Asha", "1");
    const { digest } = await office.enrolments.previewPromotion(promotion());
    const other = await placed("Bilal", "2");
    expect(await refused(() => office.enrolments.promote({ ...promotion(), digest }))).toMatch(/has changed since/);
    await office.enrolments.end({ studentId: other, day: shifted("2026-09-01"), reason: "Moved to Pune" });
    await office.enrolments.promote({ ...promotion(), digest });
    expect(await classOf(id)).toMatchObject({ className: "8" });
    expect(await refused(() => office.enrolments.previewPromotion(promotion()))).toMatch(/has been promoted already/);
  });

  it("does not wait for a login, and no login waits for it or its undo", async () => {
    const id = await placed("Asha");
    await db().$transaction(async (login) => {
      await lockPeople(login, [id]);
      const { batchId } = await office.enrolments.promote(promotion());
      expect(await office.enrolments.undoPromotion({ batchId })).toMatchObject({ reversed: 1 });
    });
  });

  it("is undone row by row: reversed, kept if changed since, failed if the place is taken", async () => {
    const [asha, bilal, chitra] = [await placed("Asha", "1"), await placed("Bilal", "2"), await placed("Chitra", "3")];
    const { batchId } = await office.enrolments.promote({ ...promotion(), leave: [chitra], numberByName: true });
    expect([(await classOf(asha))?.rollNo, (await classOf(bilal))?.rollNo]).toEqual(["1", "2"]);
    const { _id: id = "" } = (await classOf(bilal)) ?? {};
    await office.enrolments.change({ id, rollNo: "9" });
    await placed("Newcomer", "3", { fromDay: shifted("2027-03-31") });
    expect(await office.enrolments.undoPromotion({ batchId })).toEqual({
      reversed: 1,
      rows: [
        { studentId: bilal, name: "Bilal", state: "kept", why: "Was changed since the promotion." },
        { studentId: chitra, name: "Chitra", state: "failed", why: "Another student now has the earlier roll number." },
      ],
    });
    expect(await classOf(asha)).toMatchObject({ className: "7", rollNo: "1", year: { label: shiftedLabel(2026) } });
    expect(await classOf(bilal)).toMatchObject({ className: "8", rollNo: "9" });
    expect(await refused(() => office.enrolments.undoPromotion({ batchId }))).toMatch(/undone already/);
  });

  it("when undone, keeps a student who left by it, came back and has left for another reason", async () => {
    const id = await placed("Asha", "1");
    const { batchId } = await office.enrolments.promote({ ...promotion(), leave: [id] });
    const back = { studentId: id, className: 7, section: "B", year: next };
    await office.enrolments.return({ ...back, fromDay: shifted("2027-06-01") });
    await office.enrolments.end({ studentId: id, day: shifted("2027-07-15"), reason: "Family moved" });
    expect(await office.enrolments.undoPromotion({ batchId })).toMatchObject({
      reversed: 0,
      rows: [{ studentId: id, state: "kept", why: "Was changed since the promotion." }],
    });
    expect(await office.students.get({ id })).toMatchObject({
      ...{ leftOn: shifted("2027-07-15"), leftReason: "Family moved" },
    });
    expect(await classOf(id)).toBeUndefined();
  });

  it("when undone, takes back a leave by it, even of a student whose first day was after the last day", async () => {
    const [asha, nila] = [await placed("Asha", "1"), await placed("Nila", "2")];
    await db().enrolment.updateMany({ where: { studentId: nila }, data: { fromDay: new Date(shifted("2027-04-05")) } });
    const { batchId } = await office.enrolments.promote({ ...promotion(), leave: [asha, nila] });
    expect(await office.enrolments.undoPromotion({ batchId })).toMatchObject({ reversed: 2, rows: [] });
    for (const id of [asha, nila]) expect(await classOf(id)).toMatchObject({ className: "7", section: "A" });
  });

  it("when undone, waits for a change that is under way, and keeps that change", async () => {
    const id = await placed("Asha", "1");
    const { batchId } = await office.enrolments.promote(promotion());
    let undone: Promise<unknown> | undefined;
    await db().$transaction(async (tx) => {
      await tx.$queryRaw`select from students where user_id = ${id}::uuid for update`;
      await tx.enrolment.updateMany({ where: { studentId: id, toDay: null }, data: { rollNo: "9" } });
      undone = office.enrolments.undoPromotion({ batchId });
      await setTimeout(500);
    });
    expect(await undone).toMatchObject({ reversed: 0, rows: [{ studentId: id, state: "kept" }] });
    expect(await classOf(id)).toMatchObject({ className: "8", rollNo: "9" });
  });

  it("of class 12 ends there; it cannot be undone after thirty days, and never brings back an erased person", async () => {
    const id = await placed("Asha", "1", { className: 12 });
    const { batchId, counts } = await office.enrolments.promote({ ...promotion(), className: 12 });
    expect(counts).toEqual({ up: 0, stays: 0, leaves: 1, refused: 0 });
    expect(await office.students.get({ id })).toMatchObject({ state: "left", leftReason: "Finished Class 12" });
    await db().user.delete({ where: { id } });
    expect(await db().batchRow.findMany({ select: { subjectId: true, before: true } })).toEqual([
      { subjectId: null, before: null },
    ]);
    await db().batch.updateMany({ data: { appliedAt: new Date(Date.now() - 31 * 24 * 60 * 60 * 1000) } });
    expect(await refused(() => office.enrolments.undoPromotion({ batchId }))).toMatch(/thirty days/);
    await db().batch.updateMany({ data: { appliedAt: new Date() } });
    expect(await office.enrolments.undoPromotion({ batchId })).toMatchObject({
      reversed: 0,
      rows: [{ name: "", state: "failed", why: "A student is no longer on the roster." }],
    });
  });
});

describe("numbering a class by name", () => {
  it("gives roll numbers with one click", async () => {
    const [usha, asha] = [await placed("Usha", "1"), await placed("Asha", "2")];
    expect(await office.enrolments.numberByName({ className: 7, section: "A", year })).toBe(2);
    expect([(await classOf(asha))?.rollNo, (await classOf(usha))?.rollNo]).toEqual(["1", "2"]);
  });

  it("puts Özdemir between Adams and Zimmer, as a promotion does", async () => {
    const ids = await Promise.all(["Zimmer", "Özdemir", "adams"].map((name) => placed(name)));
    const numbers = async () => Promise.all(ids.map(async (id) => (await classOf(id))?.rollNo));
    const { rows } = await office.enrolments.previewPromotion(promotion());
    expect(rows.map(({ name }) => name)).toEqual(["adams", "Özdemir", "Zimmer"]);
    await office.enrolments.numberByName({ className: 7, year });
    expect(await numbers()).toEqual(["3", "2", "1"]);
    const moved = await placed("Lena", "7", { className: 8, year: next, fromDay: shifted("2027-04-01") });
    const leaving = await placed("Mina", "8", { className: 8, year: next, fromDay: shifted("2027-04-01") });
    await office.enrolments.end({ studentId: leaving, day: shifted("2027-06-30"), reason: "Moves to Pune" });
    await office.enrolments.promote({ ...promotion(), numberByName: true });
    expect(await numbers()).toEqual(["11", "10", "9"]);
    expect((await classOf(moved))?.rollNo).toBe("7");
  });

  it("numbers each section of a class from 1, after the preview has said how many numbers are replaced", async () => {
    const [usha, asha] = [await placed("Usha", "7"), await placed("Asha", "8")];
    const kiran = await placed("Kiran", "5", { section: "B" });
    const other = await placed("Lena", "4", { className: 8 });
    await office.enrolments.change({ id: (await classOf(asha))?._id ?? "", rollNo: null });
    const of = { className: 7, year };
    expect(await office.enrolments.previewNumbers(of)).toEqual({ students: 3, numbered: 2, sections: 2 });
    expect(await office.enrolments.previewNumbers({ ...of, section: "B" })).toEqual({
      ...{ students: 1, numbered: 1, sections: 1 },
    });
    const seen = await office.enrolments.previewNumbers(of);
    const outdated = { ...of, seen: { ...seen, numbered: 1 } };
    expect(await refused(() => office.enrolments.numberByName(outdated))).toMatch(/^The roll numbers of this class/);
    expect(await office.enrolments.numberByName({ ...of, seen })).toBe(3);
    const numbers = await Promise.all([asha, usha, kiran, other].map(async (id) => (await classOf(id))?.rollNo));
    expect(numbers).toEqual(["1", "2", "1", "4"]);
    // Students who have their number already are not touched, so that a promotion that gave it can be undone.
    const versions = () => db().enrolment.findMany({ select: { id: true, rowVersion: true }, orderBy: { id: "asc" } });
    const before = await versions();
    expect(await office.enrolments.previewNumbers(of)).toMatchObject({ students: 3, numbered: 0 });
    expect(await office.enrolments.numberByName({ ...of, seen })).toBe(3);
    expect(await versions()).toEqual(before);
    for (const empty of [{ section: "C" }, { className: 9 }]) {
      const nobody = { ...of, ...empty };
      expect(await refused(() => office.enrolments.previewNumbers(nobody))).toMatch(/^Nobody is in this class/);
      expect(await refused(() => office.enrolments.numberByName(nobody))).toMatch(/^Nobody is in this class/);
    }
  });

  it("also numbers students who leave later or are promoted already, and once each student who comes back", async () => {
    const [asha, bilal, chitra] = [await placed("Asha"), await placed("Bilal"), await placed("Chitra", "1")];
    const gone = await placed("Gone", "9");
    const ends = (studentId: string, day: string) => office.enrolments.end({ studentId, day, reason: "Moves" });
    await ends(gone, shifted("2026-09-01"));
    await office.enrolments.promote({ ...promotion(), leave: [asha] });
    const lastDay = new Date(shifted("2027-03-31"));
    const back = { studentId: chitra, schoolYearId: year, className: 7, section: "A", fromDay: lastDay };
    await db().enrolment.create({ data: { ...back, rollNo: "1", toDay: lastDay, endReason: "promoted" } });
    const newcomer = await placed("Newcomer");
    const of = { className: 7, year };
    expect(await office.enrolments.previewNumbers(of)).toMatchObject({ students: 4, numbered: 1 });
    expect(await office.enrolments.numberByName(of)).toBe(4);
    const event = await db().auditEvent.findFirstOrThrow({ where: { action: "class-numbered" } });
    expect(event.detail).toEqual({ class: 7, count: 4 });
    const rows = await db().enrolment.findMany({ where: { schoolYearId: year } });
    const numbersOf = (id: string) => rows.flatMap(({ studentId, rollNo }) => (studentId === id ? [rollNo] : []));
    expect([asha, bilal, newcomer, gone].map(numbersOf)).toEqual([["1"], ["2"], ["4"], ["9"]]);
    expect(new Set(numbersOf(chitra))).toEqual(new Set(["3"]));
  });

  it("reports a number that was taken at the same moment", async () => {
    await placed("Asha");
    const { id: studentId } = await createStudent({ name: "Bilal" });
    const place = { schoolYearId: year, className: 7, section: "A", rollNo: "1", fromDay: new Date(fromDay) };
    let numbered: Promise<unknown> | undefined;
    await db().$transaction(async (tx) => {
      await tx.enrolment.create({ data: { studentId, ...place } });
      numbered = refusalOf(office.enrolments.numberByName({ className: 7, year }));
      await setTimeout(500);
    });
    const message = expect.stringMatching(/has this roll number already/);
    expect(await numbered).toMatchObject({ code: "CONFLICT", message });
  });
});
