import { beforeEach, describe, expect, it } from "vitest";
import { issueCards } from "@/features/report-cards/mutations-issue";
import { db, transaction } from "@/server/db/client";
import { callerOf, createStaff, openStore, refusalOf } from "../factories";
import { classWithCards } from "../harness/cards";
import { resetDatabase } from "../harness/database";
import { scored } from "../harness/exams";
import { doJobs } from "../harness/jobs";

await openStore();

beforeEach(resetDatabase);

const runBy = (userId: string) => ({
  ...{ id: "t", by: { userId, role: "admin" as const }, signal: new AbortController().signal },
  finish: async () => {},
});

describe("the exams of report cards", () => {
  it("have at most twelve names, but an earlier set that has more can still be changed", async () => {
    const { of, biology } = await classWithCards();
    const { id: _, ...exam } = await db().exam.findUniqueOrThrow({ where: { id: biology } });
    const data = Array.from({ length: 13 }, (_one, index) => ({ ...exam, examName: `Weekly test ${index}` }));
    const [last = "", ...twelve] = (await db().exam.createManyAndReturn({ data, select: { id: true } })).map(
      ({ id }) => id,
    );
    const refused = {
      code: "BAD_REQUEST",
      issues: [
        {
          path: ["examIds"],
          message: "A card has room for exams of 12 names. Choose fewer of them, or make two sets of report cards.",
        },
      ],
    };
    const set = { class: 7, section: "A", title: "Term 2" };
    expect(await refusalOf(of.office.reportCards.add({ ...set, examIds: [last, ...twelve] }))).toMatchObject(refused);
    const { _id } = await of.office.reportCards.add({ ...set, examIds: twelve });
    const { lastDay } = (await of.office.reportCards.get({ id: _id })).set;
    const change = { id: _id, title: "Second term", lastDay, rowVersion: 1 };
    const edit = (examIds: string[]) => of.office.reportCards.edit({ ...change, examIds });
    expect(await refusalOf(edit([last, ...twelve]))).toMatchObject(refused);
    await db().reportCardSetExam.create({ data: { setId: _id, examId: last } });
    await edit([last, ...twelve]);
  });

  it("are shown with those of the same names that were released since, until a change adds them", async () => {
    const { of, setId: id } = await classWithCards();
    const [physics, music] = [await of.examWith([], "Physics"), await of.examWith([[of.dev, scored(40)]], "Music")];
    await db().exam.update({ where: { id: music }, data: { examName: "Quiz" } });
    await of.release(music);
    const later = async ({ reportCards } = of.office) =>
      (await reportCards.get({ id })).later.map(({ subject, examName }) => `${subject}, ${examName}`);
    expect(await later()).toEqual([]);
    await of.enter(physics, [[of.dev, scored(40)]]);
    await of.release(physics);
    expect(await later()).toEqual(["Physics, Unit Test 3"]);
    const { lastDay: until } = (await of.office.reportCards.get({ id })).set;
    const heldOn = (days: number) => new Date(new Date(until).getTime() + days * 24 * 60 * 60_000);
    await db().exam.update({ where: { id: physics }, data: { examDate: heldOn(1) } });
    expect(await later()).toEqual([]);
    await db().exam.update({ where: { id: physics }, data: { examDate: heldOn(0) } });
    const teacher = await createStaff({ role: "teacher", className: 7, section: "A" });
    expect(await later(await callerOf(teacher.token))).toEqual([]);
    const { set, exams } = await of.office.reportCards.get({ id });
    const { title, lastDay, daysOpen, rowVersion } = set;
    const examIds = [...exams.map(({ _id }) => _id), physics];
    await of.office.reportCards.edit({ id, title, lastDay, daysOpen, rowVersion, examIds });
    expect(await later()).toEqual([]);
  });
});

it("a card that a run left unfinished with another rounding is issued with the present percentage", async () => {
  const { of } = await classWithCards();
  const art = await of.examWith([[of.asha.id, scored(56.04)]], "Art");
  await of.release(art);
  const { _id: setId } = await of.office.reportCards.add({ class: 7, section: "A", title: "Art", examIds: [art] });
  const run = runBy(of.mother.id);
  const input = { setId, students: [of.asha.id] };
  const killed = () => Promise.reject(new Error("killed"));
  await expect(issueCards({ ...run, progress: killed }, input)).rejects.toThrow("killed");
  await db().$executeRaw`update report_cards set content = replace(content::text, '70.1%', '70.0%')::jsonb`;
  await issueCards({ ...run, progress: async () => {} }, input);
  const [card] = await db().reportCard.findMany();
  expect(card).toMatchObject({ state: "issued", content: { overall: { percent: "70.1%" } } });
});

it("the percentage of a card is rounded half up, and a card that was issued with another rounding stays", async () => {
  const { of } = await classWithCards();
  const art = await of.examWith([[of.asha.id, scored(56.04)]], "Art");
  await of.release(art);
  const { _id: id } = await of.office.reportCards.add({ class: 7, section: "A", title: "Art", examIds: [art] });
  const rowOfAsha = async () => {
    const { rows } = await of.office.reportCards.get({ id });
    return rows.find(({ studentId }) => studentId === of.asha.id);
  };
  // 70.05
  expect(await rowOfAsha()).toMatchObject({ percent: "70.1%", standing: "none" });
  await of.office.reportCards.issue({ id, students: [of.asha.id] });
  await doJobs();
  const restate = (from: string, to: string) =>
    transaction(async (tx) => {
      await tx.$executeRaw`alter table report_cards disable trigger report_cards_keep`;
      await tx.$executeRaw`update report_cards set content = replace(content::text, ${from}, ${to})::jsonb`;
      await tx.$executeRaw`alter table report_cards enable trigger report_cards_keep`;
    });
  await restate("70.1%", "70.0%");
  expect(JSON.stringify(await db().reportCard.findFirst())).toMatch(/70\.0%.*70\.0%/);
  expect(await rowOfAsha()).toMatchObject({ standing: "issued" });
  await restate("56.04", "56.05");
  expect(await rowOfAsha()).toMatchObject({ standing: "changed" });
});

it("a card that is withdrawn between the choice and the run, or during the run, stays withdrawn", async () => {
  const { of, setId } = await classWithCards();
  const { reportCards } = of.office;
  const students = [of.asha.id, of.dev];
  const rowOf = async (studentId: string) =>
    (await reportCards.get({ id: setId })).rows.find((row) => row.studentId === studentId);
  const withdraw = async (studentId: string) => {
    const { card } = (await rowOf(studentId)) ?? {};
    await reportCards.withdraw({ id: card?._id ?? "", reason: "Wrong seal" });
  };
  const type = (remarkTeacher: string, seen: number) => {
    const typed = { daysPresent: null, remarkTeacher, remarkHead: null, lines: [], seen };
    return reportCards.saveEntries({ id: setId, entries: students.map((studentId) => ({ studentId, ...typed })) });
  };
  await reportCards.issue({ id: setId, withdrawn: [] });
  // The previous version does not know the choice of withdrawn cards.
  expect((await db().backgroundTask.findFirstOrThrow()).input).toEqual({ setId, students: expect.any(Array) });
  await doJobs();
  await type("Steady.", 0);
  await reportCards.issue({ id: setId, students });
  await withdraw(of.asha.id);
  await doJobs();
  expect(await rowOf(of.asha.id)).toMatchObject({
    standing: "withdrawn",
    card: { number: expect.stringMatching(/-1$/) },
  });
  expect(await rowOf(of.dev)).toMatchObject({ standing: "issued", card: { number: expect.stringMatching(/-2$/) } });

  await type("Very steady.", 1);
  let isFirst = true;
  const progress = async () => {
    if (isFirst) await withdraw(of.dev);
    isFirst = false;
  };
  await issueCards({ ...runBy(of.mother.id), progress }, { setId, students });
  const cards = await db().reportCard.findMany({ select: { state: true } });
  expect(cards.map(({ state }) => state).sort()).toEqual(["replaced", "withdrawn", "withdrawn"]);
});
