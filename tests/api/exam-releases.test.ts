import { beforeEach, describe, expect, it } from "vitest";
import { copy } from "@/features/exams/messages";
import { emailDelay } from "@/lib/email-delay";
import { db } from "@/server/db/client";
import { reapplyEndings } from "@/server/privacy/ended";
import { callerOf, refusalOf, usualPassword } from "../factories";
import { resetDatabase } from "../harness/database";
import { absent, excused, scored } from "../harness/exams";
import { classOfTwo, letters, newsMails } from "../harness/releases";

let { office, asha, dev, mother, child, parent, stranger, enter, examWith, release, kinds, ofAsha } = {} as Awaited<
  ReturnType<typeof classOfTwo>
>;

beforeEach(async () => {
  await resetDatabase();
  ({ office, asha, dev, mother, child, parent, stranger, enter, examWith, release, kinds, ofAsha } =
    await classOfTwo());
});

const due = (mail: { dueAt: Date }) => mail.dueAt.getTime();

describe("absences", () => {
  it("are shown as such to the student and to guardians who see results, with the remark, and count nowhere", async () => {
    const id = await examWith([
      [asha.id, absent, "Please see me"],
      [dev, scored(50)],
    ]);
    expect(await child.exams.absences()).toEqual([]);
    await release(id);
    expect((await refusalOf(stranger.exams.absences(ofAsha()))).code).toBe("NOT_FOUND");
    expect((await refusalOf((await callerOf(null)).exams.absences())).code).toBe("UNAUTHORIZED");
    for (const found of [await child.exams.absences(), await parent.exams.absences(ofAsha())]) {
      expect(found).toMatchObject([
        { examName: "Unit Test 3", subject: "Biology", examDate: "2026-11-18", kind: "absent", withdrawal: null },
      ]);
      expect(found[0]?.remark).toBe("Please see me");
    }
    expect([await child.results.mine(), await child.results.unread()]).toEqual([[], 0]);
    await db().guardianship.updateMany({ data: { seesResults: false } });
    expect((await refusalOf(parent.exams.absences(ofAsha()))).code).toBe("NOT_FOUND");
  });

  it("are in the export, and so is the remark of a mark, which is also on the family's card", async () => {
    await release(await examWith([[asha.id, scored(61), "Well done"]]));
    for (const found of [await child.results.mine(), await parent.results.mine(ofAsha())])
      expect(found).toMatchObject([{ score: 61, remark: "Well done" }]);
    const absence = await examWith([[asha.id, excused]], "Physics");
    await release(absence);
    const kept = JSON.stringify(await office.people.exportById({ id: asha.id, password: usualPassword }));
    expect(kept).toMatch(/Well done/);
    expect(kept).toMatch(/excused/);
  });
});

describe("the pause of ten minutes", () => {
  it("everything that happens to a person's results in it leaves in one mail, ten minutes after the last change", async () => {
    const [biology, physics] = [
      await examWith([[asha.id, scored(61)]]),
      await examWith([[asha.id, scored(70)]], "Physics"),
    ];
    const before = Date.now();
    await release(biology);
    const [first] = await newsMails();
    await release(physics);
    const mails = await newsMails();
    expect(mails.map(({ recipient }) => recipient)).toEqual(["asha@example.org", "mother@example.org"]);
    for (const mail of mails) expect(due(mail)).toBeGreaterThanOrEqual(before + emailDelay);
    expect(due(mails[0] ?? { dueAt: new Date(0) })).toBeGreaterThanOrEqual(first ? due(first) : Infinity);
    const [own, ofChild] = await letters();
    expect([own?.subject, own?.paragraphs[0]]).toEqual([
      "New results for Class 7",
      "New results for Class 7, Unit Test 3: Biology, Physics.",
    ]);
    expect([ofChild?.subject, ofChild?.paragraphs[0]]).toEqual([
      "New results of Asha Rao",
      "New results of Asha Rao for Class 7, Unit Test 3: Biology, Physics.",
    ]);
    expect(own?.paragraphs.at(-1)).toBe("Sign in to see them.");
    expect(ofChild?.link?.path).toBe(`/user/results?child=${asha.id}`);
    expect(JSON.stringify([own?.paragraphs, ofChild?.paragraphs])).not.toMatch(/61|70/);
    // A result that is corrected before the family was told is announced as new, once.
    const [{ _id = "" } = {}] = await child.results.mine();
    await office.results.correct({ id: _id, score: 72, reason: "The sum was wrong" });
    expect((await letters())[0]?.paragraphs).toEqual(own?.paragraphs);
  });

  it("children of one guardian appear in one mail, each by name", async () => {
    await db().guardianship.create({
      data: { guardianId: mother.id, studentId: dev, relation: "Mother", origin: "office" },
    });
    await release(
      await examWith([
        [asha.id, scored(61)],
        [dev, scored(50)],
      ]),
    );
    const [, ofBoth] = await letters();
    expect(ofBoth?.subject).toMatch(/^New results of (Asha Rao and Dev Gill|Dev Gill and Asha Rao)$/);
    expect(ofBoth?.paragraphs).toHaveLength(3);
    expect(ofBoth?.link?.path).toBe("/user/today");
    // If a link ends in the meantime, the mail leaves out its child.
    await db().guardianship.updateMany({ where: { studentId: dev }, data: { endedAt: new Date() } });
    expect((await letters())[1]?.subject).toBe("A new result of Asha Rao");
  });

  it("a mail that has waited for an hour takes nothing more, and neither does one that is being sent", async () => {
    await release(await examWith([[asha.id, scored(61)]]));
    await db()
      .$executeRaw`update mails set created_at = created_at - interval '61 minutes' where recipient like 'asha%'`;
    await db().$executeRaw`update mails set attempts = 1 where recipient like 'mother%'`;
    await release(await examWith([[asha.id, scored(70)]], "Physics"));
    expect(await newsMails()).toHaveLength(4);
  });
});

describe("taking back a release", () => {
  it("is for the office only, until the first mail leaves", async () => {
    const id = await examWith([[asha.id, scored(61)]]);
    expect((await refusalOf(office.exams.takeBack({ id }))).code).toBe("CONFLICT");
    await release(id);
    expect((await refusalOf(child.exams.takeBack({ id }))).code).toBe("FORBIDDEN");
    await db().$executeRaw`update exams set tell_at = now() - interval '1 second'`;
    expect((await refusalOf(office.exams.takeBack({ id }))).message).toBe(copy.told);
  });

  it("turns all of it into drafts: no family has or hears anything, and it can be released again", async () => {
    const id = await examWith([
      [asha.id, scored(61)],
      [dev, absent],
    ]);
    await release(id);
    expect(await office.exams.takeBack({ id })).toMatchObject({ state: "draft", tellAt: null, releasedAt: null });
    for (const family of [child, parent]) {
      const whose = family === parent ? ofAsha() : undefined;
      expect(await family.results.mine(whose)).toEqual([]);
      expect(await family.results.unread(whose)).toBe(0);
      expect(await family.results.withdrawn(whose)).toEqual([]);
    }
    expect(await db().examAbsence.count()).toBe(0);
    expect(await letters()).toEqual([null, null]);
    expect((await office.students.get({ id: asha.id })).results).toEqual([]);
    expect(JSON.stringify(await office.people.exportById({ id: asha.id, password: usualPassword }))).not.toMatch(
      /"score"/,
    );
    expect((await office.exams.get({ id })).rows.map(({ mark }) => mark)).toContainEqual(scored(61));

    await enter(id, [[asha.id, scored(64)]]);
    await release(id);
    expect(await child.results.mine()).toMatchObject([{ score: 64, isNew: true }]);
    expect((await letters())[0]?.subject).toBe("A new result for Class 7");
    expect((await kinds(id)).slice(0, 3)).toEqual(["released", "taken_back", "released"]);
    expect((await refusalOf(office.exams.remove({ id }))).code).toBe("CONFLICT");
  });

  it("leaves one line for a family that had opened it, until it is released again, and nothing for another family", async () => {
    const id = await examWith([[asha.id, scored(61)]]);
    for (const _ of [1, 2]) {
      await release(id);
      const [{ _id = "" } = {}] = await parent.results.mine(ofAsha());
      await parent.results.markRead({ ids: [_id], ...ofAsha() });
      await office.exams.takeBack({ id });
    }
    for (const found of [await child.results.withdrawn(), await parent.results.withdrawn(ofAsha())])
      expect(found).toMatchObject([{ subject: "Biology", reason: null, isOfExam: true }]);
    await release(id);
    expect(await child.results.withdrawn()).toEqual([]);
    await office.exams.withdraw({ id, reason: "The paper was seen before" });
    expect(await child.results.withdrawn()).toMatchObject([{ reason: "The paper was seen before" }]);
  });

  it("leaves that line only until the next release that stays, even if that has no mark of this student", async () => {
    const id = await examWith([
      [asha.id, scored(61)],
      [dev, scored(50)],
    ]);
    await release(id);
    const [{ _id = "" } = {}] = await child.results.mine();
    await child.results.markRead({ ids: [_id] });
    await office.exams.takeBack({ id });
    await enter(id, [[asha.id, null]]);
    await release(id);
    expect(await child.results.withdrawn()).toEqual([]);
    await office.exams.takeBack({ id });
    expect(await child.results.withdrawn()).toMatchObject([{ subject: "Biology", reason: null }]);
    await enter(id, [[asha.id, absent]]);
    await enter(id, [[dev, null]]);
    await release(id);
    expect(await child.results.withdrawn()).toEqual([]);
  });

  it("keeps what was corrected in the meantime, and still holds after a restore that does not know of it", async () => {
    const id = await examWith([[asha.id, scored(61)]]);
    await release(id);
    const [{ _id = "" } = {}] = await child.results.mine();
    await office.results.correct({ id: _id, score: 64, reason: "The sum was wrong" });
    await office.exams.takeBack({ id });
    expect((await office.exams.get({ id })).rows[0]).toMatchObject({ studentId: asha.id, mark: scored(64) });
    await db().resultWithdrawal.deleteMany();
    await reapplyEndings();
    expect(await child.results.mine()).toEqual([]);
    // Nobody knows whether the family has seen the correction.
    expect(await child.results.withdrawn()).toMatchObject([{ reason: null }]);
  });
});

it("an exam whose only other result was withdrawn separately becomes a draft once it is taken back", async () => {
  const other = await office.students.add({ name: "Bilal Khan", className: 7, section: "A", fromDay: "2026-04-06" });
  const id = await examWith([
    [asha.id, scored(61)],
    [other._id, scored(50)],
  ]);
  await release(id);
  const [{ _id = "" } = {}] = await child.results.mine();
  await office.results.withdraw({ id: _id, reason: "Of somebody else" });
  expect(await office.exams.takeBack({ id })).toMatchObject({ state: "draft" });
});

it("a mark that was corrected and then withdrawn stays withdrawn when the release is taken back", async () => {
  const id = await examWith([
    [asha.id, scored(61)],
    [dev, scored(50)],
  ]);
  await release(id);
  const [{ _id = "" } = {}] = await child.results.mine();
  const corrected = await office.results.correct({ id: _id, score: 64, reason: "The sum was wrong" });
  await office.results.withdraw({ id: corrected._id, reason: "Of somebody else" });
  await office.exams.takeBack({ id });
  const { rows } = await office.exams.get({ id });
  expect(rows.find(({ studentId }) => studentId === asha.id)).toMatchObject({
    mark: null,
    withdrawal: { reason: "Of somebody else" },
  });
  expect(rows.find(({ studentId }) => studentId === dev)).toMatchObject({ mark: scored(50), withdrawal: null });
});

describe("late marks", () => {
  it("are entered after the release, reach only those families, and change nothing for the others", async () => {
    const id = await examWith([[asha.id, scored(61)]]);
    await release(id);
    await db()
      .$executeRaw`update exams set tell_at = now() - interval '1 minute', released_at = released_at - interval '1 hour'`;
    await db().$executeRaw`update results set created_at = created_at - interval '1 hour'`;
    await db().mail.deleteMany();
    const { saved, conflicts } = await enter(id, [[asha.id, scored(1)]]);
    expect([saved, conflicts]).toMatchObject([[], [{ studentId: asha.id, mark: scored(61), isReleased: true }]]);
    await enter(id, [[dev, scored(50)]]);
    expect(await office.exams.preview({ id })).toMatchObject({ results: 1, noMark: 0, before: null });
    await release(id);
    expect(
      await db().result.findMany({ select: { studentId: true, releaseNo: true }, orderBy: { id: "asc" } }),
    ).toEqual([
      { studentId: asha.id, releaseNo: 1 },
      { studentId: dev, releaseNo: 2 },
    ]);
    expect(await newsMails()).toEqual([]);
    // Taking back the late mark leaves the first release.
    expect(await office.exams.takeBack({ id })).toMatchObject({ state: "released" });
    expect(await child.results.mine()).toHaveLength(1);
    expect((await office.students.get({ id: dev })).results).toEqual([]);
  });

  it("released within the same ten minutes leave the first release in place when they are taken back", async () => {
    const other = await office.students.add({ name: "Bilal Khan", className: 7, section: "A", fromDay: "2026-04-06" });
    const id = await examWith([
      [asha.id, scored(61)],
      [dev, absent],
    ]);
    await release(id);
    await enter(id, [[dev, excused]]);
    await release(id);
    await enter(id, [[other._id, scored(50)]]);
    await release(id);
    const seen = { id, rowVersion: (await office.exams.get({ id })).exam.rowVersion };
    expect(await office.exams.takeBack(seen)).toMatchObject({ state: "released" });
    expect((await refusalOf(office.exams.takeBack(seen))).message).toBe(copy.changed);
    expect(await child.results.mine()).toHaveLength(1);
    expect(await db().examAbsence.findMany({ where: { withdrawnAt: null } })).toMatchObject([{ kind: "excused" }]);
    expect(await db().resultWithdrawal.count()).toBe(1);
    // Nobody has been told of the earlier late marks yet either.
    expect(await office.exams.takeBack({ id })).toMatchObject({ state: "released" });
    expect(await db().examAbsence.findMany()).toMatchObject([{ kind: "absent", withdrawnAt: null }]);
    expect(await office.exams.takeBack({ id })).toMatchObject({ state: "draft", tellAt: null });
    expect(await child.results.mine()).toEqual([]);
    expect(await db().examAbsence.count()).toBe(0);
  });

  it("are taken back without the first release if that is older than ten minutes", async () => {
    const id = await examWith([[asha.id, scored(61)]]);
    await release(id);
    await db().result.updateMany({ data: { createdAt: new Date(Date.now() - emailDelay) } });
    await enter(id, [[dev, scored(50)]]);
    const seen = { id, rowVersion: (await release(id)).rowVersion };
    expect(await office.exams.takeBack(seen)).toMatchObject({ state: "released", tellAt: null });
    expect((await refusalOf(office.exams.takeBack(seen))).message).toBe(copy.changed);
    expect((await refusalOf(office.exams.takeBack({ id }))).message).toBe(copy.told);
  });

  it("that were withdrawn one by one do not let the office take back a release that families know", async () => {
    const id = await examWith([[asha.id, scored(61)]]);
    await release(id);
    await db().result.updateMany({ data: { createdAt: new Date(Date.now() - emailDelay) } });
    await enter(id, [[dev, scored(50)]]);
    await release(id);
    const [late] = (await office.students.get({ id: dev })).results;
    await office.results.withdraw({ id: late?._id ?? "", reason: "Of somebody else" });
    expect((await office.exams.get({ id })).takeBack).toBeNull();
    expect((await refusalOf(office.exams.takeBack({ id }))).message).toBe(copy.told);
    expect(await child.results.mine()).toMatchObject([{ score: 61 }]);
    expect((await office.exams.get({ id })).exam.state).toBe("released");
  });

  it("replace the absence of a student who was absent", async () => {
    const id = await examWith([
      [asha.id, absent],
      [dev, scored(50)],
    ]);
    await release(id);
    expect((await refusalOf(release(id))).message).toBe(copy.nothingToRelease);
    await enter(id, [[asha.id, scored(70)]]);
    await release(id);
    expect(await child.exams.absences()).toEqual([]);
    expect(await child.results.mine()).toMatchObject([{ score: 70 }]);
  });
});

it("taking late marks back shows families again what they were told before", async () => {
  const id = await examWith([
    [asha.id, absent, "Please see me"],
    [dev, absent],
  ]);
  await release(id);
  await db().examAbsence.updateMany({ data: { releasedAt: new Date(Date.now() - 2 * emailDelay) } });
  const [told] = await child.exams.absences();
  await enter(id, [
    [asha.id, excused],
    [dev, scored(50)],
  ]);
  await release(id);
  expect(await child.exams.absences()).toMatchObject([{ kind: "excused", remark: null }]);
  expect(await office.exams.takeBack({ id })).toMatchObject({ state: "released" });
  expect(await child.exams.absences()).toEqual([told]);
  expect(await db().examAbsence.findMany({ where: { withdrawnAt: null } })).toHaveLength(2);
  // Both can be released again, and taken back again.
  await release(id);
  expect(await child.exams.absences()).toMatchObject([{ kind: "excused" }]);
  expect(await db().examAbsence.findMany({ where: { withdrawnAt: null } })).toHaveLength(1);
  await office.exams.takeBack({ id });
  expect(await child.exams.absences()).toEqual([told]);
});

describe("withdrawing an exam", () => {
  it("is for the office only, needs a reason and a release, and is told to each family with the reason", async () => {
    const id = await examWith([
      [asha.id, scored(61)],
      [dev, absent],
    ]);
    const reason = "The paper was seen before";
    expect((await refusalOf(office.exams.withdraw({ id, reason }))).code).toBe("CONFLICT");
    await release(id);
    expect((await refusalOf(office.exams.withdraw({ id, reason: " " }))).code).toBe("BAD_REQUEST");
    await db().mail.deleteMany();
    expect(await office.exams.withdraw({ id, reason })).toMatchObject({ state: "withdrawn" });
    expect(await child.results.mine()).toEqual([]);
    expect(await parent.results.withdrawn(ofAsha())).toMatchObject([{ subject: "Biology", reason }]);
    expect((await letters()).map((mail) => mail?.subject)).toEqual([
      "A withdrawn result for Class 7",
      "A withdrawn result of Asha Rao",
    ]);
    expect((await office.exams.events({ id }))[0]).toMatchObject({ kind: "withdrawn", results: 1, others: 1, reason });
    expect((await refusalOf(office.exams.takeBack({ id }))).code).toBe("CONFLICT");
    expect((await refusalOf(enter(id, [[asha.id, scored(1)]]))).code).toBe("CONFLICT");
    // The same exam can be made again.
    expect(await examWith([[asha.id, scored(2)]])).not.toBe(id);
  });

  it("before anybody was told is told to nobody, and still holds after a restore", async () => {
    const id = await examWith([[asha.id, scored(61)]]);
    await release(id);
    await office.exams.withdraw({ id, reason: "It was the wrong class" });
    expect(await letters()).toEqual([null, null]);
    await db().$executeRaw`update exams set state = 'released'`;
    await db().resultWithdrawal.deleteMany();
    await reapplyEndings();
    expect((await office.exams.get({ id })).exam.state).toBe("withdrawn");
    expect(await child.results.mine()).toEqual([]);
  });
});
