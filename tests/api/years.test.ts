import { beforeEach, describe, expect, it } from "vitest";
import { seasonAt } from "@/features/settings/data";
import { currentYear } from "@/features/years/data";
import { copy } from "@/features/years/messages";
import { db, pool } from "@/server/db/client";
import { callerOf, createStudent, refusalOf, submission, tokenFor } from "../factories";
import { inDays } from "../harness/days";
import { asha, listImporter } from "../harness/list-import";
import { officeOfEachTest } from "../harness/office";

const admin = officeOfEachTest();

const past = { label: "2025-26", firstDay: "2025-06-09", lastDay: "2026-04-30" };
const present = { label: "2026-27", firstDay: "2026-06-08", lastDay: "2027-04-30" };
const [first, second] = [
  { label: "First", firstDay: inDays(60), lastDay: inDays(300) },
  { label: "Second", firstDay: inDays(310), lastDay: inDays(600) },
];
const events = async () =>
  (await db().auditEvent.findMany({ orderBy: { id: "asc" } })).map(({ action, detail }) => [action, detail]);

describe("school years", () => {
  it("are closed to visitors and students", async () => {
    for (const caller of [await callerOf(null), await callerOf(await tokenFor(await createStudent()))]) {
      expect((await refusalOf(caller.years.list())).code).toMatch(/^(UNAUTHORIZED|FORBIDDEN)$/);
      expect((await refusalOf(caller.years.add(past))).code).toMatch(/^(UNAUTHORIZED|FORBIDDEN)$/);
    }
    expect(await db().schoolYear.count()).toBe(0);
  });

  it("are added, changed and deleted, and the trail says which", async () => {
    const { _id } = await admin.years.add(past);
    await admin.years.add(present);
    expect((await admin.years.list()).years).toMatchObject([present, past]);
    await admin.years.edit({ id: _id, ...past, lastDay: "2026-05-02" });
    expect((await admin.years.list()).years[1]).toEqual({ _id, ...past, lastDay: "2026-05-02" });
    await admin.years.remove({ id: _id });
    expect((await admin.years.list()).years).toMatchObject([present]);
    expect(await events()).toEqual([
      ["year-added", { year: "2025-26" }],
      ["year-added", { year: "2026-27" }],
      ["year-changed", { year: "2025-26", before: "2025-06-09 to 2026-04-30" }],
      ["year-removed", { year: "2025-26" }],
    ]);
  });

  it("are changed only as seen: a colleague's first day is not overwritten, and a repeat after a lost answer changes nothing", async () => {
    const { _id: id } = await admin.years.add(present);
    const later = { ...present, firstDay: "2026-06-15" };
    for (const _ of [1, 2]) await admin.years.edit({ id, was: present, ...later });
    const renamed = { ...present, label: "2026-27 (new)" };
    expect(await refusalOf(admin.years.edit({ id, was: present, ...renamed }))).toEqual({
      code: "CONFLICT",
      message: copy.changedMeanwhile,
    });
    expect((await admin.years.list()).years).toEqual([{ _id: id, ...later }]);
  });

  it.each([
    [{ firstDay: "2026-04-30" }, "firstDay", copy.overlaps("2025-26", "9 Jun 2025", "30 Apr 2026")],
    [
      { firstDay: "2025-01-01", lastDay: "2025-06-09" },
      "lastDay",
      copy.overlaps("2025-26", "9 Jun 2025", "30 Apr 2026"),
    ],
    [
      { firstDay: "2025-01-01", lastDay: "2026-05-31" },
      "lastDay",
      copy.overlaps("2025-26", "9 Jun 2025", "30 Apr 2026"),
    ],
    [{ label: "2025-26" }, "label", copy.labelTaken],
    [{ lastDay: "2026-06-08" }, "lastDay", copy.endsTooEarly],
    [{ lastDay: "2027-12-08" }, "lastDay", copy.tooLong],
    [{ label: " " }, "label", "Name is required."],
    [{ firstDay: "2026-02-30" }, "firstDay", "First day must be a date like 2026-11-20."],
  ])("a year with %j is refused at its field, in words", async (more, field, message) => {
    await admin.years.add(past);
    const refusal = await refusalOf(admin.years.add({ ...present, ...more }));
    expect(refusal.issues).toEqual([{ path: [field], message }]);
    expect(await db().schoolYear.count()).toBe(1);
  });

  it("if two that overlap are added at the same time, one is refused in words", async () => {
    const added = await Promise.allSettled([admin.years.add(present), admin.years.add({ ...present, label: "2026" })]);
    expect(added.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await db().schoolYear.count()).toBe(1);
  });

  it("a year that something refers to cannot be deleted; one that is gone is reported as gone", async () => {
    const { _id } = await admin.years.add(present);
    await pool().query("create table of_a_year (year_id uuid references school_years)");
    try {
      await pool().query("insert into of_a_year values ($1)", [_id]);
      expect(await refusalOf(admin.years.remove({ id: _id }))).toMatchObject({ code: "CONFLICT", message: copy.inUse });
      await pool().query("delete from of_a_year");
      await admin.years.remove({ id: _id });
    } finally {
      await pool().query("drop table of_a_year");
    }
    const gone = { code: "NOT_FOUND", message: copy.notFound };
    expect(await refusalOf(admin.years.remove({ id: _id }))).toMatchObject(gone);
    expect(await refusalOf(admin.years.edit({ id: _id, ...present }))).toMatchObject(gone);
  });
});

describe("a year that is in use", () => {
  const following = { label: "2027-28", firstDay: "2027-05-01", lastDay: "2028-04-30" };
  const refusal = {
    code: "CONFLICT",
    issues: [{ path: ["firstDay"], message: copy.daysInUse }],
  };
  const exam = { className: 7, sections: [], examName: "Quiz", totalMarks: 80, subjects: ["Biology"] };

  it("cannot be turned into another one: exams and classes of last year stay in it, but its days can be corrected", async () => {
    const { _id: id } = await admin.years.add(present);
    const [made] = await admin.exams.addMany({ ...exam, examDate: "2026-11-20" });
    expect(await refusalOf(admin.years.edit({ id, ...following }))).toMatchObject(refusal);
    expect(await refusalOf(admin.years.edit({ id, ...past }))).toMatchObject(refusal);
    await admin.years.edit({ id, ...present, lastDay: "2027-05-31" });
    await admin.exams.remove({ id: made?._id ?? "" });
    const { _id: studentId } = await admin.students.add({ name: "Asha Rao", className: 7, fromDay: present.firstDay });
    const moved = { ...following, firstDay: "2027-06-01" };
    expect(await refusalOf(admin.years.edit({ id, ...moved }))).toMatchObject(refusal);
    await db().enrolment.updateMany({
      where: { studentId },
      data: { toDay: new Date(present.firstDay), endReason: "mistake" },
    });
    expect(await admin.years.edit({ id, ...moved })).toMatchObject(moved);
  });
});

it("the words about a deletion name everything that keeps a year, and what is deleted with it", async () => {
  const { rows } = await pool().query<{ of: string; keeps: boolean }>(
    `select conrelid::regclass::text as of, confdeltype in ('r', 'a') as keeps from pg_constraint
      where confrelid = 'school_years'::regclass and contype = 'f' order by 1`,
  );
  const words = { enrolments: "enrolments", exams: "exams", intakes: "intakes", report_card_sets: "report cards" };
  expect(rows).toEqual([
    ...Object.keys(words).map((of) => ({ of, keeps: true })),
    { of: "subject_exemptions", keeps: false },
  ]);
  for (const word of Object.values(words)) expect(copy.inUse).toContain(word);
  expect(copy.removeHint).toContain("who does not take a subject");
});

describe("a year of the next intake", () => {
  it("cannot be deleted, and the refusal does not claim that it has students", async () => {
    const { _id: schoolYearId } = await admin.years.add(present);
    const intake = { schoolYearId, className: 7, opensOn: new Date("2026-11-01"), closesOn: new Date("2026-11-30") };
    const { id } = await db().intake.create({ data: intake });
    const message = "This year has enrolments, exams, report cards or intakes, so it cannot be deleted.";
    expect(await refusalOf(admin.years.remove({ id: schoolYearId }))).toMatchObject({ code: "CONFLICT", message });
    await db().intake.delete({ where: { id } });
    await admin.years.remove({ id: schoolYearId });
    expect(await db().schoolYear.count()).toBe(0);
  });
});

describe("the current school year", () => {
  it("is the one of the institute's own day, which begins before midnight in UTC", async () => {
    await admin.years.add({ ...past, lastDay: "2026-06-07" });
    await admin.years.add(present);
    expect((await currentYear(new Date("2026-06-07T18:29:59Z")))?.label).toBe("2025-26");
    expect((await currentYear(new Date("2026-06-07T18:30:00Z")))?.label).toBe("2026-27");
  });

  it("does not exist before the office has entered one", async () => {
    expect(await currentYear()).toBeNull();
    expect(await admin.years.list()).toEqual({ years: [], currentId: null });
  });

  describe("before the first one begins", () => {
    let year: string;
    beforeEach(async () => {
      await admin.years.add(second);
      year = (await admin.years.add(first))._id;
    });

    it("is the first year, also for the season and the exams", async () => {
      expect((await admin.years.list()).currentId).toBe(year);
      expect(await seasonAt(new Date())).toBe("First");
      const exam = { className: 7, sections: [], examName: "Quiz", totalMarks: 80, subjects: ["Biology"] };
      await admin.exams.addMany(exam);
      expect(await admin.exams.list({})).toMatchObject({
        total: 1,
        years: [{ label: "Second" }, { label: "First" }],
      });
      expect(await admin.exams.yearStatistics({})).toMatchObject({ year: { _id: year } });
      expect(await admin.intakes.list({})).toMatchObject({ year });
    });

    it("is not the season for applications that came long before it", async () => {
      const { id } = await submission({ selectedClass: 7, createdAt: new Date(inDays(-365)) });
      const intake = { className: 7, seats: 30, opensOn: inDays(30), closesOn: inDays(50) };
      await admin.intakes.save({ year, intakes: [intake] });
      expect(await db().submission.findUniqueOrThrow({ where: { id } })).toMatchObject({ intakeId: null });
    });

    it("takes no account into a class by an earlier result: the office confirms the class", async () => {
      const { email } = await createStudent({ name: "Ravi Das", isKnown: false, onRoster: false });
      expect(await admin.students.who({ identifier: email ?? "" })).toMatchObject({ takesClass: false });
      const result = { studentEmail: email ?? "", className: 7, score: 45, totalMarks: 50 };
      expect(await admin.results.add({ results: [result] })).toMatchObject([{ joinedRoster: true, joinedClass: null }]);
      const { items } = await admin.students.list({ state: "proposed" });
      expect(items).toMatchObject([{ name: "Ravi Das", className: null, proposedClass: "7" }]);
    });

    it("takes students from its first day on, one by one, from a list, by a proposed class and by promotion", async () => {
      const nila = { name: "Nila Sen", className: 7 };
      expect((await refusalOf(admin.students.add({ ...nila, fromDay: inDays(59) }))).issues).toMatchObject([
        { path: ["fromDay"], message: expect.stringContaining("The school year First begins on") },
      ]);
      await admin.students.add(nila);
      await admin.students.add({ name: "Next", className: 7, fromDay: second.firstDay });
      const { _id: id, fromDay } = await listImporter(() => admin).check([asha]);
      expect(fromDay).toBe(first.firstDay);
      await admin.imports.carryOut({ id });
      const { _id: studentId } = await admin.students.add({ name: "Zoya Khan" });
      expect(await admin.enrolments.confirmProposed({ students: [{ studentId, className: 7 }] })).toMatchObject({
        done: 1,
        firstDay: first.firstDay,
      });
      const listed = await admin.students.list({ class: 7 });
      expect([listed.year?.label, listed.items.map(({ name, className }) => [name, className])]).toEqual([
        "First",
        [
          ["Asha Rao", "7"],
          ["Nila Sen", "7"],
          ["Zoya Khan", "7"],
        ],
      ]);
      expect((await admin.students.get({ id: studentId })).enrolments).toMatchObject([{ fromDay: first.firstDay }]);
      const [toYear = ""] = (await admin.years.list()).years.map(({ _id }) => _id);
      const promotion = { fromYear: year, toYear, className: 7 };
      expect((await admin.enrolments.previewPromotion(promotion)).rows).toHaveLength(3);
    });
  });
});
