import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { db } from "@/server/db/client";
import { type Caller, callerOf, createStaff, openStore, refusalOf } from "../factories";
import { classWithCards } from "../harness/cards";
import { resetDatabase } from "../harness/database";
import { doJobs } from "../harness/jobs";
import { changeSettings } from "../harness/settings";
import { statementsOf } from "../harness/statements";

let of: Awaited<ReturnType<typeof classWithCards>>["of"];
let fields: { class: number; title: string; lastDay: string; examIds: string[] };

await openStore();

beforeEach(async () => {
  await resetDatabase();
  const made = await classWithCards();
  ({ of } = made);
  const { exams } = await of.office.reportCards.get({ id: made.setId });
  fields = { class: 7, title: "Mid-term", lastDay: "2026-10-31", examIds: exams.map(({ _id }) => _id) };
});

const cardsUntil = async (given: { lastDay?: string; section?: string } = {}) =>
  (await of.office.reportCards.add({ ...fields, ...given }))._id;
const sheetOf = (id: string) => of.office.reportCards.get({ id });

describe("the last day of report cards", () => {
  it("decides in which section a student is, whatever comes after", async () => {
    const id = await cardsUntil();
    await of.office.enrolments.move({ studentId: of.asha.id, className: 7, section: "B", day: "2026-11-02" });
    const { rows } = await sheetOf(id);
    expect(rows.find(({ studentId }) => studentId === of.asha.id)).toMatchObject({ section: "A" });
  });

  it("gives way to the day on which the roster was entered, if that is later, despite one earlier entry", async () => {
    await db().enrolment.updateMany({ data: { fromDay: new Date("2026-11-29") } });
    const id = await cardsUntil();
    const students = async () => [(await sheetOf(id)).rows.length, (await listed(id))?.students];
    expect(await students()).toEqual([2, 2]);
    const early = { name: "Zoya", className: 7, section: "A", fromDay: "2026-06-01" };
    await of.office.students.add(early);
    expect(await students()).toEqual([3, 3]);
  });

  it("is named if the class has students only on other days", async () => {
    const id = await cardsUntil({ section: "A" });
    expect((await sheetOf(id)).emptyOn).toBe(null);
    for (const studentId of [of.asha.id, of.dev])
      await of.office.enrolments.move({ studentId, className: 7, section: "B", day: "2026-10-01" });
    expect(await sheetOf(id)).toMatchObject({ rows: [], emptyOn: "2026-10-31" });
    await db().enrolment.deleteMany();
    expect(await sheetOf(id)).toMatchObject({ rows: [], emptyOn: null });
  });

  it("cannot be cleared by a change", async () => {
    const id = await cardsUntil();
    const change = { id, title: "Mid-term", examIds: fields.examIds, rowVersion: 1 };
    expect(await refusalOf(of.office.reportCards.edit({ ...change, lastDay: "" }))).toMatchObject({
      code: "BAD_REQUEST",
      issues: [{ path: ["lastDay"], message: "Last day must be a date like 2026-11-20." }],
    });
    await of.office.reportCards.edit({ ...change, lastDay: "2026-11-15" });
    expect((await sheetOf(id)).set).toMatchObject({ lastDay: "2026-11-15" });
  });
});

it("a student found to be in another section stays in the sheet until the card is withdrawn, and needs no other card", async () => {
  const { reportCards, enrolments } = of.office;
  const { _id: id } = await reportCards.add({ ...fields, section: "A" });
  await reportCards.issue({ id });
  await doJobs();
  await enrolments.move({ studentId: of.asha.id, className: 7, section: "B", day: "2026-10-01" });
  const typed = { daysPresent: null, remarkTeacher: "Steady.", remarkHead: null, lines: [], seen: 0 };
  await reportCards.saveEntries({ id, entries: [{ studentId: of.asha.id, ...typed }] });
  expect(await listed(id)).toMatchObject({ issued: 2, students: 2 });
  const { rows } = await sheetOf(id);
  const asha = rows.find(({ studentId }) => studentId === of.asha.id);
  expect(rows).toHaveLength(2);
  expect(asha).toMatchObject({ section: "A", isInClass: false, standing: "changed" });
  expect((await refusalOf(reportCards.issue({ id }))).code).toBe("CONFLICT");
  await reportCards.withdraw({ id: asha?.card?._id ?? "", reason: "Is in 7 B" });
  expect(await listed(id)).toMatchObject({ issued: 1, students: 1 });
});

it("a student who joined the class after an exam misses no mark in it; one who was in another section that day does", async () => {
  const id = await cardsUntil({ lastDay: "2026-11-25" });
  const [bela, chand] = await Promise.all(
    [
      { name: "Bela", fromDay: "2026-11-19" },
      { name: "Chand", fromDay: "2026-11-18" },
    ].map(async (one) => (await of.office.students.add({ ...one, className: 7, section: "A" }))._id),
  );
  const { _id: eli } = await of.office.students.add({ name: "Eli", fromDay: "2026-11-18", className: 7, section: "B" });
  await of.office.enrolments.move({ studentId: eli, className: 7, section: "A", day: "2026-11-20" });
  const { rows } = await sheetOf(id);
  const missing = new Map(rows.map((row) => [row.studentId, row.missing]));
  expect([bela, chand, eli, of.asha.id].map((studentId = "") => missing.get(studentId))).toEqual([0, 2, 2, 0]);
  await of.office.reportCards.issue({ id });
  await doJobs();
  const cards = await of.office.reportCards.cards({ studentId: bela });
  expect(cards.map(({ content }) => content)).toMatchObject([{ columns: [], rows: [], overall: null }]);
});

it("the file of a card can be read by the class teacher whose sheet has the student", async () => {
  const { enrolments, reportCards } = of.office;
  const id = await cardsUntil();
  await db().enrolment.updateMany({ data: { section: null } });
  await reportCards.issue({ id });
  await doJobs();
  const { rows } = await sheetOf(id);
  const file = { id: rows.find(({ studentId }) => studentId === of.asha.id)?.card?._id ?? "" };
  const teacherOf = async (section: string) =>
    callerOf((await createStaff({ role: "teacher", className: 7, section })).token);
  const teachers = [await teacherOf("A"), await teacherOf("B")];
  const reads = (teacher: Caller) =>
    teacher.reportCards.file(file).then(
      () => true,
      () => false,
    );
  const readers = () => Promise.all(teachers.map(reads));
  expect(await readers()).toEqual([false, false]);
  for (const section of ["A", "B"]) {
    const enrolment = await db().enrolment.findFirstOrThrow({ where: { studentId: of.asha.id } });
    await enrolments.change({ id: enrolment.id, section });
    expect(await readers()).toEqual([section === "A", section === "B"]);
  }
});

it("report cards of the highest class are listed, however many the lower classes have", async () => {
  const { schoolYearId } = await db().reportCardSet.findFirstOrThrow();
  const set = { schoolYearId, title: "Term 1", lastDay: new Date("2026-10-31") };
  await db().reportCardSet.createMany({
    data: [...Array.from({ length: 600 }, () => ({ ...set, className: 1 })), { ...set, className: 12, section: "A" }],
  });
  const teacher = await callerOf((await createStaff({ role: "teacher", className: 12, section: "A" })).token);
  expect((await teacher.reportCards.list({})).items).toMatchObject([{ className: "12", section: "A" }]);
  expect((await of.office.reportCards.list({})).items).toHaveLength(602);
});

it("a set says where the squares of its cards lead, and whether only this computer can open that", async () => {
  const verify = async () => (await sheetOf(await cardsUntil())).verify;
  expect(await verify()).toEqual({ address: "localhost:3000/verify", isLocal: true });
  onTestFinished(changeSettings({ APP_URL: "https://school.example" }));
  expect(await verify()).toEqual({ address: "school.example/verify", isLocal: false });
});

it("a class teacher's list counts the students and cards of their own section, as the sheet does", async () => {
  const id = await cardsUntil();
  await of.office.reportCards.issue({ id });
  await doJobs();
  const [a, b] = await Promise.all(
    ["A", "B"].map(async (section) => callerOf((await createStaff({ role: "teacher", className: 7, section })).token)),
  );
  const counts = async (caller = of.office) => {
    const [set] = (await caller.reportCards.list({})).items.filter(({ _id }) => _id === id);
    const { rows } = await caller.reportCards.get({ id });
    expect([set?.students, set?.issued]).toEqual([
      rows.length,
      rows.filter(({ standing }) => /^(issued|changed)$/.test(standing)).length,
    ]);
    return [set?.students, set?.issued];
  };
  expect([await counts(), await counts(a), await counts(b)]).toEqual([
    [2, 2],
    [2, 2],
    [0, 0],
  ]);
  await of.office.enrolments.move({ studentId: of.dev, className: 7, section: "B", day: "2026-10-01" });
  expect([await counts(), await counts(a), await counts(b)]).toEqual([
    [2, 2],
    [1, 1],
    [1, 1],
  ]);
});

it("a class teacher's sheet reads only their own section, and saving reads no marks", async () => {
  const id = await cardsUntil();
  await of.office.enrolments.move({ studentId: of.dev, className: 7, section: "B", day: "2026-10-01" });
  const { token } = await createStaff({ role: "teacher", className: 7, section: "B" });
  const { reportCards } = await callerOf(token);
  const { result: sheet, statements } = await statementsOf(() => reportCards.get({ id }));
  expect(sheet.rows.map(({ studentId, percent }) => [studentId, percent])).toEqual([[of.dev, "73.8%"]]);
  const about = /current_results|subject_exemptions|"report_card_entries"|"report_cards"/;
  const reads = statements.filter((text) => about.test(text) && !text.includes("report_card_sets t"));
  expect(reads.length).toBeGreaterThan(3);
  for (const text of reads) expect(text).toMatch(/student_id"? (= any|IN|=) ?\(?/i);
  const entry = {
    studentId: of.dev,
    daysPresent: null,
    remarkTeacher: "Steady.",
    remarkHead: null,
    lines: [],
    seen: 0,
  };
  const other = { ...entry, studentId: of.asha.id };
  const saved = await statementsOf(() => reportCards.saveEntries({ id, entries: [entry, other] }));
  expect(saved.result).toMatchObject({ saved: [{ studentId: of.dev }], refused: [{ studentId: of.asha.id }] });
  expect(saved.statements.filter((text) => text.includes("current_results"))).toEqual([]);
  for (const { studentId } of sheet.rows)
    await of.office.enrolments.move({ studentId, className: 7, section: "A", day: "2026-10-02" });
  expect(await reportCards.get({ id })).toMatchObject({ rows: [], emptyOn: null });
});

const listed = async (id: string) => (await of.office.reportCards.list({})).items.find(({ _id }) => _id === id);
