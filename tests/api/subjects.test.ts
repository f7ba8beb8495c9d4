import { describe, expect, it } from "vitest";
import { resolveSubjects } from "@/features/subjects/data";
import { copy } from "@/features/subjects/messages";
import { subjectKey } from "@/lib/subject-key";
import { db, pool } from "@/server/db/client";
import { callerOf, createStudent, material, refusalOf, result, schedule, schoolYear, tokenFor } from "../factories";
import { officeOfEachTest } from "../harness/office";
import { fc } from "../harness/random";

const admin = officeOfEachTest();

const names = async () => (await admin.subjects.names()).map(({ name }) => name);
const test = (subject: string) =>
  admin.schedules.add({ className: 7, subject, testDate: "2026-11-20", testTime: "09:30" });

describe("the list of subjects", () => {
  it("is closed to visitors and students", async () => {
    for (const caller of [await callerOf(null), await callerOf(await tokenFor(await createStudent()))]) {
      expect((await refusalOf(caller.subjects.list())).code).toMatch(/^(UNAUTHORIZED|FORBIDDEN)$/);
      expect((await refusalOf(caller.subjects.names())).code).toMatch(/^(UNAUTHORIZED|FORBIDDEN)$/);
      expect((await refusalOf(caller.subjects.add({ name: "Physics" }))).code).toMatch(/^(UNAUTHORIZED|FORBIDDEN)$/);
    }
    expect(await db().subject.count()).toBe(0);
  });

  it("has a subject that was typed in three ways once, as it was typed first", async () => {
    expect((await test("Social Science")).subject).toBe("Social Science");
    expect((await test("social  science")).subject).toBe("Social Science");
    expect((await test("ＳＯＣＩＡＬ Science")).subject).toBe("Social Science");
    expect(await names()).toEqual(["Social Science"]);
  });

  it("treats both spellings of a nukta in a Devanagari name as the same subject", async () => {
    await test("\u0915\u093c\u093f\u0938\u094d\u0938\u093e");
    await test("\u0958\u093f\u0938\u094d\u0938\u093e");
    expect(await db().subject.count()).toBe(1);
  });

  it("knows other spellings, in results, tests and materials alike", async () => {
    await admin.subjects.add({ name: "Mathematics", spellings: ["Maths", "math."] });
    const { email } = await createStudent();
    const entry = { studentEmail: email, className: 7, score: 8, totalMarks: 10 };
    const added = await admin.results.add({
      results: [{ ...entry, subject: "MATHS" }, { ...entry, subject: "Math." }, entry],
    });
    expect(added.map(({ subject }) => subject)).toEqual(["Mathematics", "Mathematics", null]);
    await material({ subject: "maths" });
    expect((await test("mathematics")).subject).toBe("Mathematics");
    expect(await admin.subjects.list()).toMatchObject([
      { name: "Mathematics", spellings: ["math.", "maths"], used: { materials: 1, exams: 0, results: 2, tests: 1 } },
    ]);
  });

  it("gets each new subject of many results, and each once", async () => {
    const { email } = await createStudent();
    const entry = { studentEmail: email, className: 7, score: 8, totalMarks: 10 };
    const subjects = ["Zoology", "Art", "art", "Zoology", "Botany"];
    await admin.results.add({ results: subjects.map((subject) => ({ ...entry, subject })) });
    expect(await names()).toEqual(["Art", "Botany", "Zoology"]);
  });

  it("gets the new subject of an exam, and of a material, test or exam whose subject is changed", async () => {
    await schoolYear();
    const exam = { className: 7, examName: "Finals", examDate: "2026-11-20", totalMarks: 80 };
    const [made] = await admin.exams.addMany({ ...exam, subjects: ["Zoology", "Art"] });
    expect(await names()).toEqual(["Art", "Zoology"]);
    await admin.exams.edit({ ...exam, id: made?._id ?? "", subject: "Robotics", rowVersion: 1 });
    await admin.materials.edit({ id: (await material()).id, subject: "ROBOTICS" });
    expect(await names()).toEqual(["Art", "Biology", "Robotics", "Zoology"]);
    await admin.materials.edit({ id: (await material()).id, subject: "Chess" });
    const { _id: id, ...edited } = await test("Biology");
    const { rowVersion } = await db().testSchedule.findUniqueOrThrow({ where: { id } });
    const { testDate, testTime } = edited;
    await admin.schedules.edit({ id, rowVersion, className: 7, testDate, testTime, subject: "Drama" });
    expect(await names()).toEqual(["Art", "Biology", "Chess", "Drama", "Robotics", "Zoology"]);
  });

  it("exams that change to a subject of the list do not wait for each other", async () => {
    await schoolYear();
    const exam = { className: 7, examName: "Finals", examDate: "2026-11-20", totalMarks: 80 };
    await admin.exams.addMany({ ...exam, subjects: ["Art", "Music", "Drama"] });
    const [one, other] = [await pool().connect(), await pool().connect()];
    const change = "update exams set subject = 'Drama' where subject = $1";
    try {
      for (const client of [one, other]) await client.query("begin; set local lock_timeout = '2s'");
      await one.query(change, ["Art"]);
      await other.query(change, ["Music"]);
    } finally {
      for (const client of [one, other]) await client.query("rollback");
      for (const client of [one, other]) client.release();
    }
  });

  it("new tests of one new subject at the same time make one subject", async () => {
    await Promise.all(["Sanskrit", "sanskrit", "SANSKRIT", "Sanskrit"].map(test));
    expect(await db().subject.count()).toBe(1);
  });

  it("gets nothing from what was refused", async () => {
    await refusalOf(
      admin.results.add({
        results: [{ studentEmail: "nobody@example.org", className: 7, score: 8, totalMarks: 10, subject: "Alchemy" }],
      }),
    );
    expect(await names()).toEqual([]);
  });

  it("ends at 500 subjects; later ones are kept as they were typed", async () => {
    await pool().query(`insert into subjects (id, name, key)
      select gen_random_uuid(), 'Subject ' || n, 'subject ' || n from generate_series(1, 500) n`);
    expect((await test("Astronomy")).subject).toBe("Astronomy");
    expect(await db().subject.count()).toBe(500);
    expect((await refusalOf(admin.subjects.add({ name: "Astronomy" }))).message).toBe(copy.full);
  });

  it("a text whose expansion is too long for an index is kept as it was typed, and not listed", async () => {
    const text = "\ufdfa".repeat(200);
    expect((await test(text)).subject).toBe(text);
    expect(await names()).toEqual([]);
  });
});

describe("changing a subject", () => {
  it("a former name stays a spelling, and what was added under it keeps its word", async () => {
    const maths = await admin.subjects.add({ name: "Maths" });
    await test("maths");
    const before = await admin.schedules.list({});
    await admin.subjects.edit({ id: maths._id, name: "Mathematics" });
    expect(await admin.schedules.list({})).toEqual(before);
    expect((await test("Maths")).subject).toBe("Mathematics");
    expect(await admin.subjects.list()).toMatchObject([{ spellings: ["maths"], used: { tests: 2 } }]);
    await admin.subjects.edit({ id: maths._id, name: "Mathematics", spellings: [] });
    expect((await test("Maths")).subject).toBe("Maths");
  });

  it("if two people change different spellings, both changes stay", async () => {
    const { _id: id, spellings: spellingsWere } = await admin.subjects.add({
      name: "Mathematics",
      spellings: ["a", "b"],
    });
    await admin.subjects.edit({ id, spellings: ["b", "maths"], spellingsWere });
    await admin.subjects.edit({ id, name: "Maths II" });
    await admin.subjects.edit({ id, spellings: ["a", "b", "ganit"], spellingsWere });
    expect(await admin.subjects.list()).toMatchObject([
      { name: "Maths II", spellings: ["b", "ganit", "mathematics", "maths"] },
    ]);
  });

  it("a subject with more spellings than a form may send, from merges, can be changed like any other", async () => {
    const { _id: id } = await admin.subjects.add({ name: "Mathematics" });
    const keys = Array.from({ length: 25 }, (_, at) => `maths ${at + 10}`);
    await db().subjectSpelling.createMany({ data: keys.map((key) => ({ key, subjectId: id })) });
    const [{ spellings: spellingsWere } = { spellings: [] }] = await admin.subjects.list();
    const spellings = [...keys.slice(0, 2), "ganit"];
    expect(await admin.subjects.edit({ id, spellings: [...keys, "ganit"], spellingsWere })).toMatchObject({
      spellings: ["ganit", ...keys],
    });
    const many = Array.from({ length: 21 }, (_, at) => `math ${at + 10}`);
    expect(await refusalOf(admin.subjects.edit({ id, spellings: [...keys, ...many] }))).toMatchObject({
      message: copy.tooManySpellings,
    });
    expect(await admin.subjects.edit({ id, spellings, spellingsWere })).toMatchObject({
      spellings: spellings.toSorted(),
    });
  });

  it("joins two subjects, with all that the other has, if a spelling of one is the other", async () => {
    const kept = await admin.subjects.add({ name: "Mathematics", spellings: ["ganit"] });
    await admin.subjects.add({ name: "Maths", spellings: ["math"] });
    await admin.subjects.edit({ id: kept._id, name: "Mathematics", spellings: ["ganit", "maths"] });
    expect(await admin.subjects.list()).toMatchObject([{ _id: kept._id, spellings: ["ganit", "math", "maths"] }]);
    const [event] = await db().auditEvent.findMany({ where: { action: "subject-changed" } });
    expect(event?.detail).toEqual({ subject: "Mathematics", before: "Mathematics", joined: "Maths" });
  });

  it.each([
    [{ name: "physics" }, "name", copy.isOnList("Physics")],
    [{ name: "Phy" }, "name", copy.standsFor("Phy", "Physics")],
    [{ name: "Optics", spellings: ["PHY"] }, "spellings", copy.standsFor("phy", "Physics")],
  ])("%j is refused: the text means another subject", async (input, field, message) => {
    await admin.subjects.add({ name: "Physics", spellings: ["phy"] });
    const { _id } = await admin.subjects.add({ name: "Light" });
    const refusal = { code: "CONFLICT", issues: [{ path: [field], message }] };
    expect(await refusalOf(admin.subjects.add(input))).toMatchObject(refusal);
    expect(await refusalOf(admin.subjects.edit({ id: _id, ...input }))).toMatchObject(refusal);
    expect(await names()).toEqual(["Light", "Physics"]);
  });

  it("a retired subject is still known, and can come back", async () => {
    const { _id } = await admin.subjects.add({ name: "Latin" });
    await admin.subjects.retire({ id: _id, retired: true });
    expect((await test("LATIN")).subject).toBe("Latin");
    expect(await admin.subjects.names()).toEqual([{ name: "Latin", keys: ["latin"], isRetired: true }]);
    await admin.subjects.retire({ id: _id, retired: false });
    await admin.subjects.retire({ id: _id, retired: false });
    const actions = (await db().auditEvent.findMany({ orderBy: { id: "asc" } })).map(({ action }) => action);
    expect(actions.filter((action) => action.startsWith("subject-"))).toEqual([
      "subject-added",
      "subject-retired",
      "subject-restored",
    ]);
    const gone = { id: "019376a0-5b1e-7c3a-9d2f-4a6b8c0d1e2f", name: "X", retired: true };
    expect((await refusalOf(admin.subjects.retire({ id: gone.id, retired: true }))).message).toBe(copy.notFound);
    expect((await refusalOf(admin.subjects.edit({ id: gone.id, name: "X" }))).message).toBe(copy.notFound);
  });
});

describe("exams of a subject that is renamed or joined", () => {
  const exam = { className: 7, sections: [], examName: "Unit Test", examDate: "2026-11-18", totalMarks: 80 };
  const keysOf = async () => (await db().exam.findMany({ orderBy: { id: "asc" } })).map((row) => row.subjectKey);

  it("count for the subject it is now, once each, and for their own again once the spelling is removed", async () => {
    await schoolYear();
    const { _id } = await admin.subjects.add({ name: "Maths" });
    await admin.exams.addMany({ ...exam, subjects: ["Maths"] });
    await admin.subjects.edit({ id: _id, name: "Mathematics" });
    expect(await keysOf()).toEqual(["mathematics"]);
    const again = admin.exams.addMany({ ...exam, subjects: ["Mathematics"] });
    expect(await refusalOf(again)).toMatchObject({ code: "CONFLICT" });
    for (const subject of ["Maths", "Mathematics"])
      expect((await admin.exams.list({ subject })).items).toMatchObject([{ subject: "Maths" }]);
    await admin.subjects.edit({ id: _id, name: "Math" });
    expect(await keysOf()).toEqual(["math"]);
    await admin.subjects.edit({ id: _id, name: "Mathematics", spellings: [] });
    expect(await keysOf()).toEqual(["maths"]);
  });

  it("keep their key if the subject already has such an exam", async () => {
    await schoolYear();
    const { _id } = await admin.subjects.add({ name: "Mathematics" });
    await admin.subjects.add({ name: "Maths", spellings: ["ganit"] });
    await admin.exams.addMany({ ...exam, subjects: ["Mathematics", "Maths"] });
    await admin.exams.addMany({ ...exam, examName: "Half-yearly", subjects: ["Maths"] });
    await admin.subjects.edit({ id: _id, spellings: ["maths"] });
    expect(await keysOf()).toEqual(["mathematics", "maths", "mathematics"]);
  });

  it("are not taken by a student who was exempt from either subject", async () => {
    await schoolYear();
    const { _id } = await admin.subjects.add({ name: "Mathematics" });
    await admin.subjects.add({ name: "Maths" });
    const place = { className: 7, section: "A", fromDay: "2026-04-06" };
    const { _id: studentId } = await admin.students.add({ name: "Dev Gill", ...place });
    const [one, other] = await admin.exams.addMany({ ...exam, subjects: ["Maths", "Mathematics"] });
    for (const made of [one, other]) await admin.exams.exempt({ id: made?._id ?? "", studentId, isExempt: true });
    await db().exam.delete({ where: { id: other?._id ?? "" } });
    await admin.subjects.edit({ id: _id, spellings: ["maths"] });
    expect(await db().subjectExemption.findMany()).toMatchObject([{ studentId, subjectKey: "mathematics" }]);
    const { rows } = await admin.exams.get({ id: one?._id ?? "" });
    expect(rows).toMatchObject([{ isExempt: true }]);
    await admin.exams.exempt({ id: one?._id ?? "", studentId, isExempt: false });
    expect(await db().subjectExemption.count()).toBe(0);
  });

  it.each(["the subject", "the spelling"])("hide no mark of a student who was exempt from %s", async (which) => {
    await schoolYear();
    const { _id } = await admin.subjects.add({ name: "Mathematics" });
    await admin.subjects.add({ name: "Maths" });
    const place = { className: 7, section: "A", fromDay: "2026-04-06" };
    const { _id: studentId } = await admin.students.add({ name: "Dev Gill", ...place });
    const { _id: other } = await admin.students.add({ name: "Asha Rao", ...place });
    const subjects = which === "the subject" ? ["Mathematics", "Maths"] : ["Maths", "Mathematics"];
    const [[exempt], [marked]] = [
      await admin.exams.addMany({ ...exam, subjects: subjects.slice(0, 1) }),
      await admin.exams.addMany({ ...exam, examName: "Final", subjects: subjects.slice(1) }),
    ];
    for (const one of [studentId, other])
      await admin.exams.exempt({ id: exempt?._id ?? "", studentId: one, isExempt: true });
    const cells = [{ studentId, mark: { kind: "scored" as const, score: 61 }, remark: null, seen: 0 }];
    await admin.exams.saveCells({ id: marked?._id ?? "", cells });
    await admin.subjects.edit({ id: _id, spellings: ["maths"] });
    const { rows } = await admin.exams.get({ id: marked?._id ?? "" });
    expect(rows).toMatchObject([
      { studentId: other, isExempt: true },
      { studentId, isExempt: false, mark: { score: 61 } },
    ]);
    expect(await admin.exams.preview({ id: marked?._id ?? "" })).toMatchObject({ results: 1 });
  });

  it("cannot have the same result again under another name", async () => {
    const { email } = await createStudent();
    const entry = {
      studentEmail: email,
      className: 7,
      score: 8,
      totalMarks: 10,
      examName: "UT",
      examDate: "2026-11-18",
    };
    const { _id } = await admin.subjects.add({ name: "Maths" });
    const [first] = await admin.results.add({ results: [{ ...entry, subject: "Maths" }] });
    await admin.subjects.edit({ id: _id, name: "Mathematics" });
    for (const subject of ["Maths", "mathematics "])
      await expect(admin.results.add({ results: [{ ...entry, subject }] })).rejects.toMatchObject({
        cause: { code: "CONFLICT", existingId: first?._id },
      });
    await admin.results.add({ results: [{ ...entry, subject: "Art" }] });
  });
});

describe("resolving", () => {
  it("takes one query for a thousand texts and leaves unknown texts as they are", async () => {
    await admin.subjects.add({ name: "Physics", spellings: ["phy"] });
    const nameOf = await resolveSubjects([...Array(1000).fill("PHY"), "Chemistry", null, undefined]);
    expect(["PHY", "physics ", "Chemistry", null, undefined].map(nameOf)).toEqual([
      "Physics",
      "Physics",
      "Chemistry",
      null,
      undefined,
    ]);
  });

  it("the browser and the database treat the same texts as one subject", async () => {
    const letters = fc.constantFrom("a", "A", "ﬁ", "É", "é", "e\u0301", " ", "\u00a0", "क", "\u093c", "ß", "Ω", "１");
    const texts = fc
      .array(letters, { minLength: 1, maxLength: 6 })
      .map((parts) => `x${parts.join("")}x`.normalize("NFC"));
    await fc.assert(
      fc.asyncProperty(texts, async (subject) => {
        await db().subject.deleteMany();
        await schedule({ subject });
        const [{ key } = { key: "" }] = await db().subject.findMany();
        expect(key).toBe(subjectKey(subject));
      }),
      { numRuns: 30 },
    );
  });
});

it("usage counts a subject in any capitals", async () => {
  const student = await createStudent();
  await result(student, { subject: "Biology" });
  await result(student, { subject: "BIOLOGY" });
  await result(student);
  expect(await admin.subjects.list()).toMatchObject([
    { name: "Biology", used: { materials: 0, exams: 0, results: 2, tests: 0 } },
  ]);
});

it("usage counts exams that are not withdrawn, under any spelling", async () => {
  await schoolYear(2026);
  await admin.subjects.add({ name: "Mathematics" });
  const exam = { className: 7, sections: [], examDate: "2026-11-18", totalMarks: 80 };
  for (const examName of ["Unit Test", "Half-yearly"])
    await admin.exams.addMany({ ...exam, examName, subjects: ["Mathematics", "Maths"] });
  await db().exam.updateMany({ where: { examName: "Half-yearly", subject: "Maths" }, data: { state: "withdrawn" } });
  const { _id: id } = (await admin.subjects.list())[0] ?? { _id: "" };
  await admin.subjects.edit({ id, spellings: ["Maths"] });
  const used = { materials: 0, exams: 3, results: 0, tests: 0 };
  expect(await admin.subjects.list()).toMatchObject([{ name: "Mathematics", used }]);
  expect(copy.usedBy(used)).toBe("3 exams");
  expect(copy.usedBy({ ...used, exams: 0 })).toBe("Not used yet");
});
