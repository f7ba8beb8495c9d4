import { beforeEach, describe, expect, it } from "vitest";
import { listNamesakes } from "@/features/students/data-namesakes";
import { addDays, shownDate } from "@/lib/dates";
import { db } from "@/server/db/client";
import { createStudent, refusalOf, schoolYear, submission } from "../factories";
import { inDays as on, shifted } from "../harness/days";
import { type Days, enrolledFor } from "../harness/enrolments";
import { officeOfEachTest } from "../harness/office";

const office = officeOfEachTest();
let asha: Awaited<ReturnType<typeof createStudent>>;
let years: string[];

beforeEach(async () => {
  years = [(await schoolYear(2026, shifted)).id, (await schoolYear(2027, shifted)).id];
  asha = await createStudent({ email: "asha@example.org", name: "Asha Rao" });
});

const enrolled = (days: Days, year = years[0]) => enrolledFor(asha.id, year ?? "", days);

const pageOf = async () => (await office.students.get({ id: asha.id })).enrolments;

describe("a class that is still to come", () => {
  const mistaken = { reason: "Typed for somebody else", mistake: true };

  it("can be ended as a mistake on any day, but by a leave on no day before its first", async () => {
    await enrolled({ className: 7, from: 30 });
    const leave = { studentId: asha.id, day: on(0), reason: "Moves to Pune" };
    expect((await refusalOf(office.enrolments.end(leave))).message).toBe(
      `The student comes into Class 7 on ${shownDate(on(30))}; choose that day or a later one.`,
    );
    const many = { students: [asha.id], day: on(0), reason: "Moves to Pune" };
    const why = `Comes into Class 7 on ${shownDate(on(30))}, which is later than that day.`;
    expect(await office.enrolments.endMany(many)).toMatchObject({ done: 0, refused: [{ why }] });
    await office.enrolments.end({ studentId: asha.id, day: on(0), ...mistaken });
    expect(await pageOf()).toMatchObject([{ fromDay: on(30), toDay: on(30), endReason: "mistake" }]);
    expect(await office.students.get({ id: asha.id })).toMatchObject({ state: "not placed", leftOn: null });
  });

  it("that was a mistake is named in no list, and to nobody who adds a student of that name", async () => {
    await enrolled({ className: 9, from: -10, to: -5, endReason: "mistake" });
    const inNone = [{ className: null, section: null }];
    expect(await office.students.list({ year: years[0] })).toMatchObject({ items: inNone, sections: [] });
    expect(await listNamesakes("Asha Rao", null)).toMatchObject(inNone);
    await enrolled({ className: 7, from: -30, to: -11, endReason: "moved" });
    expect(await office.students.list({ year: years[0] })).toMatchObject({ items: [{ className: "7" }] });
    expect(await listNamesakes("Asha Rao", null)).toMatchObject([{ className: "7" }]);
  });

  it("that is called off leaves the student in the class that a move within the year was to end", async () => {
    await enrolled({ className: 7, from: -30 });
    const move = { studentId: asha.id, className: 7, section: "B", day: on(5) };
    await office.enrolments.move(move);
    await office.enrolments.end({ studentId: asha.id, day: on(0), ...mistaken });
    expect(await pageOf()).toMatchObject([
      { section: "B", endReason: "mistake" },
      { section: "A", toDay: null },
    ]);
  });

  it("protects the class before: an end or a move that names an enrolment applies to that one only", async () => {
    await enrolled({ className: 7, from: -30 });
    const move = { studentId: asha.id, className: 7, section: "B", day: on(5) };
    const enrolmentId = (await office.enrolments.move(move))._id;
    const end = { studentId: asha.id, enrolmentId, day: on(0), ...mistaken };
    await office.enrolments.end(end);
    const changed = {
      code: "CONFLICT",
      message: expect.stringMatching(/^This enrolment has been changed in the meantime\./),
    };
    expect(await refusalOf(office.enrolments.end(end))).toMatchObject(changed);
    expect(await refusalOf(office.enrolments.move({ ...move, enrolmentId }))).toMatchObject(changed);
    expect(await pageOf()).toMatchObject([
      { section: "B", endReason: "mistake" },
      { section: "A", toDay: null },
    ]);
  });

  it("that is called off leaves the student in the class before a promotion, unless the roll number is taken or that is over", async () => {
    const number = ({ id }: { id: string }, rollNo: string) =>
      db().enrolment.update({ where: { id }, data: { rollNo } });
    const ended = async (to: number, endReason: Days["endReason"] = "promoted") => {
      await db().enrolment.deleteMany({ where: { studentId: asha.id } });
      await number(await enrolled({ className: 7, from: -30, to, endReason }), "12");
      await enrolled({ className: 8, from: 30 }, years[1]);
      await office.enrolments.end({ studentId: asha.id, day: on(0), ...mistaken });
      return (await pageOf()).map((one) => [one.className, one.endReason]);
    };
    const coming = ["8", "mistake"];
    expect(await ended(29)).toEqual([coming, ["7", null]]);
    await office.enrolments.move({ studentId: asha.id, className: 7, section: "B", day: on(0) });
    expect(await ended(0)).toEqual([coming, ["7", null]]);
    expect(await ended(-1)).toEqual([coming, ["7", "promoted"]]);
    expect(await ended(29, "moved")).toEqual([coming, ["7", "moved"]]);
    const other = await createStudent({ email: "nila@example.org", name: "Nila Sen" });
    const place = { schoolYearId: years[0] ?? "", className: 7, section: "A", rollNo: "12", fromDay: new Date(on(-5)) };
    await db().enrolment.create({ data: { studentId: other.id, ...place } });
    expect(await ended(29)).toEqual([coming, ["7", "promoted"]]);
  });
});

describe("a return that was a mistake", () => {
  const back = (days: number) =>
    office.enrolments.return({ studentId: asha.id, className: 7, section: "A", fromDay: on(days) });
  const takeBack = (days: number) =>
    office.enrolments.end({ studentId: asha.id, day: on(days), reason: "Another Asha", mistake: true });

  it("restores the leave with its day and its reason, however often it happens", async () => {
    await enrolled({ className: 7, from: -30 });
    await office.enrolments.end({ studentId: asha.id, day: on(-5), reason: "Moved to Pune" });
    for (const days of [-2, 0]) {
      await back(days);
      expect(await office.students.get({ id: asha.id })).toMatchObject({ state: "current", leftOn: null });
      await takeBack(days);
      const left = { state: "left", leftOn: on(-5), leftReason: "Moved to Pune" };
      expect(await office.students.get({ id: asha.id })).toMatchObject(left);
    }
  });

  it("restores a leave by a promotion, too", async () => {
    const last = await enrolled({ className: 12, from: -90 });
    await office.enrolments.promote({ fromYear: years[0] ?? "", toYear: years[1] ?? "", className: 12 });
    const { leftOn } = await office.students.get({ id: asha.id });
    const fromDay = addDays(leftOn ?? "", 1);
    await office.enrolments.return({ studentId: asha.id, className: 12, section: "A", fromDay });
    await takeBack(0);
    expect(await office.students.get({ id: asha.id })).toMatchObject({ leftOn, leftReason: "Finished Class 12" });
    expect(await db().enrolment.count({ where: { id: last.id, endReason: "left" } })).toBe(1);
  });

  it("makes no leave if the student had not left, or is in a class again", async () => {
    await enrolled({ className: 7, from: -30 });
    await takeBack(0);
    expect(await office.students.get({ id: asha.id })).toMatchObject({ state: "not placed", leftOn: null });
    await office.enrolments.enrol({ studentId: asha.id, className: 8, section: "A", fromDay: on(0) });
    await office.enrolments.end({ studentId: asha.id, day: on(0), reason: "Moved to Pune" });
    await back(0);
    expect(await office.students.get({ id: asha.id })).toMatchObject({ state: "current", leftOn: null });
  });

  const place = () => ({ studentId: asha.id, className: 8, section: "A", fromDay: on(0) });
  const ways = {
    "as a return": () => office.enrolments.return(place()),
    "as a place in a class": () => office.enrolments.enrol(place()),
    "with an application": async () => {
      const { id, rowVersion } = await submission({ state: "accepted" });
      await office.services.enrol({ ...place(), id, rowVersion, name: "Asha Rao", guardians: [] });
    },
  };

  it.each(Object.entries(ways))("cannot be taken back if it cut off a coming leave: entered %s", async (_, enter) => {
    await enrolled({ className: 7, from: -30 });
    const leave = { studentId: asha.id, day: on(30), reason: "Moves to Pune" };
    await office.enrolments.end(leave);
    await enter();
    expect(await refusalOf(takeBack(0))).toMatchObject({
      code: "CONFLICT",
      message: expect.stringMatching(/^This return took the place of a leave that was still to come\./),
    });
    expect(await pageOf()).toMatchObject([
      { className: "8", toDay: null },
      { className: "7", toDay: on(-1) },
    ]);
    await office.enrolments.move({ studentId: asha.id, className: 7, section: "A", day: on(0) });
    await office.enrolments.end(leave);
    expect(await office.students.get({ id: asha.id })).toMatchObject({ state: "left", leftOn: on(30) });
  });
});
