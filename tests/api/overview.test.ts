import { beforeEach, describe, expect, it } from "vitest";
import { askedOf as examsAt } from "@/features/exams/rules";
import { db, transaction } from "@/server/db/client";
import { eraseRows } from "@/server/privacy/erasure";
import {
  type Caller,
  callerOf,
  createAdmin,
  createStaff,
  createStudent,
  material,
  refusalOf,
  schedule,
  schoolYear,
  submission,
  tokenFor,
} from "../factories";
import { resetDatabase } from "../harness/database";
import { shifted, shiftedLabel } from "../harness/days";
import { scored } from "../harness/exams";
import { toClass7A } from "../harness/notices";
import { day, desk, expectEqual, inDays, kinds, listed, shown } from "../harness/overview";
import { publishFacts } from "../harness/pictures";
import { withSettings } from "../harness/settings";

withSettings({ SMTP_URL: "" });
beforeEach(resetDatabase);

const steps = (isDone: boolean, ...named: string[]) => named.map((step) => ({ step, isDone }));
const [todo, done] = [steps.bind(null, false), steps.bind(null, true)];

describe("the overview", () => {
  it("is closed to families and visitors, and shows nothing waiting if nothing is", async () => {
    expect(await refusalOf((await callerOf(null)).overview.get())).toMatchObject({ code: "UNAUTHORIZED" });
    const office = await callerOf((await createStaff({ role: "office" })).token);
    expect(await office.overview.get()).toEqual({
      waiting: [],
      planned: [],
      week: [],
      hasMore: false,
      firstSteps: todo("students", "invite", "notice"),
      backup: null,
    });
  });

  it("shows the first steps, and which of them are done, until somebody is invited", async () => {
    const [admin, office, teacher] = [
      await callerOf(await tokenFor(await createAdmin())),
      await callerOf((await createStaff({ role: "office" })).token),
      await callerOf((await createStaff({ role: "teacher", className: 7 })).token),
    ];
    const stepsOf = async (caller: Caller) => (await caller.overview.get()).firstSteps;
    expect(await stepsOf(admin)).toEqual(todo("facts", "students", "invite", "notice"));
    const { _id: personId } = await office.students.add({ name: "Asha Rao", admissionNo: "KV-7" });
    await publishFacts(admin, { phone: "+91 20 4000 1000" });
    const { _id: id, rowVersion } = await office.notices.add(toClass7A);
    expect(await stepsOf(admin)).toEqual([...done("facts", "students"), ...todo("invite", "notice")]);
    await office.notices.publish({ id, rowVersion });
    expect(await stepsOf(office)).toEqual([...done("students"), ...todo("invite"), ...done("notice")]);
    expect(await stepsOf(teacher)).toEqual([]);
    const mother = await db().user.create({
      data: { name: "Meera", guardianOf: { create: { studentId: personId, relation: "mother", origin: "office" } } },
    });
    const invitations = [
      () => office.codes.make({ personId: mother.id, purpose: "join" }),
      () => office.codes.make({ personId, purpose: "join" }),
      () => office.codes.makeLink({ studentId: personId, name: "Arun Rao", relation: "father" }),
    ];
    const [made, ended] = [new Date(Date.now() - 31 * day), new Date(Date.now() - day)];
    for (const invite of invitations) {
      await invite();
      expect(await stepsOf(admin)).toEqual([]);
      // A person counts as invited even if they did not come in time.
      await db().accessCode.updateMany({ data: { createdAt: made, expiresAt: ended } });
      expect(await stepsOf(admin)).toEqual([]);
      await db().accessCode.deleteMany();
      expect(await stepsOf(admin)).toHaveLength(4);
    }
  });

  it("shows everyone the numbers of the lists they may open", { timeout: 60_000 }, async () => {
    const { admin, office, teacher, other, writes } = await desk();
    for (const write of writes) await write();
    const all = await expectEqual(admin);
    expect(Object.keys(all).sort()).toEqual(kinds.filter((kind) => kind !== "applications").sort());
    // Requests for erasure are for the administrator only.
    const { erasures, ...others } = all;
    expect(erasures).toBe(1);
    expect(await expectEqual(office)).toEqual(others);
    expect(await expectEqual(teacher)).toEqual({ marks: 1, tests: 1, releases: 1, notices: 1, heldNotices: 2 });
    expect(await expectEqual(other)).toEqual({ tests: 1 });
  });

  it("says since when the oldest item has waited, if that is known", { timeout: 60_000 }, async () => {
    const { admin, office, other, writes } = await desk();
    for (const write of writes) await write();
    const sinceOf = async (caller: Caller) =>
      Object.fromEntries(
        (await caller.overview.get()).waiting.flatMap(({ kind, since }) => (since === null ? [] : [[kind, since]])),
      );
    const tests = inDays(-3);
    expect(await sinceOf(office)).toEqual({ overdue: inDays(-2), messages: inDays(0), marks: inDays(-1), tests });
    expect(await sinceOf(other)).toEqual({ tests });
    expect(await sinceOf(admin)).toMatchObject({ tests, erasures: inDays(0) });
  });

  it("does not count a draft with all marks as lacking marks, nor a test with an exam, nor an answered application", async () => {
    const { office, full } = await desk();
    const before = await shown(office);
    await full();
    const test = await schedule({ testDate: new Date(inDays(-3)), className: 7, subject: "Biology" });
    const given = { className: 7, sections: [], subjects: ["Biology"], examName: "Of a test", totalMarks: 80 };
    await office.exams.addMany({ ...given, examDate: inDays(5), scheduleId: test.id });
    await submission({ answerDue: new Date(Date.now() - day), answeredAt: new Date() });
    expect(await shown(office)).toEqual({ ...before, ready: 1 });
  });

  it("shows numbers that equal their lists while somebody writes", { timeout: 120_000 }, async () => {
    const { admin, office, teacher, writes } = await desk();
    let isOver = false;
    const writer = (async () => {
      for (let round = 0; round < 3; round++) for (const write of writes) await write();
      isOver = true;
    })();
    let looks = 0;
    // Everything that is written only adds: a number lies between the rows before it and those after it.
    while (!isOver) {
      for (const caller of [admin, office, teacher]) {
        const before = await listed(caller);
        const lines = await shown(caller);
        const after = await listed(caller);
        for (const kind of kinds.filter((one) => one !== "overdue" && one !== "applications")) {
          expect(lines[kind] ?? 0, kind).toBeGreaterThanOrEqual(before[kind] ?? 0);
          expect(lines[kind] ?? 0, kind).toBeLessThanOrEqual(after[kind] ?? 0);
        }
        looks++;
      }
    }
    await writer;
    expect(looks).toBeGreaterThan(1);
    for (const caller of [admin, office, teacher]) await expectEqual(caller);
  });

  it("lists tests, closed days, planned notices and releases of the next seven days, as far as the person may see them", async () => {
    const { admin, teacher, other, planned } = await desk();
    await schedule({ testDate: new Date(inDays(1)), className: 7, subject: "Biology" });
    await schedule({ testDate: new Date(inDays(1)), className: 9, subject: "Hindi" });
    await schedule({ testDate: new Date(inDays(2)), className: 7, state: "cancelled", reason: "ill" });
    await schedule({ testDate: new Date(inDays(7)), className: 7, subject: "Later" });
    await db().closedDay.create({
      data: { firstDay: new Date(inDays(3)), lastDay: new Date(inDays(4)), name: "Diwali", kind: "closed" },
    });
    await planned();
    const titles = async (caller: Caller) =>
      (await caller.overview.get()).week.map(({ title }) => title.replace(/Unit Test \d+/, "UT"));
    expect(await titles(admin)).toEqual(["Biology test", "Hindi test", "Release: Biology, UT", "Closed: Diwali"]);
    expect(await titles(teacher)).toEqual(["Biology test", "Release: Biology, UT", "Closed: Diwali"]);
    expect(await titles(other)).toEqual(["Hindi test", "Closed: Diwali"]);
    const links = async (caller: Caller) => (await caller.overview.get()).week.map(({ href }) => href);
    expect([await links(other), (await links(admin)).at(-1)]).toEqual([[null, null], "/admin/closed-days"]);
  });

  it("lists a teacher's own tests however many other classes have", async () => {
    const { admin, teacher } = await desk();
    const of = (className: number, days: number) =>
      ({ className, subject: "Biology", testDate: new Date(inDays(days)), testTime: "00:00" }) as const;
    const others = Array.from({ length: 1001 }, (_, index) => [of(9, -1), ...(index < 301 ? [of(9, 0)] : [])]);
    await db().testSchedule.createMany({ data: [...others.flat(), of(7, 1), of(7, -2)] });
    const { week, waiting } = await teacher.overview.get();
    expect([week.map(({ of: place }) => place), waiting]).toMatchObject([["Class 7"], [{ kind: "tests", count: 1 }]]);
    expect((await shown(admin)).tests).toBe(1002);
  });
});

it("what a restore has held back waits for a decision, and is neither planned nor in the next seven days", async () => {
  const { admin, office, teacher, planned, notice, heldRelease, heldNotice } = await desk();
  for (const write of [planned, notice, heldRelease]) await write();
  for (const state of ["scheduled", "published"] as const) await heldNotice(state);
  // This notice only just fell due: the sweep publishes it within the minute.
  const due = await admin.notices.add({ ...toClass7A, title: "due" });
  const yesterday = new Date(Date.now() - day);
  await db().notice.update({ where: { id: due._id }, data: { state: "scheduled", publishAt: yesterday } });
  const expected = { releases: 1, notices: 2, heldNotices: 2 };
  expect(await expectEqual(office)).toEqual({ ...expected, heldReleases: 1, consents: 2 });
  expect(await expectEqual(teacher)).toEqual(expected);
  const week = (await office.overview.get()).week.map(({ kind, day: on }) => [kind, on]);
  expect(week).toEqual([
    ["release", inDays(2)],
    ["notice", inDays(3)],
  ]);
  const { items, counts } = await office.notices.list({ state: "held" });
  expect(items.map(({ title }) => title).sort()).toEqual(["held published", "held scheduled"]);
  expect(counts).toEqual({ all: 4, draft: 0, scheduled: 2, published: 1, withdrawn: 0, held: 2 });
});

it("a planned release that a change has cancelled waits for those who may release, until it is planned again", async () => {
  const { office, teacher, planned, asha, dev } = await desk();
  const id = await planned();
  await office.exams.saveCells({ id, cells: [{ studentId: dev, mark: scored(50), remark: null, seen: 0 }] });
  expect(await expectEqual(office)).toMatchObject({ cameBack: 1 });
  expect(await expectEqual(teacher)).toEqual({});
  const { digest } = await office.exams.preview({ id });
  await office.exams.plan({ id, digest, date: inDays(2), time: "18:00" });
  expect((await expectEqual(office)).cameBack).toBeUndefined();
  await transaction((tx) => eraseRows(tx, { users: [asha] }));
  expect(await expectEqual(office)).toMatchObject({ cameBack: 1 });
  expect((await office.exams.events({ id }))[0]).toMatchObject({ kind: "unscheduled", why: "changed" });
  expect(await office.exams.preview({ id })).toMatchObject({ results: 1, before: { results: 2 } });
});

it("a scheduled exam with a missing mark also counts, and the list says what it lacks", async () => {
  const { admin, office, teacher, asha, dev, examWith } = await desk();
  const id = await examWith([[asha, scored(50)]], { examDate: inDays(-1) });
  const plan = async () => {
    const { digest } = await admin.exams.preview({ id });
    await admin.exams.plan({ id, digest, date: inDays(2), time: "18:00" });
  };
  await plan();
  for (const caller of [office, teacher]) expect(await expectEqual(caller)).toMatchObject({ marks: 1, releases: 1 });
  await office.exams.saveCells({ id, cells: [{ studentId: dev, mark: scored(50), remark: null, seen: 0 }] });
  await plan();
  for (const caller of [office, teacher]) expect((await expectEqual(caller)).marks).toBeUndefined();
});

it("what was not released is still shown when the next year begins, to those who may release it", async () => {
  const { office, teacher, planned, heldRelease, cameBack, examWith, asha } = await desk();
  for (const write of [planned, heldRelease, cameBack]) await write();
  // Dev has no mark.
  await examWith([[asha, scored(50)]], { examDate: inDays(-1) });
  const waiting = { marks: 1, releases: 1, heldReleases: 1, cameBack: 1 };
  expect(await expectEqual(office)).toMatchObject(waiting);
  const becomeOf = async (begins: number) => {
    const { id } = await schoolYear(begins, shifted);
    await db().$executeRaw`update enrolments set school_year_id = ${id}::uuid, from_day = from_day - interval '1 year'`;
    await db().$executeRaw`update exams set school_year_id = ${id}::uuid, exam_date = exam_date - interval '1 year'`;
  };
  await becomeOf(2025);
  // The other exams are past their day as well, and Dev has no mark in them either.
  expect(await expectEqual(office)).toMatchObject({ ...waiting, marks: 4 });
  expect(await expectEqual(teacher)).toEqual({});
  const { items } = await office.exams.list(examsAt({ state: "cameBack" }));
  expect(items).toMatchObject([{ year: { label: shiftedLabel(2025) } }]);
  expect((await office.exams.list({})).total).toBe(0);
  // The others no longer wait for marks: theirs are counted for a year.
  await becomeOf(2024);
  const { marks, ...others } = await expectEqual(office);
  expect(marks).toBeUndefined();
  expect(others).toMatchObject({ releases: 1, heldReleases: 1, cameBack: 1 });
});

describe("the search over everything", () => {
  it("finds students, exams, materials and applications by parts of words, as far as the person may open them", async () => {
    const { admin, office, teacher, other, asha, examWith } = await desk();
    await examWith([[asha, scored(40)]], { subjects: ["Biology"], examName: "Rao memorial test" });
    await material({ materialName: "The rao notes" });
    await submission({ name: "Mira Rao" });
    const kindsOf = async (caller: Caller, search: string) =>
      (await caller.overview.find({ search })).map(({ kind }) => kind);
    expect(await kindsOf(admin, "rao")).toEqual(["students", "exams", "materials", "applications"]);
    expect(await kindsOf(office, "rao")).toEqual(["students", "exams", "materials", "applications"]);
    expect(await kindsOf(teacher, "rao")).toEqual(["students", "exams", "materials"]);
    // Only students whom the teacher teaches, by what their list shows.
    await createStudent({ name: "Meena Rao", email: "meena@example.org" });
    const ofTeacher = async (search: string) => (await teacher.overview.find({ search }))[0];
    expect(await ofTeacher("RA ash")).toMatchObject({
      items: [{ label: "Asha Rao", href: `/admin/students/${asha}` }],
    });
    expect((await ofTeacher("rao"))?.items).toHaveLength(1);
    expect(await ofTeacher("example")).toBeUndefined();
    expect(await kindsOf(other, "rao")).toEqual(["materials"]);
    const reads = await db().auditEvent.findMany({ where: { action: "submissions-read" } });
    expect(reads.map(({ detail }) => detail)).toEqual([{ count: 1 }, { count: 1 }]);
    const [students, exams] = await Promise.all(
      ["ra ash", "bio CLASS mem"].map((search) => admin.overview.find({ search })),
    );
    expect(students).toMatchObject([
      { kind: "students", items: [{ label: "Asha Rao", href: `/admin/students/${asha}` }] },
    ]);
    expect(exams).toMatchObject([{ kind: "exams", items: [{ label: "Biology, Rao memorial test", hint: "Class 7" }] }]);
    expect(await admin.overview.find({ search: "100%" })).toEqual([]);
    await examWith([[asha, scored(40)]], { subjects: ["Biology"], examName: "İlk sınav" });
    for (const search of ["ilk", "İLK", "i\u200clk"]) expect(await kindsOf(admin, search), search).toEqual(["exams"]);
    const setting = { kind: "settings", items: [{ label: "Working days", href: "/admin/settings#days" }] };
    expect(await admin.overview.find({ search: "work DAYS" })).toMatchObject([setting]);
    expect((await admin.overview.find({ search: "settings" })).at(-1)?.items.length).toBe(6);
    expect(await office.overview.find({ search: "working days" })).toEqual([]);
  });

  it("is closed to families, and needs a word", async () => {
    const student = await callerOf(await tokenFor(await createStudent()));
    expect(await refusalOf(student.overview.find({ search: "rao" }))).toMatchObject({ code: "FORBIDDEN" });
    const office = await callerOf((await createStaff({ role: "office" })).token);
    expect(await refusalOf(office.overview.find({ search: " " }))).toMatchObject({ code: "BAD_REQUEST" });
  });
});
