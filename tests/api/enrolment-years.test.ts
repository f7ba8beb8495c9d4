import { beforeEach, describe, expect, it } from "vitest";
import { dateHere } from "@/content/institute";
import { shownDate } from "@/lib/dates";
import { db } from "@/server/db/client";
import { type Caller, callerOf, createStaff, refusalOf, schoolYear, submission } from "../factories";
import { shifted, shiftedLabel } from "../harness/days";
import { asha, findStudent, listImporter, row } from "../harness/list-import";
import { officeOfEachTest } from "../harness/office";

const office = officeOfEachTest();
let year: string;
let next: string;

beforeEach(async () => {
  [year, next] = [(await schoolYear(2026, shifted)).id, (await schoolYear(2027, shifted)).id];
});

const { carryOut, check, rowsOf, statesOf } = listImporter(() => office);
const inA = { className: 7, section: "A", fromDay: shifted("2026-04-06") };
const ahead = shifted("2027-04-05");
const add = async (name: string, place?: object) => (await office.students.add({ name, ...place }))._id;
const placesOf = async (id: string) =>
  (await office.students.get({ id })).enrolments.map(({ year: of, className, fromDay }) => [
    of.label,
    className,
    fromDay,
  ]);
const [lastLabel, label, nextLabel] = [2025, 2026, 2027].map(shiftedLabel);
const message = `That day is in the school year ${nextLabel}. Promote the class to that year, or choose an earlier day.`;

describe("a first day in the next school year", () => {
  it("puts students into that year who are added, placed in a class, or come back", async () => {
    const asha = await add("Asha Rao", { ...inA, fromDay: ahead });
    const nila = await add("Nila Sen");
    await office.enrolments.enrol({ studentId: nila, ...inA, fromDay: ahead });
    const kiran = await add("Kiran Das", inA);
    await office.enrolments.end({ studentId: kiran, day: shifted("2026-10-01"), reason: "Moved to Pune" });
    await office.enrolments.return({ studentId: kiran, ...inA, fromDay: ahead });
    for (const id of [asha, nila, kiran]) expect((await placesOf(id))[0]).toEqual([nextLabel, "7", ahead]);
    expect((await office.students.list({ class: 7, year: next })).items).toHaveLength(3);
    const promotion = { fromYear: year, toYear: next, className: 7 };
    expect((await refusalOf(office.enrolments.previewPromotion(promotion))).message).toMatch(/Nobody is in this class/);
  });

  it("puts many students without a class into that year, even from the list of this one", async () => {
    const ids = [await add("Asha Rao"), await add("Nila Sen")];
    const many = { students: ids, year, className: 7, section: "A", day: ahead };
    expect(await office.enrolments.placeMany(many)).toMatchObject({ done: 2, refused: [] });
    for (const id of ids) expect(await placesOf(id)).toEqual([[nextLabel, "7", ahead]]);
  });

  it("keeps a year that is named, and takes the current one for any day before the next begins", async () => {
    const named = await add("Asha Rao", { ...inA, fromDay: ahead, year: next });
    const last = await add("Nila Sen", { ...inA, fromDay: shifted("2027-03-31") });
    expect(await placesOf(named)).toEqual([[nextLabel, "7", ahead]]);
    expect(await placesOf(last)).toEqual([[label, "7", shifted("2027-03-31")]]);
    const early = office.students.add({ name: "Kiran Das", ...inA, fromDay: shifted("2026-03-31") });
    expect((await refusalOf(early)).message).toContain(`begins on ${shownDate(shifted("2026-04-01"))}`);
  });
});

describe("a school year that is added after it has begun", () => {
  const late = shifted("2027-04-20");
  const added = { label: nextLabel ?? "", firstDay: shifted("2027-04-01"), lastDay: shifted("2028-03-31") };
  beforeEach(async () => void (await db().schoolYear.delete({ where: { id: next } })));

  it("takes over the students who joined in its days, in the same place, and a promotion of the ended year leaves them there", async () => {
    const asha = await add("Asha Rao", { ...inA, fromDay: late, rollNo: "12" });
    const nila = await add("Nila Sen", { ...inA, fromDay: late });
    await office.enrolments.move({ studentId: nila, className: 7, section: "B", day: shifted("2027-04-25") });
    const kiran = await add("Kiran Das", { ...inA, rollNo: "13" });
    expect(await placesOf(asha)).toEqual([[label, "7", late]]);
    const { _id, joined, numbersGone } = await office.years.add(added);
    expect([joined, numbersGone]).toEqual([2, 0]);
    expect(await placesOf(asha)).toEqual([[nextLabel, "7", late]]);
    expect(await placesOf(nila)).toEqual([
      [nextLabel, "7", shifted("2027-04-25")],
      [nextLabel, "7", late],
    ]);
    const { rollNo } = await db().enrolment.findFirstOrThrow({ where: { studentId: asha } });
    expect(rollNo).toBe("12");
    const event = await db().auditEvent.findFirstOrThrow({ where: { action: "year-added" } });
    expect(event.detail).toEqual({ year: nextLabel, count: 2 });
    const { rows } = await office.enrolments.promote({ fromYear: year, toYear: _id, className: 7 });
    expect(rows.map(({ studentId }) => studentId)).toEqual([kiran]);
  });

  it("leaves students in the ended year who were in its classes, or joined in the days between", async () => {
    const moved = await add("Asha Rao", inA);
    await office.enrolments.move({ studentId: moved, className: 7, section: "B", day: late });
    const back = await add("Nila Sen", inA);
    await office.enrolments.end({ studentId: back, day: shifted("2026-10-01"), reason: "Moved to Pune" });
    await office.enrolments.return({ studentId: back, ...inA, fromDay: late });
    const between = await add("Kiran Das", { ...inA, fromDay: shifted("2027-04-10") });
    expect(await office.years.add({ ...added, firstDay: shifted("2027-04-12") })).toMatchObject({ joined: 0 });
    for (const id of [moved, back, between]) expect((await placesOf(id))[0]?.[0]).toBe(label);
  });
});

it("a school year whose first day is corrected takes over students who joined in its days, but not those promoted into it", async () => {
  const edit = (firstDay: string) =>
    office.years.edit({ id: next, label: nextLabel ?? "", firstDay, lastDay: shifted("2028-03-31") });
  const [wrong, right, day] = ["2027-04-12", "2027-04-01", "2027-04-05"].map(shifted);
  expect(await edit(wrong ?? "")).toMatchObject({ joined: 0 });
  const kiran = await add("Kiran Das", { ...inA, fromDay: day });
  await office.enrolments.promote({ fromYear: year, toYear: next, className: 7 });
  const asha = await add("Asha Rao", { ...inA, fromDay: day, rollNo: "12" });
  const nila = await add("Nila Sen", { ...inA, fromDay: day, rollNo: "13" });
  await add("Dev Gill", { ...inA, fromDay: wrong, rollNo: "12" });
  expect(await edit(right ?? "")).toMatchObject({ label: nextLabel, firstDay: right, joined: 2, numbersGone: 1 });
  for (const id of [asha, nila]) expect(await placesOf(id)).toEqual([[nextLabel, "7", day]]);
  expect(await placesOf(kiran)).toEqual([
    [nextLabel, "8", wrong],
    [label, "7", day],
  ]);
  const rows = await db().enrolment.findMany({
    where: { schoolYearId: next, className: 7 },
    orderBy: { rollNo: "asc" },
  });
  expect(rows.map(({ rollNo }) => rollNo)).toEqual(["12", "13", null]);
  const events = await db().auditEvent.findMany({ where: { action: "year-changed" }, orderBy: { id: "asc" } });
  expect(events.map(({ detail }) => detail)).toMatchObject([
    { year: nextLabel },
    { year: nextLabel, count: 2, numbersGone: 1 },
  ]);
});

it("a first day cannot be put off while students are promoted from that day: the promotion is undone first, and made again", async () => {
  const kiran = await add("Kiran Das", inA);
  await add("Asha Rao", { ...inA, fromDay: ahead });
  const promote = () => office.enrolments.promote({ fromYear: year, toYear: next, className: 7 });
  const edit = (firstDay: string) =>
    office.years.edit({ id: next, label: nextLabel ?? "", firstDay, lastDay: shifted("2028-03-31") });
  const [former, later] = [shifted("2027-04-01"), shifted("2027-06-15")];
  const { batchId } = await promote();
  expect(await refusalOf(edit(later))).toMatchObject({
    code: "CONFLICT",
    message: `1 student has been promoted into this year from ${shownDate(former)}. Undo the promotion first.`,
    issues: [{ path: ["firstDay"] }],
  });
  await office.enrolments.undoPromotion({ batchId });
  await edit(later);
  await promote();
  // A promotion that can no longer be undone does not block the change.
  await db().batch.updateMany({ data: { appliedAt: new Date(Date.now() - 31 * 24 * 60 * 60 * 1000) } });
  await edit(shifted("2027-06-16"));
  await edit(later);
  expect(await placesOf(kiran)).toEqual([
    [nextLabel, "8", later],
    [label, "7", inA.fromDay],
  ]);
});

it("a roll number stays taken until its student's last day in the class, and is free after a leave", async () => {
  await add("Asha Rao", { ...inA, rollNo: "12" });
  const left = await add("Nila Sen", { ...inA, rollNo: "13" });
  await office.enrolments.end({ studentId: left, day: shifted("2026-11-01"), reason: "Moved to Pune" });
  const kiran = await add("Kiran Das", { ...inA, section: "B" });
  await office.enrolments.promote({ fromYear: year, toYear: next, className: 7 });
  const move = (rollNo: string) =>
    office.enrolments.move({ studentId: kiran, className: 7, section: "A", rollNo, day });
  const day = shifted("2026-12-01");
  const taken = "Roll number 12 belongs to Asha Rao in this class and section already.";
  const join = (fromDay: string) => add("Dev Gill", { ...inA, fromDay, rollNo: "12" });
  for (const call of [() => move("12"), () => join(day), () => join(inA.fromDay)])
    expect(await refusalOf(call())).toMatchObject({ code: "CONFLICT", issues: [{ path: ["rollNo"], message: taken }] });
  await move("14");
  await join(shifted("2027-03-31"));
  await add("Lena Roy", { ...inA, rollNo: "13" });
});

it("a roll number that is kept until a coming leave is taken for a list, for its undo, and for the classes of results", async () => {
  await carryOut([asha]);
  const { _id: id } = await carryOut([row({ 5: "12" })]);
  const nila = await add("Nila Sen", { ...inA, rollNo: "1" });
  await office.enrolments.end({ studentId: nila, day: shifted("2027-03-31"), reason: "Moves to Pune" });
  const { _id: later } = await check([row({ 0: "A-2", 1: "Dev Gill", 7: "", 8: "" })]);
  expect(await rowsOf(later)).toMatchObject([{ state: "refused", faults: { rollNo: "Is Nila Sen’s" } }]);
  const students = [{ studentId: await add("Kiran Das"), className: 7, section: "A", rollNo: "1" }];
  const why = "Roll number 1 belongs to Nila Sen in this class and section already.";
  expect(await office.enrolments.confirmProposed({ students, year })).toMatchObject({ done: 0, refused: [{ why }] });
  const leftOver = [{ name: "Asha Rao", state: "failed", why: "Another student now has the earlier roll number." }];
  expect(await office.imports.undo({ id })).toMatchObject({ reversed: 0, leftOver });
});

it("a roll number is taken even if its student is still to come into the class and to leave it", async () => {
  const coming = { year: next, fromDay: ahead };
  await carryOut([row({ 5: "12" })], coming);
  const { _id: id } = await carryOut([row({ 4: "B", 5: "7" })], coming);
  const nila = await add("Nila Sen", { ...inA, fromDay: ahead, rollNo: "12" });
  await office.enrolments.end({ studentId: nila, day: shifted("2027-06-30"), reason: "Moves to Pune" });
  const leftOver = [{ name: "Asha Rao", state: "failed", why: "Another student now has the earlier roll number." }];
  expect(await office.imports.undo({ id })).toMatchObject({ reversed: 0, leftOver });
  const dev = add("Dev Gill", { ...inA, year: next, fromDay: shifted("2027-04-01"), rollNo: "12" });
  expect(await refusalOf(dev)).toMatchObject({ code: "CONFLICT", issues: [{ path: ["rollNo"] }] });
});

it("a roll number stays with a listed student who is to change section, until the list gives that student another class", async () => {
  await carryOut([asha]);
  const studentId = (await findStudent("A-1")).userId;
  const day = shifted("2027-03-01");
  await office.enrolments.move({ studentId, className: 7, section: "B", rollNo: "7", day });
  const dev = row({ 0: "A-2", 1: "Dev Gill", 7: "", 8: "" });
  expect(await statesOf([row({ 4: "B", 5: "8" }), dev])).toEqual(["updated", "refused"]);
  expect(await statesOf([row({ 3: "8" }), dev])).toEqual(["updated", "created"]);
});

it("a roll number that is given away while a year takes over its students is refused in words", async () => {
  await db().schoolYear.update({ where: { id: next }, data: { firstDay: new Date(shifted("2027-04-12")) } });
  await add("Asha Rao", { ...inA, fromDay: ahead, rollNo: "12" });
  const dev = await add("Dev Gill", { ...inA, fromDay: shifted("2027-04-12") });
  await db().$executeRawUnsafe(`create function give_number() returns trigger language plpgsql as
    $$ begin update enrolments set roll_no = '12' where student_id = '${dev}'; return new; end $$`);
  await db().$executeRawUnsafe(`create trigger give_number before update on enrolments for each row
    when (new.school_year_id <> old.school_year_id) execute function give_number()`);
  const edited = { id: next, label: nextLabel ?? "", firstDay: shifted("2027-04-01"), lastDay: shifted("2028-03-31") };
  const refusal = await refusalOf(office.years.edit(edited)).finally(() =>
    db().$executeRawUnsafe("drop function give_number cascade"),
  );
  expect(refusal).toMatchObject({ code: "CONFLICT", issues: [{ path: ["rollNo"] }] });
  expect(await office.years.edit(edited)).toMatchObject({ joined: 1, numbersGone: 0 });
});

it("a first day can be corrected beside a student who keeps the roll number, unless that means joining sooner", async () => {
  for (const [name, rollNo] of Object.entries({ "Asha Rao": "12", "Nila Sen": "13" })) {
    const studentId = await add(name, { ...inA, rollNo });
    await office.enrolments.end({ studentId, day: shifted("2027-03-30"), reason: "Moves to Pune" });
  }
  await add("Dev Gill", inA);
  await add("Kiran Das", { ...inA, fromDay: shifted("2027-03-31"), rollNo: "13" });
  const [{ id: dev } = { id: "" }, { id: kiran } = { id: "" }] = await db().enrolment.findMany({
    where: { toDay: null },
    orderBy: { fromDay: "asc" },
  });
  await db().enrolment.update({ where: { id: dev }, data: { rollNo: "12" } });
  for (const fromDay of [shifted("2026-04-07"), inA.fromDay])
    expect(await office.enrolments.change({ id: dev, fromDay })).toMatchObject({ fromDay, rollNo: "12" });
  await office.enrolments.change({ id: dev, rollNo: null });
  for (const change of [
    { id: dev, rollNo: "12" },
    { id: kiran, fromDay: shifted("2027-03-29") },
  ])
    expect(await refusalOf(office.enrolments.change(change))).toMatchObject({ issues: [{ path: ["rollNo"] }] });
});

describe("a school year that is named", () => {
  it("is refused for a first day in a later one, however the student comes into a class, and keeps its own days", async () => {
    const nila = await add("Nila Sen");
    const kiran = await add("Kiran Das", inA);
    await office.enrolments.end({ studentId: kiran, day: shifted("2026-10-01"), reason: "Moved to Pune" });
    const { id } = await submission({ state: "accepted" });
    const named = { ...inA, year, fromDay: ahead };
    for (const enter of [
      () => office.students.add({ name: "Asha Rao", ...named }),
      () => office.enrolments.enrol({ studentId: nila, ...named }),
      () => office.enrolments.return({ studentId: kiran, ...named }),
      () => office.services.enrol({ id, rowVersion: 1, name: "Ira Bose", admissionNo: "", guardians: [], ...named }),
    ])
      expect(await refusalOf(enter())).toMatchObject({ message, issues: [{ path: ["fromDay"] }] });
    expect(await db().enrolment.count()).toBe(1);
    await office.enrolments.return({ studentId: kiran, ...named, fromDay: shifted("2027-03-31") });
    await office.services.enrol({
      ...{ id, rowVersion: 1, name: "Ira Bose", admissionNo: "", guardians: [] },
      ...inA,
      year,
    });
    expect(await db().enrolment.count({ where: { schoolYearId: year } })).toBe(3);
  });

  it("needs no first day unless that year is over", async () => {
    const past = (await schoolYear(2025, shifted)).id;
    const asha = { name: "Asha Rao", className: 7 };
    expect(await refusalOf(office.students.add({ ...asha, year: past }))).toMatchObject({
      message: `The school year ${lastLabel} is over; choose a first day in it, or a later year.`,
      issues: [{ path: ["fromDay"] }],
    });
    const former = await add("Asha Rao", { ...inA, year: past, fromDay: shifted("2025-06-02") });
    expect(await placesOf(former)).toEqual([[lastLabel, "7", shifted("2025-06-02")]]);
    expect(await placesOf(await add("Nila Sen", { className: 7, year }))).toEqual([[label, "7", dateHere(new Date())]]);
    expect(await placesOf(await add("Kiran Das", { className: 7, year: next }))).toEqual([
      [nextLabel, "7", shifted("2027-04-01")],
    ]);
  });
});

describe("a class of this year, from a day of the next", () => {
  it("is refused for a move, for another first day and for many, and the refusal says to promote the class", async () => {
    const studentId = await add("Asha Rao", inA);
    const [open] = (await office.students.get({ id: studentId })).enrolments;
    const move = { studentId, className: 8, section: "A", day: ahead };
    expect(await refusalOf(office.enrolments.move(move))).toMatchObject({ message, issues: [{ path: ["day"] }] });
    const change = { id: open?._id ?? "", fromDay: ahead };
    expect(await refusalOf(office.enrolments.change(change))).toMatchObject({
      message,
      issues: [{ path: ["fromDay"] }],
    });
    for (const shown of [{}, { year }]) {
      const many = { ...shown, students: [studentId], className: 8, section: "A", day: ahead };
      expect(await office.enrolments.placeMany(many)).toMatchObject({ done: 0, refused: [{ why: message }] });
    }
    expect(await placesOf(studentId)).toEqual([[label, "7", inA.fromDay]]);
  });

  it("is a move within this year if no later one is entered, and within the next one after a promotion", async () => {
    const studentId = await add("Asha Rao", inA);
    await office.enrolments.promote({ fromYear: year, toYear: next, className: 7 });
    await office.enrolments.move({ studentId, className: 8, section: "B", day: ahead });
    expect((await placesOf(studentId))[0]).toEqual([nextLabel, "8", ahead]);
    const nila = await add("Nila Sen", inA);
    await db().enrolment.deleteMany({ where: { schoolYearId: next } });
    await db().schoolYear.delete({ where: { id: next } });
    await office.enrolments.move({ studentId: nila, className: 7, section: "B", day: ahead });
    expect((await placesOf(nila))[0]).toEqual([label, "7", ahead]);
  });
});

it("the overview tells the administrator of a year without a next one, and the office of students who were not promoted", async () => {
  const desk = await callerOf((await createStaff({ role: "office" })).token);
  const linesOf = async (caller: Caller) =>
    (await caller.overview.get()).waiting.filter(({ kind }) => kind === "yearEnded" || kind === "unpromoted");
  await db().schoolYear.deleteMany();
  const former = (await schoolYear(2024, shifted)).id;
  const asha = { ...inA, fromDay: shifted("2024-06-03"), year: former };
  for (const name of ["Asha Rao", "Nila Sen"]) await add(name, asha);
  const ended = { kind: "yearEnded", count: 1, since: shifted("2025-03-31") };
  expect([await linesOf(office), await linesOf(desk)]).toEqual([[ended], []]);
  const { id: toYear } = await schoolYear(2026, shifted);
  const waiting = { kind: "unpromoted", count: 2, since: null };
  expect([await linesOf(office), await linesOf(desk)]).toEqual([[waiting], [waiting]]);
  await office.enrolments.promote({ fromYear: former, toYear, className: 7 });
  expect([await linesOf(office), await linesOf(desk)]).toEqual([[], []]);
});

it("the list of a past year has in Class 12 those who finished it, and among those who left also those who left before", async () => {
  const past = (await schoolYear(2025, shifted)).id;
  const former = { className: 12, year: past, fromDay: shifted("2025-06-02") };
  const [asha, kiran] = [await add("Asha Rao", former), await add("Kiran Das", former)];
  await office.enrolments.end({ studentId: kiran, day: shifted("2025-10-01"), reason: "Moved to Pune" });
  await office.enrolments.promote({ fromYear: past, toYear: year, className: 12 });
  const listed = async (more: { state?: "left" } = {}) =>
    (await office.students.list({ year: past, class: 12, ...more })).items.map(({ _id }) => _id);
  expect(await listed()).toEqual([asha]);
  expect(await listed({ state: "left" })).toEqual([asha, kiran]);
});

it("the list of each year says where a student is in that year, and gives the state that the student's own page has", async () => {
  const past = (await schoolYear(2025, shifted)).id;
  const former = { className: 6, year: past, fromDay: shifted("2025-06-02") };
  const [asha, kiran] = [await add("Asha Rao", inA), await add("Kiran Das", former)];
  await office.enrolments.promote({ fromYear: past, toYear: year, className: 6 });
  await office.enrolments.end({ studentId: kiran, day: shifted("2026-10-01"), reason: "Moved to Pune" });
  const dev = await add("Dev Gill", { ...former, className: 5 });
  const nila = await add("Nila Sen");
  for (const [of, states] of [
    [past, { asha: "not placed", kiran: "current", dev: "current", nila: "not placed" }],
    [year, { asha: "current", kiran: "left", dev: "not placed", nila: "not placed" }],
    [next, { asha: "not placed", kiran: "left", dev: "not placed", nila: "not placed" }],
  ] as const) {
    const rows = new Map((await office.students.matching({ year: of })).map((row) => [row._id, row]));
    expect(
      Object.fromEntries(Object.entries({ asha, kiran, dev, nila }).map(([who, id]) => [who, rows.get(id)?.state])),
    ).toEqual(states);
    for (const id of [asha, kiran, dev, nila])
      expect(rows.get(id)?.standing).toBe((await office.students.get({ id })).state);
  }
});
