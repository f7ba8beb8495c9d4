import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { copy as exams } from "@/features/exams/messages";
import { takeBackRelease } from "@/features/exams/mutations-takeback";
import { refusals } from "@/features/results/messages-refusals";
import { emailDelay } from "@/lib/email-delay";
import { db } from "@/server/db/client";
import { reapplyEndings } from "@/server/privacy/ended";
import { callerOf, createStaff, principalFor, refusalOf, usualPassword } from "../factories";
import { resetDatabase } from "../harness/database";
import { absent, excused, scored } from "../harness/exams";
import { classOfTwo, letters } from "../harness/releases";
import { withoutIds } from "../harness/without-ids";

const reason = "Question 5 was marked again";

let world: Awaited<ReturnType<typeof classOfTwo>>;
let examId: string;
/** Asha's result: 61 of 80, with a remark; nobody has read it, and its email left long ago. */
let id: string;

beforeEach(async () => {
  await resetDatabase();
  world = await classOfTwo();
  const { asha, dev, examWith, release, child } = world;
  examId = await examWith([
    [asha.id, scored(61), "Well done"],
    [dev, scored(40)],
  ]);
  await release(examId);
  id = (await child.results.mine())[0]?._id ?? "";
  await db().mail.deleteMany();
});
afterEach(() => vi.useRealTimers());

const correct = async (score = 64, of = id) => (await world.office.results.correct({ id: of, score, reason }))._id;
const takeBack = (...ids: string[]) => world.office.results.takeBack({ ids });
/** What the family, its guardian, the class and the office read of Asha's results. */
async function read() {
  const { child, parent, ofAsha, office, asha } = world;
  const { results, events } = await child.account.exportData({ password: usualPassword });
  return {
    mine: [await child.results.mine(), await parent.results.mine(ofAsha())],
    unread: [await child.results.unread(), await parent.results.unread(ofAsha())],
    page: await office.results.of({ email: asha.email }),
    history: (await office.students.get({ id: asha.id })).results,
    sheet: (await office.exams.get({ id: examId })).rows,
    list: (await office.exams.list({})).items,
    stored: await db().examFigures.findMany(),
    figures: (await office.exams.statistics({ id: examId })).figures,
    events: await office.exams.events({ id: examId }),
    export: [results, events.filter(({ action }) => action !== "data-exported")],
  };
}
const tooEarly = async () => [
  await world.child.results.withdrawn(),
  await world.parent.results.withdrawn(world.ofAsha()),
];

it("a correction that is taken back leaves everything as it was, tells nobody, and is unseen by families that did not open it", async () => {
  const before = await read();
  const wrong = await correct();
  expect((await read()).figures).toMatchObject({ average: 52 });
  expect(await read()).not.toEqual(before);
  await takeBack(wrong);
  expect(await read()).toEqual(before);
  expect(before.mine).toMatchObject([[{ score: 61, remark: "Well done", isNew: true }], [{ isNew: true }]]);
  expect(await tooEarly()).toEqual([[], []]);
  expect(await letters()).toEqual([null, null]);
  const event = await db().auditEvent.findFirstOrThrow({ where: { action: "correction-taken-back" } });
  expect(event).toMatchObject({ subjectId: world.asha.id });
  expect(withoutIds(event.detail)).not.toMatch(/6[14]|Question/);
});

it.each(["student", "guardian"])(
  "a family whose %s has opened the correction reads one line, until the result is corrected again",
  async (who) => {
    const { child, parent, ofAsha, office, asha } = world;
    const wrong = await correct();
    const whose = who === "student" ? {} : ofAsha();
    const opens = who === "student" ? child : parent;
    expect(await opens.results.mine(whose)).toMatchObject([{ isNew: false, isUnseen: true }]);
    await opens.results.markRead({ ids: [wrong], ...whose });
    expect(await opens.results.mine(whose)).toMatchObject([{ isNew: false, isUnseen: false }]);
    await takeBack(wrong);
    for (const found of await tooEarly()) {
      expect(found).toMatchObject([{ _id: id, subject: "Biology", reason: null, isCorrection: true }]);
      expect(withoutIds(found)).not.toMatch(/6[14]|Question/);
    }
    expect((await office.students.get({ id: asha.id })).results).toMatchObject([{ score: 61, corrections: [] }]);
    await correct(62);
    expect(await tooEarly()).toEqual([[], []]);
  },
);

it("of two corrections, only the last can be taken back, and the family is told of the first", async () => {
  const first = await correct(64);
  const second = await correct(70, first);
  expect(await refusalOf(takeBack(first))).toMatchObject({
    code: "CONFLICT",
    message: refusals.correctedAlready(70, null, reason),
  });
  await takeBack(second);
  expect(await world.child.results.mine()).toMatchObject([{ _id: first, score: 64, corrections: [{ reason }] }]);
  const corrected = expect.objectContaining({ subject: expect.stringContaining("A corrected result") });
  expect(await letters()).toEqual([corrected, corrected]);
  await takeBack(first);
  expect(await world.child.results.mine()).toMatchObject([{ _id: id, score: 61, corrections: [] }]);
});

it("only the office takes a correction back, within ten minutes, and never a withdrawn, taken-back or first result", async () => {
  const wrong = await correct();
  const teachers = [
    await createStaff({ role: "teacher", className: 7 }),
    await createStaff({ role: "teacher", className: 8 }),
  ];
  const others = await Promise.all([null, ...teachers.map(({ token }) => token)].map(callerOf));
  for (const caller of [world.child, world.parent, world.stranger, ...others])
    expect((await refusalOf(caller.results.takeBack({ ids: [wrong] }))).code).toMatch(/UNAUTHORIZED|FORBIDDEN/);

  vi.setSystemTime(Date.now() + emailDelay + 1000);
  expect(await refusalOf(takeBack(wrong))).toMatchObject({
    code: "CONFLICT",
    message: refusals.takeBackCorrectionTooLate,
  });
  vi.useRealTimers();
  expect(await world.child.results.mine()).toMatchObject([{ score: 64 }]);

  const both = await Promise.allSettled([takeBack(wrong), takeBack(wrong)]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect((await refusalOf(takeBack(wrong))).code).toBe("NOT_FOUND");
  expect(await refusalOf(takeBack(id))).toMatchObject({ code: "CONFLICT", message: refusals.takeBackExam });
  const again = await correct();
  await world.office.results.withdraw({ id: again, reason });
  expect((await refusalOf(takeBack(again))).code).toBe("GONE");
});

it("taking back is refused once the mail has left by the database's clock, even if the clock of the process is behind", async () => {
  vi.setSystemTime(Date.now() - emailDelay - 1000);
  const wrong = await correct();
  await db().$executeRaw`update exams set tell_at = now() - interval '1 second'`;
  expect(await refusalOf(takeBack(wrong))).toMatchObject({ message: refusals.takeBackCorrectionTooLate });
  expect(await refusalOf(world.office.exams.takeBack({ id: examId }))).toMatchObject({ message: exams.told });
});

it("taking back goes by the clock that is given, so that the sample institute can have a release in the past", async () => {
  const { token } = await createStaff({ role: "office" });
  const at = new Date("2026-01-05T10:00:00Z");
  await db().$executeRaw`update results set created_at = ${at}`;
  await db().exam.update({ where: { id: examId }, data: { tellAt: new Date(at.getTime() + emailDelay) } });
  const [by, now] = [await principalFor(token), new Date(at.getTime() + emailDelay - 1000)];
  expect(await refusalOf(takeBackRelease({ id: examId }, by, now))).toMatchObject({
    code: "CONFLICT",
    message: exams.told,
  });
  await takeBackRelease({ id: examId }, by, now, async () => now);
  expect(await world.child.results.mine()).toEqual([]);
});

it("if a correction and a take-back happen at the same time, one wins, and nothing is lost", async () => {
  const first = await correct(64);
  const [taken, corrected] = await Promise.allSettled([takeBack(first), correct(70, first)]);
  expect([taken, corrected].filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const score = taken.status === "fulfilled" ? 61 : 70;
  expect(await world.child.results.mine()).toMatchObject([{ score }]);
});

it("a correction can be taken back on the student's page for ten minutes", async () => {
  const { office, asha } = world;
  const until = async () => (await office.students.get({ id: asha.id })).results[0]?.takeBackUntil;
  // A result is taken back with its release.
  expect(await until()).toBeNull();
  const { correctedAt } = await db().result.findUniqueOrThrow({ where: { id: await correct() } });
  expect(await until()).toEqual(new Date((correctedAt?.getTime() ?? 0) + emailDelay));
  vi.setSystemTime(Date.now() + emailDelay);
  expect(await until()).toBeNull();
});

it("a correction stays taken back after a restore that still has it, unless another correction was built upon it", async () => {
  const wrong = await correct();
  const row = await db().result.findUniqueOrThrow({ where: { id: wrong } });
  await takeBack(wrong);
  await db().result.create({ data: row });
  expect(await world.child.results.mine()).toMatchObject([{ score: 64 }]);
  await reapplyEndings();
  expect(await world.child.results.mine()).toMatchObject([{ score: 61, corrections: [] }]);

  await db().result.create({ data: row });
  await correct(70, wrong);
  await reapplyEndings();
  expect(await world.child.results.mine()).toMatchObject([{ score: 70 }]);
});

it("taking back a release with a correction still shows the line to a family that had opened an earlier release", async () => {
  const { child, office, dev, release } = world;
  await child.results.markRead({ ids: [id] });
  await office.exams.takeBack({ id: examId });
  await release(examId);
  expect(await tooEarly()).toEqual([[], []]);
  const [found] = (await office.students.get({ id: dev })).results;
  await correct(44, found?._id);
  await office.exams.takeBack({ id: examId });
  for (const lines of await tooEarly()) expect(lines).toMatchObject([{ subject: "Biology", reason: null }]);
});

it("a page that shows a late release does not take back the first one after the late result was withdrawn", async () => {
  const { office, child, enter, release } = world;
  const late = await office.students.add({ name: "Bela Das", className: 7, section: "A", fromDay: "2026-04-06" });
  await enter(examId, [[late._id, scored(50)]]);
  const seen = { id: examId, rowVersion: (await release(examId)).rowVersion };
  const [found] = (await office.students.get({ id: late._id })).results;
  await office.results.withdraw({ id: found?._id ?? "", reason: "The paper of another student" });
  expect(await refusalOf(office.exams.takeBack(seen))).toMatchObject({ code: "CONFLICT", message: exams.changed });
  expect(await child.results.mine()).toMatchObject([{ score: 61 }]);
});

it("the sheet counts what would become drafts: of the late release, and of the first one once the late result is withdrawn", async () => {
  const { office, enter, release } = world;
  const late = await office.students.add({ name: "Bela Das", className: 7, section: "A", fromDay: "2026-04-06" });
  const away = await office.students.add({ name: "Cyrus Roy", className: 7, section: "A", fromDay: "2026-04-06" });
  const offered = async () => (await office.exams.get({ id: examId })).takeBack;
  const first = await offered();
  expect(first).toMatchObject({ results: 2, absences: 0 });
  await correct();
  await enter(examId, [
    [late._id, scored(50)],
    [away._id, absent],
  ]);
  const { tellAt } = await release(examId);
  expect(await offered()).toMatchObject({ results: 1, absences: 1, until: tellAt });
  await office.exams.takeBack({ id: examId });
  expect(await offered()).toMatchObject({ results: 2, absences: 0, until: first?.until });

  await enter(examId, [[away._id, null]]);
  await release(examId);
  const [found] = (await office.students.get({ id: late._id })).results;
  await office.results.withdraw({ id: found?._id ?? "", reason: "The paper of another student" });
  expect(await offered()).toMatchObject({ results: 2, absences: 0, until: first?.until });
  for (const one of await db().result.findMany({
    where: { firstId: null, withdrawal: null },
    include: { successor: true },
  }))
    await office.results.withdraw({ id: one.successor?.id ?? one.id, reason: "The paper of another class" });
  expect(await offered()).toMatchObject({ results: 0, absences: 0 });
  expect(await office.exams.takeBack({ id: examId })).toMatchObject({ state: "draft" });
  expect(await offered()).toBeNull();
});

it.each(["the first", "a late"])(
  "absences of %s release that was taken back stay taken back after a restore",
  async (which) => {
    const { asha, dev, office, enter, examWith, release } = world;
    const late = await office.students.add({ name: "Bela Das", className: 7, section: "A", fromDay: "2026-04-06" });
    const exam = await examWith(
      [
        [late._id, absent],
        [dev, excused],
      ],
      "Physics",
    );
    if (which === "a late") await release(exam);
    await enter(exam, [
      [asha.id, scored(61)],
      [dev, absent],
    ]);
    await release(exam);
    const { releasedAt, tellAt } = await db().exam.findUniqueOrThrow({ where: { id: exam } });
    const absences = () => db().examAbsence.findMany({ orderBy: { studentId: "asc" } });
    const data = await absences();
    await office.exams.takeBack({ id: exam });
    const left = await absences();
    const { state } = (await office.exams.get({ id: exam })).exam;

    await db().resultWithdrawal.deleteMany();
    await db().examAbsence.deleteMany();
    await db().examAbsence.createMany({ data });
    await db().exam.update({ where: { id: exam }, data: { state: "released", releasedAt, tellAt } });
    await reapplyEndings();
    expect(await absences()).toEqual(left);
    expect(left.map(({ kind }) => kind).toSorted()).toEqual(which === "a late" ? ["absent", "excused"] : []);
    expect((await office.exams.get({ id: exam })).exam.state).toBe(state);
    expect((await office.exams.get({ id: examId })).exam.state).toBe("released");
  },
);

it("a withdrawal applies only to the version that was seen: a colleague's later release stays", async () => {
  const { office, release, child } = world;
  const { rowVersion } = (await office.exams.get({ id: examId })).exam;
  await office.exams.takeBack({ id: examId });
  await release(examId);
  const refused = await refusalOf(office.exams.withdraw({ id: examId, rowVersion, reason: "The wrong class" }));
  expect(refused).toMatchObject({ code: "CONFLICT", message: exams.changed });
  expect(await child.results.mine()).toMatchObject([{ score: 61 }]);
  const seen = { id: examId, rowVersion: rowVersion + 2 };
  expect(await office.exams.withdraw({ ...seen, reason: "The wrong class" })).toMatchObject({ state: "withdrawn" });
});
