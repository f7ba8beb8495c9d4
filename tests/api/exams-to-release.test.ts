import { beforeEach, describe, expect, it } from "vitest";
import { purgeUnreleased } from "@/features/exams/mutations-marks";
import { askedOf } from "@/features/exams/rules";
import { db } from "@/server/db/client";
import { type Caller, schoolYear } from "../factories";
import { resetDatabase } from "../harness/database";
import { shifted } from "../harness/days";
import { absent, excused, type Marks, scored } from "../harness/exams";
import { desk, expectEqual, inDays } from "../harness/overview";
import { withSettings } from "../harness/settings";

withSettings({ SMTP_URL: "" });

let at: Awaited<ReturnType<typeof desk>>;

beforeEach(async () => {
  await resetDatabase();
  at = await desk();
});

const listed = async (caller: Caller, waits: string) =>
  (await caller.exams.list(askedOf({ waits }))).items.map(({ _id }) => _id);

/** What the row of an exam says it is waiting for. */
const saidOf = async (caller: Caller, id: string) =>
  (await caller.exams.list({})).items.find(({ _id }) => _id === id)?.waits;

async function enter(id: string, studentId: string, mark: Marks[number][1]) {
  const { rows } = await at.teacher.exams.get({ id });
  const seen = rows.find((row) => row.studentId === studentId)?.rowVersion ?? 0;
  const { saved } = await at.teacher.exams.saveCells({ id, cells: [{ studentId, mark, remark: null, seen }] });
  expect(saved).toHaveLength(1);
}

async function plan(id: string) {
  const { digest } = await at.office.exams.preview({ id });
  await at.office.exams.plan({ id, digest, date: inDays(2), time: "18:00" });
}

describe("a draft in which nobody lacks a mark", () => {
  it("waits for the office's release as long as no mark is missing", { timeout: 60_000 }, async () => {
    const { office, teacher, other, asha, dev, examWith, release } = at;
    const id = await examWith([[asha, scored(50)]], { examDate: inDays(0) });
    expect([await listed(office, "release"), await saidOf(office, id)]).toEqual([[], null]);
    await enter(id, dev, absent);
    expect([await listed(office, "release"), await saidOf(office, id)]).toEqual([[id], "release"]);
    expect((await expectEqual(office)).ready).toBe(1);
    for (const caller of [teacher, other]) {
      expect((await expectEqual(caller)).ready).toBeUndefined();
      expect(await listed(caller, "release")).toEqual([]);
    }
    expect(await saidOf(teacher, id)).toBeNull();
    await enter(id, dev, null);
    expect((await expectEqual(office)).ready).toBeUndefined();
    await enter(id, dev, scored(40));
    expect((await expectEqual(office)).ready).toBe(1);
    await release(id);
    expect((await expectEqual(office)).ready).toBeUndefined();
    // A release that was taken back is a draft with all marks again.
    await office.exams.takeBack({ id });
    expect((await expectEqual(office)).ready).toBe(1);
  });

  it("needs no mark of a student who does not take the subject, and no date", async () => {
    const { office, asha, dev, examWith } = at;
    const id = await examWith([[asha, scored(50)]], { examDate: undefined });
    expect(await listed(office, "release")).toEqual([]);
    await office.exams.exempt({ id, studentId: dev, isExempt: true });
    expect(await listed(office, "release")).toEqual([id]);
    expect(await saidOf(office, id)).toBe("release");
    // In an exam without students there is nothing to release.
    await examWith([], { className: 9, examDate: undefined });
    expect(await listed(office, "release")).toEqual([id]);
  });

  it("waits from the day of the exam on", async () => {
    const { office, full } = at;
    const id = await full(inDays(1));
    expect((await expectEqual(office)).ready).toBeUndefined();
    expect(await saidOf(office, id)).toBeNull();
    await db().exam.update({ where: { id }, data: { examDate: new Date(inDays(0)) } });
    expect((await expectEqual(office)).ready).toBe(1);
    expect(await saidOf(office, id)).toBe("release");
  });

  it("counts only as come back if its release came back, and not at all if it was called off by hand", async () => {
    const { office, dev, full } = at;
    const id = await full();
    await plan(id);
    expect((await expectEqual(office)).ready).toBeUndefined();
    await enter(id, dev, scored(45));
    expect(await expectEqual(office)).toMatchObject({ cameBack: 1 });
    expect((await expectEqual(office)).ready).toBeUndefined();
    expect(await saidOf(office, id)).toBe("cameBack");
    await plan(id);
    await office.exams.callOff({ id });
    const { cameBack, ready } = await expectEqual(office);
    expect([cameBack, ready, await saidOf(office, id)]).toEqual([undefined, undefined, null]);
  });

  it("still waits in a later year", async () => {
    const { office, full } = at;
    const id = await full();
    const { id: earlier } = await schoolYear(2024, shifted);
    await db()
      .$executeRaw`update enrolments set school_year_id = ${earlier}::uuid, from_day = from_day - interval '2 years'`;
    await db()
      .$executeRaw`update exams set school_year_id = ${earlier}::uuid, exam_date = exam_date - interval '2 years'`;
    expect(await expectEqual(office)).toMatchObject({ ready: 1 });
    expect(await listed(office, "release")).toEqual([id]);
  });
});

describe("a late mark", () => {
  it("waits for the office to release it, until that happens", { timeout: 60_000 }, async () => {
    const { office, teacher, asha, dev, examWith, release } = at;
    const id = await examWith([[asha, scored(50)]], { examDate: inDays(0) });
    await release(id);
    expect([await listed(office, "late"), await saidOf(office, id)]).toEqual([[], null]);
    await enter(id, dev, scored(40));
    expect([await listed(office, "late"), await saidOf(office, id)]).toEqual([[id], "late"]);
    expect((await expectEqual(office)).lateMarks).toBe(1);
    expect((await expectEqual(teacher)).lateMarks).toBeUndefined();
    expect([await listed(teacher, "late"), await saidOf(teacher, id)]).toEqual([[], null]);
    await release(id);
    expect((await expectEqual(office)).lateMarks).toBeUndefined();
    expect(await saidOf(office, id)).toBeNull();
    await office.exams.takeBack({ id });
    expect((await expectEqual(office)).lateMarks).toBe(1);
  });

  it("in place of an absence that the family sees changes no number before its release", async () => {
    const { office, asha, dev, examWith, release } = at;
    const id = await examWith(
      [
        [asha, scored(50)],
        [dev, absent],
      ],
      { examDate: inDays(0) },
    );
    await release(id);
    const row = async () => (await office.exams.list({})).items.find(({ _id }) => _id === id);
    const before = await row();
    expect(before).toMatchObject({ students: 2, entered: 1, absent: 1, waits: null });
    await enter(id, dev, scored(40));
    expect(await row()).toEqual({ ...before, waits: "late" });
    const { rows } = await office.exams.get({ id });
    const told = { kind: "absent", remark: null };
    expect(rows.map((one) => [one.mark, one.told])).toEqual([
      [scored(50), null],
      [scored(40), told],
    ]);
    await enter(id, dev, absent);
    expect([await listed(office, "late"), await row()]).toEqual([[], before]);
    await enter(id, dev, excused);
    expect([await listed(office, "late"), (await row())?.excused]).toEqual([[id], 0]);
    await release(id);
    expect(await row()).toMatchObject({ entered: 1, absent: 0, excused: 1, waits: null });
  });

  it("replaces a result that was withdrawn, and still waits in a later year", async () => {
    const { office, asha, dev, examWith, release } = at;
    const id = await examWith(
      [
        [asha, scored(50)],
        [dev, scored(40)],
      ],
      { examDate: inDays(0) },
    );
    await release(id);
    const { id: first } = await db().result.findFirstOrThrow({ where: { studentId: dev } });
    await office.results.withdraw({ id: first, reason: "Of somebody else" });
    expect(await listed(office, "late")).toEqual([]);
    await enter(id, dev, scored(30));
    expect(await listed(office, "late")).toEqual([id]);
    const { id: earlier } = await schoolYear(2024, shifted);
    await db()
      .$executeRaw`update exams set school_year_id = ${earlier}::uuid, exam_date = exam_date - interval '2 years'`;
    expect(await expectEqual(office)).toMatchObject({ lateMarks: 1 });
    expect(await listed(office, "late")).toEqual([id]);
  });

  it.each([
    ["that was withdrawn", (id: string) => at.office.results.withdraw({ id, reason: "Of somebody else" })],
    [
      "whose release was taken back",
      async () => at.office.exams.takeBack({ id: (await db().exam.findFirstOrThrow()).id }),
    ],
  ])(
    "in place of a result %s is deleted a year after its school year, if nobody has released it",
    async (_case, end) => {
      const { asha, dev, examWith, release } = at;
      const id = await examWith([[asha, scored(50)]], { examDate: inDays(0) });
      await release(id);
      await enter(id, dev, scored(40));
      await release(id);
      const { id: late } = await db().result.findFirstOrThrow({ where: { studentId: dev } });
      await end(late);
      const time = new Date(shifted("2027-04-01"));
      await enter(id, dev, scored(30));
      expect(await purgeUnreleased(time)).toBe(1);
      expect(await db().markDraft.findMany()).toMatchObject([{ studentId: asha }]);
    },
  );

  it("that was released and then withdrawn is kept, as are other released marks", async () => {
    const { office, asha, dev, examWith, release } = at;
    const marks: Marks = [asha, dev].map((one) => [one, scored(50)]);
    await release(await examWith(marks, { examDate: inDays(0) }));
    const { id } = await db().result.findFirstOrThrow({ where: { studentId: dev } });
    await office.results.withdraw({ id, reason: "Of somebody else" });
    expect(await purgeUnreleased(new Date(shifted("2027-04-01")))).toBe(0);
  });
});
