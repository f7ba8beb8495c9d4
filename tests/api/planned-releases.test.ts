import { beforeEach, describe, expect, it } from "vitest";
import { copy as exams } from "@/features/exams/messages";
import { releaseDue } from "@/features/exams/mutations-release";
import { shownDate } from "@/lib/dates";
import { emailDelay } from "@/lib/email-delay";
import { momentHere } from "@/server/clock";
import { db, pool } from "@/server/db/client";
import { callerOf, createStaff, refusalOf } from "../factories";
import { resetDatabase } from "../harness/database";
import { inDays } from "../harness/days";
import { absent, scored } from "../harness/exams";
import { classOfTwo, letters, newsMails } from "../harness/releases";

let { office, asha, dev, child, enter, examWith, release, kinds } = {} as Awaited<ReturnType<typeof classOfTwo>>;

beforeEach(async () => {
  await resetDatabase();
  ({ office, asha, dev, child, enter, examWith, release, kinds } = await classOfTwo());
});

describe("a planned release", () => {
  const date = inDays(5);
  const at = `${date}T12:30:00.000Z`;
  const planFor = async (id: string, by = office, time = "18:00") =>
    by.exams.plan({ id, digest: (await by.exams.preview({ id })).digest, date, time });

  it("can be made by the office only, for a time to come by the institute's clock, and for what was shown", async () => {
    const id = await examWith([[asha.id, scored(61)]]);
    const { digest } = await office.exams.preview({ id });
    const given = { id, digest, date, time: "18:00" };
    expect((await refusalOf(child.exams.plan(given))).code).toBe("FORBIDDEN");
    expect((await refusalOf(office.exams.plan({ ...given, date: "2020-12-04" }))).issues?.[0]?.path).toEqual(["time"]);
    expect((await refusalOf(office.exams.plan({ ...given, date: "2036-12-04" }))).issues?.[0]?.path).toEqual(["date"]);
    expect((await refusalOf(office.exams.plan({ ...given, digest: "0".repeat(64) }))).code).toBe("CONFLICT");
    expect(await office.exams.plan(given)).toMatchObject({ state: "scheduled", releaseAt: new Date(at) });
    expect(await planFor(id, office, "19:00")).toMatchObject({ releaseAt: new Date(`${date}T13:30:00.000Z`) });
    expect(await kinds(id)).toEqual(["rescheduled", "scheduled", "created"]);
    expect(await child.results.mine()).toEqual([]);
    const { rowVersion } = (await office.exams.get({ id })).exam;
    await planFor(id, office, "20:00");
    expect((await refusalOf(office.exams.callOff({ id, rowVersion }))).message).toBe(exams.changed);
    const seen = { id, rowVersion: rowVersion + 1 };
    expect(await office.exams.callOff(seen)).toMatchObject({ state: "draft", releaseAt: null });
    expect((await refusalOf(office.exams.callOff({ id }))).code).toBe("CONFLICT");
    expect(await office.exams.preview({ id })).toMatchObject({ before: null });
  });

  it("happens in its minute, once, however many processes look and whatever the clock does", async () => {
    const id = await examWith([
      [asha.id, scored(61)],
      [dev, absent],
    ]);
    await planFor(id);
    await releaseDue(new Date(`${date}T12:29:58.000Z`));
    expect(await db().result.count()).toBe(0);
    await Promise.all(Array.from({ length: 4 }, () => releaseDue(new Date(at))));
    for (const clock of [`${date}T12:29:00Z`, `${inDays(6)}T12:30:00Z`, at]) await releaseDue(new Date(clock));
    expect(await db().result.count()).toBe(1);
    expect(await db().examAbsence.count()).toBe(1);
    expect(await newsMails()).toHaveLength(2);
    expect(await kinds(id)).toEqual(["released", "scheduled", "created"]);
    expect((await office.exams.events({ id }))[0]?.by).toBe("Administrator");
  });

  it("is one job together with all that are due at that moment, which leaves room for other jobs", async () => {
    const ids = [await examWith([[asha.id, scored(61)]]), await examWith([[asha.id, scored(70)]], "Physics")];
    for (const id of ids) await planFor(id);
    const found = "select run_at from graphile_worker.jobs where task_identifier = 'releaseDue'";
    expect((await pool().query(found)).rows).toEqual([{ run_at: new Date(at) }]);
  });

  it("can fail for one exam while the others go on, and that one is released at the next look", async () => {
    const ids = [await examWith([[asha.id, scored(61)]]), await examWith([[asha.id, scored(70)]], "Physics")];
    for (const id of ids) await planFor(id);
    const refuse = `create function refuse_biology() returns trigger language plpgsql as
      $$ begin if new.subject = 'Biology' then raise exception 'killed'; end if; return new; end $$`;
    await db().$executeRawUnsafe(refuse);
    await db().$executeRawUnsafe(
      "create trigger refuse_biology before insert on results for each row execute function refuse_biology()",
    );
    await expect(releaseDue(new Date(at))).rejects.toThrow();
    await db().$executeRawUnsafe("drop function refuse_biology cascade");
    expect((await child.results.mine()).map(({ subject }) => subject)).toEqual(["Physics"]);
    await releaseDue(new Date(at));
    expect(await db().result.count()).toBe(2);
    expect((await letters())[0]?.subject).toBe("New results for Class 7");
  });

  it("comes back as a draft when a mark changes, with the numbers that were confirmed; a new address changes nothing", async () => {
    const id = await examWith([[asha.id, scored(61)]]);
    await planFor(id);
    await db().user.updateMany({ where: { email: "mother@example.org" }, data: { emailConfirmedAt: null } });
    await enter(id, [[dev, scored(50)]]);
    expect((await office.exams.get({ id })).exam).toMatchObject({ state: "draft", releaseAt: null });
    expect(await office.exams.preview({ id })).toMatchObject({
      results: 2,
      noMark: 0,
      before: { results: 1, noMark: 1 },
    });
    expect((await office.exams.events({ id }))[0]).toMatchObject({ kind: "unscheduled", why: "changed" });
    await planFor(id);
    // This goes around every procedure.
    await db().$executeRaw`update mark_drafts set score = 51 where student_id = ${dev}::uuid`;
    await releaseDue(new Date(at));
    expect((await office.exams.get({ id })).exam).toMatchObject({ state: "draft" });
    expect(await db().result.count()).toBe(0);
    await planFor(id);
    await db().user.updateMany({ where: { email: "mother@example.org" }, data: { emailConfirmedAt: new Date() } });
    await releaseDue(new Date(at));
    expect(await db().result.count()).toBe(2);
  });

  it("stays if the exam is edited without a change", async () => {
    const id = await examWith([[asha.id, scored(61)]]);
    await planFor(id);
    const { exam } = await office.exams.get({ id });
    const { className, sections, subject, examName, examDate, totalMarks, rowVersion } = exam;
    const edited = { id, className, sections, subject, examName, examDate: examDate ?? "", totalMarks, rowVersion };
    expect(await office.exams.edit(edited)).toEqual(exam);
    expect(await kinds(id)).toEqual(["scheduled", "created"]);
    expect(await db().auditEvent.count({ where: { action: "exam-changed" } })).toBe(0);
    expect((await refusalOf(office.exams.edit({ ...edited, rowVersion: rowVersion - 1 }))).code).toBe("CONFLICT");
    for (const change of [{ totalMarks: 90 }, { examDate: "" }, { sections: ["A", "B"] }, { examName: "Quiz" }]) {
      await planFor(id);
      const now = (await office.exams.get({ id })).exam.rowVersion;
      expect(await office.exams.edit({ ...edited, ...change, rowVersion: now })).toMatchObject({ state: "draft" });
    }
  });

  it("that came back says nothing about a number that was not counted when it was planned", async () => {
    const id = await examWith([[asha.id, scored(61)]]);
    await planFor(id);
    await db().$executeRaw`update exam_events set detail = detail #- '{counts,secondResults}' where kind = 'scheduled'`;
    await enter(id, [[dev, scored(50)]]);
    const { before, secondResults } = await office.exams.preview({ id });
    expect([before, secondResults]).toMatchObject([{ results: 1, notWanted: 0 }, 0]);
    expect(before).not.toHaveProperty("secondResults");
  });

  it("that fell due before a backup came back waits for the office", async () => {
    const id = await examWith([[asha.id, scored(61)]]);
    await planFor(id);
    await db().$executeRaw`update exams set held_at = now()`;
    await releaseDue(new Date(at));
    expect((await office.exams.get({ id })).exam).toMatchObject({ state: "scheduled", isHeld: true });
    expect((await office.exams.list({})).held).toMatchObject([{ _id: id, releaseAt: new Date(at) }]);
    await release(id);
    expect(await child.results.mine()).toHaveLength(1);
    expect((await office.exams.list({})).held).toEqual([]);
  });

  it("is done by one of two people who press at the same time, or by its minute, never by both", async () => {
    const colleague = await callerOf((await createStaff({ role: "office" })).token);
    const id = await examWith([[asha.id, scored(61)]]);
    await planFor(id);
    const { digest } = await office.exams.preview({ id });
    const done = [
      ...[office, colleague].map(({ exams }) => exams.release({ id, digest })),
      releaseDue(new Date(at)),
      colleague.exams.callOff({ id }),
    ].map((act) => Promise.resolve(act).catch(() => null));
    await Promise.all(done);
    const count = await db().result.count();
    expect(count).toBe((await office.exams.get({ id })).exam.state === "released" ? 1 : 0);
    expect(await newsMails()).toHaveLength(2 * count);
  });
});

describe("an exam whose day is still to come", () => {
  const day = inDays(3);
  const message = exams.toCome("Biology", shownDate(day));
  const setDay = (id: string) => db().exam.update({ where: { id }, data: { examDate: new Date(day) } });
  let id: string;

  beforeEach(async () => {
    id = await examWith([[asha.id, scored(61)]]);
    await setDay(id);
  });

  it("is not released, and the preview and the refusal say from which day it can be", async () => {
    const { digest, releasableFrom } = await office.exams.preview({ id });
    expect(releasableFrom).toBe(day);
    expect(await refusalOf(office.exams.release({ id, digest }))).toMatchObject({ code: "CONFLICT", message });
    expect([await db().result.count(), await newsMails()]).toEqual([0, []]);
    await db().exam.update({ where: { id }, data: { examDate: new Date(inDays(0)) } });
    const today = await office.exams.preview({ id });
    expect(today.releasableFrom).toBeNull();
    await office.exams.release({ id, digest: today.digest });
    expect(await child.results.mine()).toHaveLength(1);
  });

  it("can be planned for its day, but for no minute before it by the institute's clock", async () => {
    const { digest } = await office.exams.preview({ id });
    const given = { id, digest, time: "23:59" };
    const refusal = await refusalOf(office.exams.plan({ ...given, date: inDays(2) }));
    expect(refusal).toMatchObject({ code: "BAD_REQUEST", issues: [{ path: ["date"], message }] });
    await office.exams.plan({ ...given, date: day, time: "00:00" });
    await releaseDue(momentHere(day, "00:00"));
    expect(await child.results.mine()).toHaveLength(1);
  });

  it("becomes a draft again at the planned minute if it was planned for an earlier one", async () => {
    const { digest } = await office.exams.preview({ id });
    await office.exams.plan({ id, digest, date: day, time: "18:00" });
    await db().exam.update({ where: { id }, data: { releaseAt: new Date() } });
    await releaseDue(new Date());
    expect(await office.exams.get({ id })).toMatchObject({ exam: { state: "draft" }, cameBack: true });
    expect(await db().result.count()).toBe(0);
  });

  it("releases late marks if it was released before such releases were refused, since its date is final", async () => {
    await db().exam.update({ where: { id }, data: { examDate: new Date(inDays(0)) } });
    await release(id);
    await enter(id, [[dev, scored(50)]]);
    await setDay(id);
    const { digest, releasableFrom } = await office.exams.preview({ id });
    expect(releasableFrom).toBeNull();
    await office.exams.release({ id, digest });
    expect(await db().result.count()).toBe(2);
  });
});

it("a release can be taken back for as long as the server says, whatever a browser's clock shows", async () => {
  const id = await examWith([[asha.id, scored(61)]]);
  const left = async () => (await office.exams.get({ id })).takeBack?.left;
  expect(await left()).toBeUndefined();
  await release(id);
  expect(await left()).toBeGreaterThan(emailDelay / 2);
  expect(await left()).toBeLessThanOrEqual(emailDelay);
  await db().exam.updateMany({ data: { tellAt: new Date(Date.now() - 1) } });
  expect(await left()).toBeUndefined();
});
