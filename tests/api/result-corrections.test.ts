import { beforeEach, describe, expect, it } from "vitest";
import { resultMails } from "@/features/results/emails";
import { refusals } from "@/features/results/messages-refusals";
import { notifyOfResults } from "@/features/results/mutations";
import { emailDelay } from "@/lib/email-delay";
import { db } from "@/server/db/client";
import { reapplyEndings } from "@/server/privacy/ended";
import {
  callerOf,
  createAdmin,
  createGuardian,
  createStaff,
  createStudent,
  refusalOf,
  result,
  schoolYear,
  tokenFor,
} from "../factories";
import { resetDatabase } from "../harness/database";
import { withoutIds } from "../harness/without-ids";

beforeEach(resetDatabase);

const reason = "Question 5 was marked again";
const day = (n: number) => new Date(`2026-11-0${n}T09:00:00Z`);

/** A student with three results, the middle one 61 of 100, and everyone who may see them. */
async function family() {
  const asha = await createStudent({ email: "asha@example.org" });
  const mother = await createGuardian({ of: [asha], email: "mother@example.org" });
  const office = await callerOf(await tokenFor(await createAdmin()));
  const facts = { totalMarks: 100, subject: "Science", examName: "Unit Test", examDate: day(1) };
  const old = await result(asha, { createdAt: day(1), score: 40 });
  const { id } = await result(asha, { ...facts, createdAt: day(2), score: 61, gpa: 6 });
  const newest = await result(asha, { createdAt: day(3), score: 30 });
  const [child, parent] = [await callerOf(await tokenFor(asha)), await callerOf(await tokenFor(mother))];
  const of = { studentId: asha.id };
  const mine = { child: () => child.results.mine(), parent: () => parent.results.mine(of) };
  return { asha, mother, office, child, parent, of, mine, id, old, newest };
}

describe("a correction", () => {
  it("is refused for the same marks, a score above the total, an unknown result and no reason", async () => {
    const { office, id } = await family();
    const refused = (input: object) => refusalOf(office.results.correct({ id, score: 64, reason, ...input }));
    expect(await refused({ score: 61 })).toMatchObject({ code: "BAD_REQUEST", message: refusals.sameMarks });
    expect(await refused({ score: 61, gpa: 6 })).toMatchObject({ message: refusals.sameMarks });
    expect(await refused({ score: 100.5 })).toMatchObject({ message: refusals.scoreAboveTotal });
    expect(await refused({ reason: " " })).toMatchObject({ code: "BAD_REQUEST" });
    expect(await refused({ reason: "a".repeat(301) })).toMatchObject({ code: "BAD_REQUEST" });
    const unknown = { id: "00000000-0000-7000-8000-000000000000" };
    expect(await refused(unknown)).toMatchObject({ code: "NOT_FOUND", message: refusals.noResult });
    expect(await db().result.count()).toBe(3);
    expect(await db().mail.count()).toBe(0);
  });

  it("replaces the first version, keeps its date, and is new to nobody", async () => {
    const { office, mine, id, old, newest } = await family();
    const corrected = await office.results.correct({ id, score: 64, reason });
    for (const list of [await mine.child(), await mine.parent()]) {
      expect(list.map(({ _id }) => _id)).toEqual([newest.id, corrected._id, old.id]);
      expect(list[1]).toMatchObject({ score: 64, gpa: 6, percentage: 64, createdAt: day(2), isNew: false });
      expect(list[1]?.corrections).toMatchObject([
        { reason, before: { score: 61, gpa: 6 }, after: { score: 64, gpa: 6 } },
      ]);
      expect(list[0]?.corrections).toEqual([]);
    }
  });

  it("is what counts everywhere, and the newest exam stays on top", async () => {
    const { asha, office, child, parent, of, id, newest } = await family();
    await office.results.correct({ id, score: 64, gpa: null, reason });
    const page = await office.results.of({ email: asha.email });
    expect(page.newest._id).toBe(newest.id);
    expect(page.items.map(({ score, gpa }) => [score, gpa])).toEqual([
      [30, null],
      [64, null],
      [40, null],
    ]);
    expect(await child.results.unread()).toBe(2);
    expect(await parent.results.unread(of)).toBe(2);
    const view = await office.students.get({ id: asha.id });
    expect(view.results.map(({ score }) => score)).toEqual([30, 64, 40]);
    expect(view.results[1]?.corrections).toMatchObject([
      { before: { score: 61, gpa: 6 }, after: { score: 64, gpa: null } },
    ]);
  });

  it("paging continues after a corrected result, even among results of the same moment", async () => {
    const { asha, office } = await family();
    const rows = [await result(asha, { createdAt: day(4) }), await result(asha, { createdAt: day(4) })];
    await office.results.correct({ id: rows[0]?.id ?? "", score: 12, reason });
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await office.results.of({ email: asha.email, limit: 1, ...(cursor && { cursor }) });
      seen.push(...page.items.map(({ score }) => score));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual([45, 12, 30, 61, 40]);
  });

  it("can be made again; of two at the same time one wins, and the other learns what the result is now", async () => {
    const { office, mine, id } = await family();
    const scores = [64, 65];
    const both = await Promise.allSettled(scores.map((score) => office.results.correct({ id, score, reason })));
    const won = both.findIndex(({ status }) => status === "fulfilled");
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const lost = await refusalOf(office.results.correct({ id, score: 70, reason }));
    expect(lost).toMatchObject({ code: "CONFLICT", message: refusals.correctedAlready(scores[won] ?? 0, 6, reason) });

    expect(lost.message).toContain("now, with a GPA of 6.");
    const current = (await mine.child())[1]?._id ?? "";
    await office.results.correct({ id: current, score: 61, reason: "The first count was right" });
    const [, third] = await mine.child();
    expect(third?.corrections.map(({ before, after }) => [before.score, after.score])).toEqual([
      [scores[won], 61],
      [61, scores[won]],
    ]);
  });

  it("is made once: a repeated call after a lost response gets the same response; the same call by a colleague is refused", async () => {
    const { office, mine, id } = await family();
    const asked = { id, score: 64, gpa: 7, reason };
    const first = await office.results.correct(asked);
    expect(await office.results.correct(asked)).toEqual(first);
    for (const other of [{ score: 65 }, { gpa: 8 }, { gpa: undefined }, { reason: "Another one" }])
      expect((await refusalOf(office.results.correct({ ...asked, ...other }))).code).toBe("CONFLICT");
    const colleague = await callerOf((await createStaff({ role: "office" })).token);
    expect((await refusalOf(colleague.results.correct(asked))).code).toBe("CONFLICT");
    expect((await mine.child())[1]?.corrections).toHaveLength(1);
    expect(await db().auditEvent.count({ where: { action: "result-corrected" } })).toBe(1);
    await office.results.correct({ id: first._id, score: 61, reason });
    expect((await refusalOf(office.results.correct(asked))).code).toBe("CONFLICT");
  });

  it("made on top of a colleague's leaves the GPA that they wrote; the refusal names the GPA if there is one", async () => {
    const { office, id } = await family();
    const theirs = await office.results.correct({ id, score: 64, gpa: 7, reason });
    expect(await office.results.correct({ id: theirs._id, score: 65, reason })).toMatchObject({ score: 65, gpa: 7 });
    expect((await refusalOf(office.results.correct({ id, score: 66, gpa: 6, reason }))).message).toBe(
      refusals.correctedAlready(65, 7, reason),
    );
    expect(refusals.correctedAlready(65, null, reason)).not.toContain("GPA");
  });

  it("is mailed once to each person who may see it, after the pause, and only the last of several", async () => {
    const { office, asha, mother, id } = await family();
    await db().user.updateMany({ where: { id: { in: [asha.id, mother.id] } }, data: { emailConfirmedAt: new Date() } });
    const before = Date.now();
    const { _id } = await office.results.correct({ id, score: 64, reason });
    const mails = await db().mail.findMany({ orderBy: { recipient: "asc" } });
    expect(mails.map(({ kind, recipient }) => [kind, recipient])).toEqual([
      ["resultNews", "asha@example.org"],
      ["resultNews", "mother@example.org"],
    ]);
    for (const { dueAt } of mails) expect(dueAt.getTime()).toBeGreaterThanOrEqual(before + emailDelay);
    const written = await Promise.all(mails.map((mail) => resultMails.resultNews(mail)));
    expect(written.map((mail) => [mail?.subject, mail?.paragraphs[0]])).toEqual([
      ["A corrected result for Class 7", "A corrected result for Class 7, Unit Test: Science."],
      [`A corrected result of ${asha.name}`, `A corrected result of ${asha.name} for Class 7, Unit Test: Science.`],
    ]);
    for (const mail of written)
      expect([mail?.subject, ...(mail?.paragraphs ?? [])].join(" ")).not.toMatch(/6[14]|Question/);
    // Another correction in the pause joins the same mail, which mentions it once.
    await office.results.correct({ id: _id, score: 66, reason });
    const joined = await db().mail.findMany({ orderBy: { recipient: "asc" } });
    expect(joined.map(({ recipient }) => recipient)).toEqual(mails.map(({ recipient }) => recipient));
    expect(await Promise.all(joined.map((mail) => resultMails.resultNews(mail)))).toEqual(written);
  });

  it("leaves the marks of the old row unchanged, and neither marks nor the reason are in the audit trail", async () => {
    const { office, asha, id } = await family();
    await office.results.correct({ id, score: 64, reason });
    await expect(db().result.update({ where: { id }, data: { score: 99 } })).rejects.toThrow();
    const event = await db().auditEvent.findFirstOrThrow({ where: { action: "result-corrected" } });
    expect(event).toMatchObject({ subjectId: asha.id });
    expect(withoutIds(event.detail)).not.toMatch(/61|64|Question/);
  });
});

describe("a withdrawal", () => {
  it("takes all versions out of every list, and tells the family the reason without the marks", async () => {
    const { asha, office, child, parent, of, mine, id } = await family();
    const { _id } = await office.results.correct({ id, score: 64, reason });
    await office.results.withdraw({ id: _id, reason: "It was the mark of another student" });
    for (const list of [await mine.child(), await mine.parent()])
      expect(list.map(({ score }) => score)).toEqual([30, 40]);
    expect((await office.results.of({ email: asha.email })).items).toHaveLength(2);
    for (const list of [await child.results.withdrawn(), await parent.results.withdrawn(of)]) {
      expect(list).toMatchObject([{ subject: "Science", reason: "It was the mark of another student" }]);
      expect(list[0]).not.toHaveProperty("score");
    }
    const view = await office.students.get({ id: asha.id });
    expect(view.results.map(({ withdrawal }) => withdrawal?.reason)).toEqual([
      undefined,
      "It was the mark of another student",
      undefined,
    ]);
  });

  it("is refused a second time, and nothing can be corrected after it", async () => {
    const { office, id } = await family();
    await office.results.withdraw({ id, reason });
    const gone = { code: "GONE", message: refusals.withdrawnAlready };
    expect(await refusalOf(office.results.withdraw({ id, reason }))).toMatchObject(gone);
    expect(await refusalOf(office.results.correct({ id, score: 64, reason }))).toMatchObject(gone);
  });

  it("leaves room for the same exam, and stops the mail about what it took back", async () => {
    const { asha, office } = await family();
    const facts = { className: 7, totalMarks: 100, subject: "Hindi", examName: "Unit Test", examDate: "2026-11-02" };
    const add = (score: number) => office.results.add({ results: [{ studentEmail: asha.email, ...facts, score }] });
    const [first] = await add(50);
    expect(await refusalOf(add(51))).toMatchObject({ code: "CONFLICT" });
    await office.results.withdraw({ id: first?._id ?? "", reason });
    await add(51);
    await notifyOfResults();
    const mail = await db().mail.findFirstOrThrow({ where: { kind: "resultNews", recipient: asha.email } });
    expect(await resultMails.resultNews(mail)).toMatchObject({ subject: "A new result for Class 7" });
  });

  it("still holds after a restore that does not know of it", async () => {
    const { office, mine, id } = await family();
    const { _id } = await office.results.correct({ id, score: 64, reason });
    await office.results.withdraw({ id: _id, reason });
    await db().resultWithdrawal.deleteMany();
    expect(await mine.child()).toHaveLength(3);
    await reapplyEndings();
    expect(await mine.child()).toHaveLength(2);
  });
});

describe("a result of an exam", () => {
  it("that is corrected or withdrawn counts that way in the sheet and in the list of exams", async () => {
    const office = await callerOf(await tokenFor(await createAdmin()));
    await schoolYear();
    const place = { className: 7, section: "A", fromDay: "2026-04-06" };
    const people: string[] = [];
    for (const name of ["Asha Rao", "Dev Gill", "Nila Sen"])
      people.push((await office.students.add({ name, ...place }))._id);
    const exam = {
      className: 7,
      sections: ["A"],
      subjects: ["Biology"],
      examName: "Unit Test",
      examDate: "2026-11-18",
    };
    const [{ _id: id = "" } = {}] = await office.exams.addMany({ ...exam, totalMarks: 100 });
    const cells = people.map((studentId, index) => ({
      ...{ studentId, remark: null, seen: 0 },
      mark: { kind: "scored" as const, score: 40 + 10 * index },
    }));
    await office.exams.saveCells({ id, cells });
    await office.exams.release({ id, digest: (await office.exams.preview({ id })).digest });
    const resultOf = async (studentId = "") => (await office.students.get({ id: studentId })).results[0]?._id ?? "";

    await office.results.correct({ id: await resultOf(people[0]), score: 44, reason });
    await office.results.correct({ id: await resultOf(people[0]), score: 46, reason });
    await office.results.withdraw({ id: await resultOf(people[2]), reason });
    const { rows } = await office.exams.get({ id });
    expect(rows.map(({ mark }) => mark)).toEqual([{ kind: "scored", score: 46 }, { kind: "scored", score: 50 }, null]);
    expect(rows.map(({ corrected }) => corrected)).toEqual([{ at: expect.any(Date), was: 44 }, null, null]);
    expect((await office.exams.list({})).items).toMatchObject([{ students: 3, entered: 2, average: 48 }]);

    const [nila] = rows.slice(2);
    expect(nila).toMatchObject({ name: "Nila Sen", isReleased: false, withdrawal: { reason } });
    const history = await office.exams.events({ id });
    expect(history.map(({ kind, by, of }) => [kind, by, of?.name, of?.before, of?.after])).toEqual([
      ["result_withdrawn", "Administrator", "Nila Sen", 60, null],
      ["corrected", "Administrator", "Asha Rao", 44, 46],
      ["corrected", "Administrator", "Asha Rao", 40, 44],
      ["released", "Administrator", undefined, undefined, undefined],
      ["created", "Administrator", undefined, undefined, undefined],
    ]);

    // The withdrawn mark is entered again, as a late mark.
    const late = { studentId: people[2] ?? "", mark: { kind: "scored" as const, score: 80 }, remark: null };
    const { saved } = await office.exams.saveCells({ id, cells: [{ ...late, seen: nila?.rowVersion ?? 0 }] });
    expect(saved).toHaveLength(1);
    expect((await office.exams.list({})).items).toMatchObject([{ entered: 3 }]);
    expect((await office.exams.statistics({ id })).figures).toMatchObject({ n: 2, average: 48 });
    await office.exams.release({ id, digest: (await office.exams.preview({ id })).digest });
    expect((await office.exams.get({ id })).rows[2]).toMatchObject({
      isReleased: true,
      mark: late.mark,
      withdrawal: null,
    });
    expect((await office.students.get({ id: people[2] ?? "" })).results).toMatchObject([
      { score: 80, withdrawal: null },
      { withdrawal: { reason } },
    ]);
    await office.exams.takeBack({ id });
    expect((await office.exams.get({ id })).rows[2]).toMatchObject({ isReleased: false, mark: late.mark });
  });
});
