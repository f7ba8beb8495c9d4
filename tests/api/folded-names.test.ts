import { beforeEach, describe, expect, it } from "vitest";
import { byName } from "@/features/exams/rules";
import { db } from "@/server/db/client";
import { callerOf, createAdmin, createStudent, refusalOf, schoolYear, tokenFor } from "../factories";
import { resetDatabase } from "../harness/database";

beforeEach(resetDatabase);

it.each([
  ["İbrahim Kaya", ["ibrahim", "İBRAHİM kaya", "İbrahim"]],
  ["علی\u200cرضا", ["علیرضا", "علی\u200cرضا"]],
  ["Mira O’Brien", ["o'brien", "mira o’BRIEN"]],
])(
  "%s is found by the plain letters of the name, as a person, in the audit trail and in the mail log",
  async (name, searches) => {
    const admin = await createAdmin();
    const office = await callerOf(await tokenFor(admin));
    const { id } = await createStudent({ name });
    const event = { action: "login", actorId: id };
    await db().auditEvent.create({ data: event });
    const mail = { event: id, kind: "passwordChanged", recipient: "x@example.org", about: {}, state: "held" } as const;
    await db().mail.create({ data: { ...mail, userId: id } });
    for (const text of searches) {
      expect(await office.people.search({ text }), text).toMatchObject([{ name }]);
      expect((await office.records.listEvents({ person: text })).items, text).toMatchObject([{ action: "login" }]);
      expect((await office.records.listMails({ person: text })).items, text).toMatchObject([{ name }]);
      expect(await office.records.mailSummary({ person: text }), text).toMatchObject({ held: 1 });
    }
    expect(await office.records.dropMails({ person: "o%n" })).toEqual({ count: 0 });
    expect(await office.records.dropMails({ person: searches[0] })).toEqual({ count: 1 });
    expect(await office.people.search({ text: "o%n" })).toEqual([]);
    expect((await office.records.listEvents({ person: "\u200c" })).items).toEqual([]);
  },
);

it("everybody of a common name is found, but nobody if it is too common: the office must type more of it", async () => {
  const office = await callerOf(await tokenFor(await createAdmin()));
  const name = "Nila Rao";
  await db().$executeRaw`
    insert into users (id, name) select gen_random_uuid(), ${name} from generate_series(1, 4999)`;
  const { id } = await createStudent({ name: "Nila Raoul" });
  await db().auditEvent.create({ data: { action: "login", actorId: id } });
  await db().mail.create({ data: { event: id, kind: "k", recipient: "x@example.org", about: {}, userId: id } });
  const { listEvents, listMails, mailSummary } = office.records;
  expect((await listEvents({ person: name })).items).toMatchObject([{ actorId: id }]);
  expect((await listMails({ person: name })).items).toMatchObject([{ name: "Nila Raoul" }]);
  await db().user.create({ data: { name } });
  for (const search of [listEvents, listMails, mailSummary])
    expect(await refusalOf(search({ person: name }))).toMatchObject({
      code: "BAD_REQUEST",
      message: "More than 5,000 people have this in their name. Type more of it.",
    });
  expect((await listEvents({ person: "nila raou" })).items).toHaveLength(1);
});

it("an exam is found in the list by the plain letters of its name and subject", async () => {
  const office = await callerOf(await tokenFor(await createAdmin()));
  await schoolYear();
  await office.exams.addMany({
    className: 7,
    sections: [],
    subjects: ["İstatistik"],
    examName: "می\u200cخواهم İ",
    totalMarks: 80,
  });
  for (const [search, count] of [
    ["istatistik", 1],
    ["میخواهم", 1],
    ["می\u200cخواهم i", 1],
    ["می%خ", 0],
  ] as const)
    expect((await office.exams.list({ search })).items, search).toHaveLength(count);
});

describe("an exam whose name differs from that of another one only in its spaces", () => {
  const usual = { className: 7, sections: [], subjects: ["Biology"], examDate: "2026-11-18", totalMarks: 80 };
  const spaced = "Half-yearly\u00a0 exam";

  it("has the same name, and is not added twice", async () => {
    const { exams } = await callerOf(await tokenFor(await createAdmin()));
    await schoolYear();
    const [made] = await exams.addMany({ ...usual, examName: spaced });
    const { exam } = await exams.get({ id: made?._id ?? "" });
    expect(exam.examName).toBe("Half-yearly exam");
    for (const examName of [spaced, exam.examName]) {
      for (const stored of [spaced, exam.examName]) {
        await db().exam.updateMany({ data: { examName: stored } });
        expect(await refusalOf(exams.addMany({ ...usual, examName }))).toMatchObject({ code: "CONFLICT" });
      }
    }
  });

  it("is listed with it, and keeps its name if a client sends that again", async () => {
    const { exams } = await callerOf(await tokenFor(await createAdmin()));
    await schoolYear();
    const subjects = ["Art", "Biology", "Maths"];
    const made = await exams.addMany({ ...usual, subjects, examName: "Half-yearly exam" });
    await exams.addMany({ ...usual, examName: "Half-yearly (oral)" });
    const id = made[1]?._id ?? "";
    await db().exam.update({ where: { id }, data: { examName: spaced } });
    const { items } = await exams.list({});
    expect(byName(items).map(({ exams }) => exams.length)).toEqual([1, 3]);
    const { subjects: _, ...same } = usual;
    for (const examName of [spaced, "Half-yearly exam"]) await exams.edit({ ...same, id, examName, rowVersion: 1 });
    const [kept] = items.filter(({ _id }) => _id === id);
    expect((await exams.get({ id })).exam).toMatchObject({ rowVersion: 1, examName: kept?.examName });
    const move = { ...same, id, subject: "Art", examName: spaced, rowVersion: 1 };
    expect(await refusalOf(exams.edit(move))).toMatchObject({
      code: "CONFLICT",
      message: "There is an exam “Half-yearly exam” in Art already.",
    });
    await exams.edit({ ...same, id, examName: "Half-Yearly exam", rowVersion: 1 });
    expect((await exams.get({ id })).exam.examName).toBe("Half-Yearly exam");
  });
});
