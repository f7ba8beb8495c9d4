import { beforeEach, describe, expect, it } from "vitest";
import { copy } from "@/features/exams/messages";
import { isoDate, shownDate } from "@/lib/dates";
import { db } from "@/server/db/client";
import { callerOf, createStaff, refusalOf } from "../factories";
import { resetDatabase } from "../harness/database";
import { inDays } from "../harness/days";
import { scored } from "../harness/exams";
import { classOfTwo, newsMails } from "../harness/releases";
import { statementsOf } from "../harness/statements";

type Class = Awaited<ReturnType<typeof classOfTwo>>;
let at: Class;
let biology: string;
let physics: string;

beforeEach(async () => {
  await resetDatabase();
  at = await classOfTwo();
  biology = await at.examWith([
    [at.asha.id, scored(61)],
    [at.dev, scored(50)],
  ]);
  physics = await at.examWith([[at.asha.id, scored(70)]], "Physics");
});

const preview = (...ids: string[]) => at.office.exams.previewTogether({ ids });
const states = () => db().exam.findMany({ orderBy: { subject: "asc" }, select: { state: true, releaseAt: true } });

describe("exams of one name", () => {
  it("can be released together by the office only", async () => {
    const { exams } = await preview(biology, physics);
    const teacher = await callerOf((await createStaff({ role: "teacher", className: 7 })).token);
    for (const caller of [teacher.exams, at.parent.exams]) {
      expect((await refusalOf(caller.previewTogether({ ids: [biology] }))).code).toBe("FORBIDDEN");
      expect((await refusalOf(caller.releaseTogether({ exams }))).code).toBe("FORBIDDEN");
    }
    const visitor = (await callerOf(null)).exams;
    expect((await refusalOf(visitor.releaseTogether({ exams }))).code).toBe("UNAUTHORIZED");
    const unknown = "0198a0c0-0000-7000-8000-000000000000";
    expect((await refusalOf(preview(biology, unknown))).code).toBe("NOT_FOUND");
    expect((await refusalOf(preview())).code).toBe("BAD_REQUEST");
    expect(await newsMails()).toEqual([]);
  });

  it("count each person once in the preview, appear at the same moment, and are announced in one mail", async () => {
    const shown = await preview(biology, physics, biology);
    expect(shown).toMatchObject({ results: 3, mailed: 1, guardiansMailed: 1 });
    expect(await at.office.exams.releaseTogether({ exams: shown.exams })).toBe(2);
    const found = await db().exam.findMany({ select: { state: true, releasedAt: true } });
    expect(found.map(({ state }) => state)).toEqual(["released", "released"]);
    expect(new Set(found.map(({ releasedAt }) => releasedAt?.getTime())).size).toBe(1);
    expect((await at.child.results.mine()).map(({ score }) => score).toSorted()).toEqual([61, 70]);
    const mails = await newsMails();
    expect(mails.map(({ recipient }) => recipient)).toEqual(["asha@example.org", "mother@example.org"]);
  });

  it("are announced in one statement, however many they are", async () => {
    const chemistry = await at.examWith([[at.asha.id, scored(44)]], "Chemistry");
    const { exams } = await preview(biology, physics, chemistry);
    const { statements } = await statementsOf(() => at.office.exams.releaseTogether({ exams }));
    expect(statements.filter((text) => text.includes("insert into mails"))).toHaveLength(1);
    expect((await newsMails()).map(({ about }) => Object(about).items.length)).toEqual([3, 3]);
  });

  it("all stay as they are if one of them has changed since", async () => {
    const { exams } = await preview(biology, physics);
    await at.enter(physics, [[at.asha.id, scored(71)]]);
    const refused = await refusalOf(at.office.exams.releaseTogether({ exams }));
    expect([refused.code, refused.message]).toEqual(["CONFLICT", copy.previewChanged]);
    expect((await states()).map(({ state }) => state)).toEqual(["draft", "draft"]);
    expect(await at.child.results.mine()).toEqual([]);
    expect(await newsMails()).toEqual([]);
  });

  it("name one that has been released since, and are released without it", async () => {
    const { exams } = await preview(biology, physics);
    await at.release(biology);
    expect((await refusalOf(at.office.exams.releaseTogether({ exams }))).code).toBe("CONFLICT");
    const again = await preview(biology, physics);
    const settled = [{ id: biology, why: "released" }];
    expect(again).toMatchObject({ exams: [{ id: physics }], settled, results: 1, mailed: 1, guardiansMailed: 1 });
    expect(await at.office.exams.releaseTogether({ exams: again.exams })).toBe(1);
    const chemistry = await at.examWith([], "Chemistry");
    expect(await preview(biology, physics, chemistry)).toEqual({
      ...{ exams: [], toCome: [], secondResults: [], results: 0, mailed: 0, guardiansMailed: 0, leaves: null },
      settled: [...settled, { id: physics, why: "released" }, { id: chemistry, why: "nothing" }],
    });
  });

  it("are released once if two people press at the same time", async () => {
    const { exams } = await preview(biology, physics);
    const both = await Promise.allSettled([
      at.office.exams.releaseTogether({ exams }),
      at.office.exams.releaseTogether({ exams: exams.toReversed() }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await db().result.count()).toBe(3);
  });

  it("are not released together if one of them is released separately at the same time, or the other way round", async () => {
    const { exams } = await preview(biology, physics);
    const [, alone] = exams.toSorted((one, other) => one.id.localeCompare(other.id));
    for (const one of exams) expect((await preview(one.id)).exams).toEqual([one]);
    const found = await Promise.allSettled([
      at.office.exams.releaseTogether({ exams }),
      at.office.exams.release(alone ?? { id: "", digest: "" }),
    ]);
    expect(found.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const [refused] = found.filter((one) => one.status === "rejected");
    expect(refused?.reason).toMatchObject({ code: "CONFLICT" });
  });

  it("say who will have two results of one exam, and can be released all the same", async () => {
    const studentId = at.asha.id;
    await at.office.enrolments.move({ studentId, className: 7, section: "B", day: "2026-11-10" });
    const names = { className: 7, subjects: ["Biology"], examName: "Unit Test 3", examDate: "2026-11-18" };
    const [made] = await at.office.exams.addMany({ ...names, sections: ["B"], totalMarks: 80 });
    const other = made?._id ?? "";
    await at.enter(other, [[studentId, scored(40)]]);
    const shown = await preview(biology, physics, other);
    expect(shown.secondResults).toEqual([{ id: other, students: 1, names: ["Asha Rao"] }]);
    expect((await preview(other)).secondResults).toEqual([]);
    const [first] = shown.exams;
    const twice = [...shown.exams, ...(first ? [first] : [])];
    expect((await refusalOf(at.office.exams.releaseTogether({ exams: twice }))).code).toBe("CONFLICT");
    expect(await at.office.exams.releaseTogether({ exams: shown.exams })).toBe(3);
    expect((await at.child.results.mine()).map(({ score }) => score).toSorted()).toEqual([40, 61, 70]);
    // An exam without a date is compared with no other.
    for (const id of [biology, other]) await at.office.exams.takeBack({ id });
    await db().exam.updateMany({ data: { examDate: null } });
    expect((await preview(biology, other)).secondResults).toEqual([]);
  });

  it("leave out one that a colleague has scheduled in the meantime", async () => {
    const { exams } = await preview(biology, physics);
    const date = isoDate(new Date(Date.now() + 48 * 60 * 60 * 1000));
    const shown = await at.office.exams.preview({ id: biology });
    await at.office.exams.plan({ id: biology, digest: shown.digest, date, time: "18:00" });
    expect((await refusalOf(at.office.exams.releaseTogether({ exams }))).code).toBe("CONFLICT");
    const again = await preview(biology, physics);
    expect(again).toMatchObject({ exams: [{ id: physics }], settled: [{ id: biology, why: "scheduled" }], results: 1 });
    expect(await at.office.exams.releaseTogether({ exams: again.exams })).toBe(1);
    expect((await states()).map(({ state }) => state)).toEqual(["scheduled", "released"]);
  });

  it("are not released, now or at a time, before the day of one of them", async () => {
    const day = inDays(2);
    await db().exam.update({ where: { id: physics }, data: { examDate: new Date(day) } });
    const { exams, toCome } = await preview(biology, physics);
    expect([exams.length, toCome]).toEqual([2, [{ id: physics, day }]]);
    const refused = await refusalOf(at.office.exams.releaseTogether({ exams }));
    expect([refused.code, refused.message]).toEqual(["CONFLICT", copy.toCome("Physics", shownDate(day))]);
    const tooEarly = await refusalOf(at.office.exams.releaseTogether({ exams, date: inDays(1), time: "23:59" }));
    expect(tooEarly).toMatchObject({ code: "BAD_REQUEST", issues: [{ path: ["date"], message: refused.message }] });
    expect((await states()).map(({ state }) => state)).toEqual(["draft", "draft"]);
    expect(await at.office.exams.releaseTogether({ exams, date: day, time: "00:00" })).toBe(2);
  });

  it("can be planned for one minute, given by date and time and still to come", async () => {
    const { exams } = await preview(biology, physics);
    const date = isoDate(new Date(Date.now() + 48 * 60 * 60 * 1000));
    for (const given of [{ date }, { time: "18:00" }, { date: "2020-01-06", time: "18:00" }])
      expect((await refusalOf(at.office.exams.releaseTogether({ exams, ...given }))).code).toBe("BAD_REQUEST");
    expect(await at.office.exams.releaseTogether({ exams, date, time: "18:00" })).toBe(2);
    const found = await states();
    expect(found.map(({ state }) => state)).toEqual(["scheduled", "scheduled"]);
    expect(new Set(found.map(({ releaseAt }) => releaseAt?.getTime())).size).toBe(1);
    expect(await at.child.results.mine()).toEqual([]);
  });
});
