import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { purgeExpired } from "@/main/retention";
import { createToken } from "@/server/auth/account-tokens";
import { db } from "@/server/db/client";
import { createStudent, refusalOf, result, submission } from "../factories";
import { classList, listHeads } from "../harness/class-list";
import { shifted } from "../harness/days";
import { doJobs } from "../harness/jobs";
import { asha, findStudent as find, importOffice, nisha, people, row } from "../harness/list-import";
import { meanwhile } from "../harness/meanwhile";

const today = new Date().toISOString().slice(0, 10);

const { admin, add, check, carryOut } = importOffice(shifted);

it("many rows are processed in the background, and their progress is shown", async () => {
  const { _id: id, columns } = await add(classList(501), listHeads);
  const { taskId } = await admin.imports.check({ id, columns, dayOrder: "day" });
  expect(taskId).not.toBeNull();
  await doJobs();
  expect(await admin.tasks.get({ id: taskId ?? "" })).toMatchObject({ state: "done", fault: null });
  expect(await admin.imports.get({ id })).toMatchObject({ state: "checked", taskId: null, counts: { created: 501 } });
  await admin.imports.carryOut({ id });
  await doJobs();
  expect(await db().student.count()).toBe(501);
  await admin.imports.undo({ id });
  await doJobs();
  expect(await admin.imports.get({ id })).toMatchObject({ state: "undone", reversed: 501, leftOver: [] });
  expect(await people()).toBe(0);
});

it.each([1, 60])(
  "when %i fathers are deleted at the same time, what an import remembers of them is deleted with them",
  async (deleted) => {
    const families = Array.from({ length: 61 }, (_, at) =>
      row({ 0: `A-${at}`, 1: `Child ${at}`, 5: String(at), 7: `Father ${at}`, 8: String(9_823_000_000 + at) }),
    );
    await carryOut(families);
    const fathers = await db().user.findMany({
      where: { name: { startsWith: "Father" } },
      take: deleted,
      orderBy: { id: "asc" },
    });
    const ids = fathers.map(({ id }) => id);
    await db().user.deleteMany({ where: { id: { in: ids } } });
    const rows = await db().batchRow.findMany();
    const emptied = rows.filter(({ guardianIds, raw }) => guardianIds.length === 0 && raw === null);
    expect(emptied).toHaveLength(deleted);
    const left = JSON.stringify(rows);
    for (const { id, name } of fathers) expect([left.includes(id), left.includes(`"${name}"`)]).toEqual([false, false]);
  },
);

describe("undoing", () => {
  it("puts everything back: people, names, places, phones", async () => {
    await carryOut([asha, nisha]);
    const before = JSON.stringify(await snapshot());
    const { _id: id } = await carryOut([
      row({ 1: "Asha Devi", 2: "05.05.2014", 3: "8", 5: "", 8: "9823099999" }),
      row({ 0: "A-2", 1: "Nisha Rao", 5: "1", 7: "Vikram Rao", 8: "9823099999" }),
      row({ 0: "A-3", 1: "Zoya", 5: "2", 7: "Imran" }),
    ]);
    expect(JSON.stringify(await snapshot())).not.toBe(before);
    expect(await admin.imports.undo({ id })).toMatchObject({ state: "undone", reversed: 3, leftOver: [] });
    await doJobs();
    expect(JSON.stringify(await snapshot())).toBe(before);
    expect(await refusalOf(admin.imports.undo({ id }))).toMatchObject({
      message: "This import has been undone already.",
    });
  });

  it("neither an import nor its undo takes the admission number away from a student who logs in with it beside an address", async () => {
    await carryOut([asha, row({ 0: "A-2", 1: "Nisha Rao", 5: "2", 6: "nisha@example.org" })]);
    await db().user.update({ where: { username: "A-1" }, data: { email: "asha@exmaple.org", passwordHash: "x" } });
    const { _id: id } = await carryOut([
      row({ 1: "Asha Devi" }),
      row({ 0: "A-2", 1: "Nisha Devi", 5: "2", 6: "nisha@example.org" }),
    ]);
    const names = async () => [(await find("A-1")).user, (await find("A-2")).user].map(({ username }) => username);
    expect(await names()).toEqual(["A-1", null]);
    expect(await admin.imports.undo({ id })).toMatchObject({ reversed: 2 });
    expect(await names()).toEqual(["A-1", null]);
  });

  /** The roster without versions. */
  async function snapshot() {
    const [users, students, enrolments, links, names] = await Promise.all([
      db().user.findMany({ where: { role: "user" }, orderBy: { id: "asc" }, omit: { rowVersion: true } }),
      db().student.findMany({ orderBy: { userId: "asc" }, omit: { rowVersion: true } }),
      db().enrolment.findMany({ orderBy: { id: "asc" }, omit: { rowVersion: true } }),
      db().guardianship.findMany({ orderBy: { id: "asc" } }),
      db().personName.findMany({ orderBy: { id: "asc" } }),
    ]);
    return { users, students, enrolments, links, names };
  }

  it("keeps what was changed since, and says why; it fails for a roll number that was given away", async () => {
    const { _id: id } = await carryOut([
      asha,
      nisha,
      row({ 0: "A-3", 1: "Zoya", 5: "3", 7: "", 8: "" }),
      row({ 0: "A-4", 1: "Ojas", 5: "4", 7: "", 8: "" }),
      row({ 0: "A-5", 1: "Tenzin", 5: "5", 7: "", 8: "" }),
    ]);
    const { _id: second } = await carryOut([row({ 0: "A-5", 1: "Tenzin", 5: "6", 7: "", 8: "" })]);
    await db().user.update({ where: { id: (await find("A-1")).userId }, data: { name: "Asha Devi" } });
    await result({ ...(await find("A-3")).user, email: "" });
    await db().user.delete({ where: { id: (await find("A-4")).userId } });
    await admin.students.add({ name: "Reyansh", className: 7, section: "A", rollNo: "5" });
    expect((await admin.imports.undo({ id: second })).leftOver).toMatchObject([
      { name: "Tenzin", state: "failed", why: "Another student now has the earlier roll number." },
    ]);
    const { reversed, leftOver } = await admin.imports.undo({ id });
    expect(reversed).toBe(1);
    expect(leftOver.map(({ no, name, state, why }) => [no, name, state, why])).toEqual([
      [2, "Asha Rao".replace("Rao", "Devi"), "kept", "Was changed since the import."],
      [4, "Zoya", "kept", "Has results by now."],
      [5, "", "failed", "Names somebody who is no longer on the roster."],
      [6, "Tenzin", "kept", "Was changed by a later import or promotion."],
    ]);
    expect(await db().student.findFirst({ where: { admissionNo: "A-4" } })).toBeNull();
  });

  it("fails for a roll number that went to a student of whom the import had changed only the name", async () => {
    await carryOut([asha, nisha]);
    const { _id: id } = await carryOut([row({ 1: "Asha Devi" }), row({ 0: "A-2", 1: "Nisha Rao", 5: "3" })]);
    const { enrolments } = await find("A-1");
    await db().enrolment.update({ where: { id: enrolments[0]?.id ?? "" }, data: { rollNo: "2" } });
    expect(await admin.imports.undo({ id })).toMatchObject({
      reversed: 1,
      leftOver: [{ no: 3, state: "failed", why: "Another student now has the earlier roll number." }],
    });
    expect((await find("A-1")).user.name).toBe("Asha Rao");
  });

  it("fails for a guardian whose earlier number is somebody else’s login by now, and goes on with the others", async () => {
    const apart = (name: string) => row({ 0: "A-2", 1: name, 5: "2", 7: "", 8: "" });
    await carryOut([asha, apart("Nisha Rao")]);
    const vikram = { phone: "+919823012345" };
    await db().user.updateMany({ where: vikram, data: { username: vikram.phone, passwordHash: "x" } });
    const { _id: id } = await carryOut([row({ 8: "9823099999" }), apart("Nisha Devi")]);
    await db().user.create({ data: { name: "Meera", ...vikram, username: vikram.phone, passwordHash: "x" } });
    expect(await admin.imports.undo({ id })).toMatchObject({
      reversed: 1,
      leftOver: [{ no: 2, state: "failed", why: expect.stringMatching(/^Somebody else now has .*phone number/) }],
    });
    expect((await find("A-2")).user.name).toBe("Nisha Rao");
    expect((await find("A-1")).guardianships).toMatchObject([{ guardian: { username: "+919823099999" } }]);
  });

  it("gives a guardian the earlier number back if the other person who has it does not log in with it", async () => {
    await carryOut([asha]);
    const vikram = { phone: "+919823012345" };
    await db().user.updateMany({ where: vikram, data: { username: vikram.phone, passwordHash: "x" } });
    const { _id: id } = await carryOut([row({ 8: "9823099999" })]);
    await db().user.create({ data: { name: "Sunita", ...vikram } });
    expect(await admin.imports.undo({ id })).toMatchObject({ reversed: 1, leftOver: [] });
    expect((await find("A-1")).guardianships).toMatchObject([{ guardian: { ...vikram, username: vikram.phone } }]);
  });

  it("keeps a student of whom anything has been noted, and says what", async () => {
    const numbers = Array.from({ length: 9 }, (_, at) => `A-${at + 1}`);
    const { _id: id } = await carryOut(
      numbers.map((number, at) => row({ 0: number, 1: `Child ${number}`, 5: String(at + 1), 7: "", 8: "" })),
    );
    const ids = await Promise.all(numbers.map(async (number) => (await find(number)).userId));
    const [marked = "", absent = "", consented = "", exempt = "", typed = "", told = "", ...others] = ids;
    const [applied = "", emptied = "", confirmed = ""] = others;
    const exam = { className: 7, sections: [], subjects: ["Biology"], examDate: today, totalMarks: 80 };
    const [made] = await admin.exams.addMany({ ...exam, examName: "Unit Test 1" });
    const examId = made?._id ?? "";
    const cell = { mark: { kind: "scored", score: 61 }, remark: null, seen: 0 } as const;
    await admin.exams.saveCells({ id: examId, cells: [{ ...cell, studentId: marked }] });
    await db().markDraft.create({ data: { examId, studentId: emptied, rowVersion: 1 } });
    await db().examAbsence.create({ data: { examId, studentId: absent, kind: "absent", releaseNo: 1 } });
    await db().consent.create({
      data: { studentId: consented, givenName: "Vikram Rao", how: "paper", version: "1", givenAt: new Date() },
    });
    await admin.exams.exempt({ id: examId, studentId: exempt, isExempt: true });
    const { id: schoolYearId } = await db().schoolYear.findFirstOrThrow();
    const { id: setId } = await db().reportCardSet.create({
      data: { schoolYearId, className: 7, title: "Term 1", lastDay: new Date(today) },
    });
    await db().reportCardEntry.create({ data: { setId, studentId: typed, daysPresent: 180 } });
    const notice = { title: "Fees", body: [], audiences: { create: { kind: "student", studentId: told } } } as const;
    const { id: userId } = await db().user.findFirstOrThrow();
    const confirmedOf = (studentId: string) => ({ create: { userId, studentId, version: 1, confirmedAt: new Date() } });
    // A confirmation of a notice that was taken back does not count.
    await db().notice.create({ data: { ...notice, receipts: confirmedOf(emptied) } });
    const published = { state: "published", publishedAt: new Date(), receipts: confirmedOf(confirmed) } as const;
    await db().notice.create({ data: { title: "Fees", body: [], ...published } });
    await submission({ state: "enrolled", student: { connect: { userId: applied } } });

    const { reversed, leftOver } = await admin.imports.undo({ id });
    expect(leftOver.map(({ no, state, why }) => [no, state, why])).toEqual([
      [2, "kept", "Has marks by now."],
      [3, "kept", "Has marks by now."],
      [4, "kept", "Has a consent by now."],
      [5, "kept", "Is exempt from a subject by now."],
      [6, "kept", "Has entries for a report card by now."],
      [7, "kept", "Has a notice by now."],
      [8, "kept", "Belongs to an application by now."],
      [10, "kept", "Has a notice by now."],
    ]);
    expect(reversed).toBe(1);
    expect(await db().markDraft.count()).toBe(1);
  });

  it("keeps a student who gets a result at the same moment", async () => {
    const { _id: id } = await carryOut([asha, nisha]);
    const marks = { studentId: (await find("A-1")).userId, className: 7, score: 45, totalMarks: 50 };
    const undone = await meanwhile(
      (tx) => tx.result.create({ data: marks }),
      () => admin.imports.undo({ id }),
    );
    expect(undone).toMatchObject({ reversed: 1, leftOver: [{ no: 2, state: "kept", why: "Has results by now." }] });
    expect(await db().result.count()).toBe(1);
  });

  it("knows every table that refers to students", async () => {
    const found = await db().$queryRaw<{ table: string }[]>`
      select conrelid::regclass::text as table from pg_constraint where confrelid = 'students'::regclass order by 1`;
    // A new table is added to src/server/roster/noted.ts, unless the student is kept for another reason.
    const [links, codes, places] = ["guardianships", "access_codes", "enrolments"];
    const noted = [
      "mark_drafts",
      "exam_absences",
      "consents",
      "subject_exemptions",
      "report_card_entries",
      "report_cards",
    ];
    const known = [links, codes, places, ...noted, "notice_audiences", "notice_receipts", "submissions"];
    expect(found.map(({ table }) => table)).toEqual(known.sort());
  });

  it("keeps every child of a guardian who joined or has a code, and a link through which a consent was given", async () => {
    await carryOut([row({ 7: "", 8: "" })]);
    const { _id: id } = await carryOut([
      asha,
      row({ 0: "A-2", 1: "Zoya Khan", 5: "2", 7: "Imran", 8: "9823000000" }),
      row({ 0: "A-3", 1: "Sara Khan", 5: "3", 7: "Imran", 8: "9823000000" }),
      row({ 0: "A-4", 1: "Ojas Sen", 5: "4", 7: "Ravi Sen", 8: "9823000001" }),
    ]);
    const [{ userId: studentId, guardianships }, { guardianships: ofZoya }, { guardianships: ofOjas }] = [
      await find("A-1"),
      await find("A-2"),
      await find("A-4"),
    ];
    const guardianId = guardianships[0]?.guardianId ?? "";
    await db().consent.create({ data: { studentId, guardianId, how: "paper", version: "1", givenAt: new Date() } });
    const imran = { id: ofZoya[0]?.guardianId ?? "" };
    await db().user.update({ where: imran, data: { username: "+919823000000", passwordHash: "x" } });
    await admin.codes.make({ personId: ofOjas[0]?.guardianId ?? "", purpose: "join" });
    expect((await admin.imports.undo({ id })).leftOver.map(({ no, why }) => [no, why])).toEqual([
      [2, "Has a consent by now."],
      [3, "Somebody logs in by now."],
      [4, "Somebody logs in by now."],
      [5, "Has been given a code for a login."],
    ]);
  });

  const alone = [row({ 7: "", 8: "" }), row({ 0: "A-2", 1: "Nisha Rao", 5: "2", 7: "", 8: "" })];

  it.each([
    ["relation", { relation: "Uncle" }],
    ["order", { contactOrder: 2 }],
  ])("keeps a link whose %s was corrected since", async (_, corrected) => {
    await carryOut(alone);
    const { _id: id } = await carryOut([asha, nisha]);
    await admin.guardians.edit({ id: (await find("A-1")).guardianships[0]?.id ?? "", ...corrected });
    expect(await admin.imports.undo({ id })).toMatchObject({
      ...{ reversed: 1, leftOver: [{ no: 2, state: "kept", why: "Was changed since the import." }] },
    });
    expect((await find("A-1")).guardianships).toMatchObject([corrected]);
    expect((await find("A-2")).guardianships).toEqual([]);
  });

  it("takes back the links of an import that did not note what it wrote to them", async () => {
    await carryOut(alone);
    const { _id: id } = await carryOut([asha, nisha]);
    await db().$executeRaw`update batch_rows set before = before - 'linked' where batch_id = ${id}::uuid`;
    expect(await admin.imports.undo({ id })).toMatchObject({ reversed: 2, leftOver: [] });
    expect(await db().guardianship.count()).toBe(0);
  });

  it("keeps a known student whose login came from an account that was joined", async () => {
    await carryOut([asha]);
    const account = await createStudent({ email: "asha@rao.example", onRoster: false });
    const { _id: id } = await carryOut([row({ 6: "asha@rao.example" })], { attach: ["2:email"] });
    expect((await admin.imports.undo({ id })).leftOver).toMatchObject([
      { state: "kept", why: "Somebody logs in by now." },
    ]);
    const { email, passwordHash } = account;
    expect((await find("A-1")).user).toMatchObject({ email, passwordHash });
  });

  it("ends codes and links that were mailed to the address when it is changed and when it is put back", async () => {
    await carryOut([row({ 6: "wrong@rao.example" })]);
    const { userId } = await find("A-1");
    const codeOf = async (mailedAt: Date | null) => {
      const [codeHash, expiresAt] = [new Uint8Array(randomBytes(32)), new Date(Date.now() + 60_000)];
      return (await db().accessCode.create({ data: { userId, purpose: "join", codeHash, expiresAt, mailedAt } })).id;
    };
    const mailed = async () => {
      await createToken(userId, "confirm", 60_000, new Date());
      return codeOf(new Date());
    };
    const [first, printed] = [await mailed(), await codeOf(null)];
    const isOpen = async (codeId: string) =>
      (await db().accessCode.findUniqueOrThrow({ where: { id: codeId } })).revokedAt === null;
    const open = async () => [await isOpen(first), await isOpen(printed), await db().accountToken.count()];
    await carryOut([row({ 1: "Asha Devi" })]);
    expect(await open()).toEqual([true, true, 1]);
    const { _id: id } = await carryOut([row({ 6: "right@rao.example" })]);
    expect(await open()).toEqual([false, true, 0]);

    const second = await mailed();
    await admin.imports.undo({ id });
    expect((await find("A-1")).user).toMatchObject({ email: "wrong@rao.example", emailConfirmedAt: null });
    expect([await isOpen(second), await isOpen(printed), await db().accountToken.count()]).toEqual([false, true, 0]);
  });

  it("leaves a guardian whom it had added and who is to work at the institute by now", async () => {
    const { _id: id } = await carryOut([asha]);
    const userId = (await find("A-1")).guardianships[0]?.guardianId ?? "";
    await db().staffGrant.create({ data: { userId, role: "office", fromDay: new Date(today) } });
    expect(await admin.imports.undo({ id })).toMatchObject({ reversed: 1 });
    await doJobs();
    expect(await db().user.findUnique({ where: { id: userId } })).toMatchObject({ name: "Vikram Rao" });
  });

  it("deletes a guardian whom it had added, unless there is another child by now", async () => {
    const { _id: id } = await carryOut([asha, row({ 0: "A-2", 1: "Zoya Khan", 5: "2", 7: "Imran", 8: "9823000000" })]);
    await admin.imports.undo({ id });
    const { _id: again } = await carryOut([row({ 0: "A-9", 1: "Sara Khan", 5: "9", 7: "Imran", 8: "9823000000" })]);
    await doJobs();
    expect(await db().user.findMany({ where: { phone: { not: null } }, select: { name: true } })).toEqual([
      { name: "Imran" },
    ]);
    await admin.imports.undo({ id: again });
    await doJobs();
    expect(await db().user.count({ where: { role: "user" } })).toBe(0);
  });

  it("keeps the rows of a waiting students file about people it deletes, but empties those of a marks file", async () => {
    const { _id: id } = await carryOut([asha, nisha]);
    const { _id: waiting } = await check([row({ 5: "3" }), row({ 0: "A-2", 1: "Nisha Rao", 5: "4" })]);
    const { userId: subjectId } = await find("A-1");
    const ofAsha = { rowNo: 2, state: "ready" as const, raw: ["Asha Rao", "17"], subjectId };
    const marks = await db().batch.create({ data: { kind: "marks", state: "checked", rows: { create: ofAsha } } });
    await admin.imports.undo({ id });
    await doJobs();
    expect(JSON.stringify(await db().batchRow.findMany({ where: { batchId: waiting } }))).not.toContain('"was"');
    expect(await refusalOf(admin.imports.carryOut({ id: waiting }))).toMatchObject({ code: "CONFLICT" });
    expect(await admin.imports.carryOut({ id: waiting })).toMatchObject({ counts: { created: 2 } });
    expect(await db().batchRow.findMany({ where: { batchId: marks.id } })).toMatchObject([{ raw: null }]);
  });

  it("is possible for thirty days; then the rows are deleted, and files never carried out are deleted after seven", async () => {
    const { _id: id } = await carryOut([asha]);
    const { _id: waiting } = await check([nisha]);
    const day = 24 * 60 * 60 * 1000;
    await purgeExpired(new Date(Date.now() + 8 * day));
    expect(await refusalOf(admin.imports.get({ id: waiting }))).toMatchObject({ code: "NOT_FOUND" });
    await purgeExpired(new Date(Date.now() + 31 * day));
    const rows = await db().batchRow.findMany({ where: { batchId: id } });
    expect(rows.every(({ raw, before, subjectId }) => raw === null && before === null && subjectId === null)).toBe(
      true,
    );
    await db().batch.update({ where: { id }, data: { appliedAt: new Date(Date.now() - 31 * day) } });
    expect(await refusalOf(admin.imports.undo({ id }))).toMatchObject({
      message: "An import can be undone for thirty days.",
    });
    expect(await admin.imports.get({ id })).toMatchObject({ state: "applied", heads: expect.any(Array) });
  });
});
