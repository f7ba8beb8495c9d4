import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { env } from "@/env";
import { moveAsFamily } from "@/features/admissions/mutations-family";
import { backUp, restoreFrom } from "@/main/backups";
import { reopenLogin } from "@/server/auth/closed-logins";
import { beginSecondFactor, confirmSecondFactor, takeCode } from "@/server/auth/second-factor";
import { closeDatabase, db, openDatabase, transaction } from "@/server/db/client";
import { isKept } from "@/server/files/records";
import { reapplyEndings } from "@/server/privacy/ended";
import { appendToLog } from "@/server/privacy/row-log";
import {
  callerOf,
  createAdmin,
  createGuardian,
  createStaff,
  createStudent,
  material,
  usualPassword as password,
  submission,
  tokenFor,
} from "../factories";
import { emptyFolder } from "../harness/clusters";
import { connection, extraDatabase, resetDatabase } from "../harness/database";
import { changeSettings } from "../harness/settings";
import { query } from "../harness/sql";

const states = "select name, state::text, answer_due is not null as due from submissions order by name";
const valid = `select
  (select count(*)::int from consents where withdrawn_at is null) as consents,
  (select count(*)::int from users where role = 'user' and login_closed_at is null) as logins,
  (select cardinality(recovery_hashes) from second_factors) as codes`;

test("ended consents, applications, logins and recovery codes stay ended after a restore, even by another tool", async () => {
  await resetDatabase();
  await rm(join(env().DATA_DIR, "ended.log"), { force: true });
  const now = new Date();
  const admin = await createAdmin();
  const office = await callerOf((await createStaff({ role: "office" })).token);
  const asha = await createStudent();
  const dev = await createStudent({ name: "Dev Gill" });
  const mother = await createGuardian({ of: [asha] });
  const guardians = (await callerOf(await tokenFor(mother))).guardians;
  await guardians.giveOwn({ studentId: asha.id });
  const inAnHour = new Date(now.getTime() + 3_600_000);
  const form = await submission({ name: "by its family", answerDue: inAnHour });
  const other = await submission({ name: "by the office", answerDue: inAnHour });
  await submission({ name: "open", answerDue: inAnHour });
  const back = await submission({ name: "reopened", answerDue: inAnHour });
  const codes = await transaction(async (tx) => {
    await beginSecondFactor(tx, admin.id, "admin");
    return confirmSecondFactor(tx, admin.id, now);
  });
  const archive = (await backUp(connection, await emptyFolder("backups"))).path;

  await guardians.withdrawOwn({ studentId: asha.id });
  await moveAsFamily(form.id, "withdrawn", now);
  for (const { id } of [other, back]) await office.services.move({ id, rowVersion: 1, to: "withdrawn" });
  await office.services.move({ id: back.id, rowVersion: 2, to: "in_review", reason: "A mistake" });
  const student = await callerOf(await tokenFor(asha));
  await student.account.remove({ password });
  const stayer = await callerOf(await tokenFor(dev));
  await stayer.account.remove({ password });
  expect(await takeCode(admin.id, codes[0] ?? "", now)).toBe(true);

  const there = await extraDatabase("empty");
  await closeDatabase();
  await restoreFrom(archive, (work) => work(there)).finally(() => openDatabase(connection));
  expect(await query(there, states)).toEqual([
    { name: "by its family", state: "withdrawn", due: false },
    { name: "by the office", state: "withdrawn", due: false },
    { name: "open", state: "received", due: true },
    // It was withdrawn after the backup; the restore cannot know that it was reopened.
    { name: "reopened", state: "withdrawn", due: false },
  ]);
  expect(await query(there, valid)).toEqual([{ consents: 0, logins: 2, codes: 9 }]);

  // In the current database, reopened rows stay open, and rows that another tool brings back end again.
  await db().consent.updateMany({ data: { withdrawnAt: null } });
  await db().user.update({ where: { id: asha.id }, data: { loginClosedAt: null, loginClosings: 0 } });
  expect(await transaction((tx) => reopenLogin(tx, dev.id))).toBe(true);
  await db().session.updateMany({ data: { revokedAt: null } });
  await db().submission.update({ where: { id: form.id }, data: { state: "offered", rowVersion: 1 } });
  await reapplyEndings();
  expect(await query(connection, states)).toMatchObject([
    ...[{ state: "withdrawn" }, { state: "withdrawn" }, { state: "received" }, { state: "in_review" }],
  ]);
  expect(await query(connection, valid)).toEqual([{ consents: 0, logins: 3, codes: 9 }]);
  expect(await db().session.count({ where: { userId: asha.id } })).toBe(0);
  expect(await takeCode(admin.id, codes[0] ?? "", now)).toBe(false);
  expect(await takeCode(admin.id, codes[1] ?? "", now)).toBe(true);
});

test("a reopened login stays open at a start, however it was closed", async () => {
  await resetDatabase();
  await rm(join(env().DATA_DIR, "ended.log"), { force: true });
  const [asha, dev] = [await createStudent(), await createStudent({ name: "Dev Gill" })];
  const isOpen = async (id: string) => (await db().user.findUniqueOrThrow({ where: { id } })).loginClosedAt === null;
  const reopen = (id: string) => transaction((tx) => reopenLogin(tx, id));
  // An earlier version, which does not number closings, closed it while this one ran.
  await db().user.update({ where: { id: asha.id }, data: { loginClosedAt: new Date() } });
  await appendToLog(env().DATA_DIR, "ended", [{ tableName: "users", rowId: asha.id }]);
  expect(await reopen(asha.id)).toBe(true);
  // Closed once in the restored state, and once more later.
  await db().user.update({ where: { id: dev.id }, data: { loginClosedAt: new Date(), loginClosings: 1 } });
  await appendToLog(env().DATA_DIR, "ended", [{ tableName: "logins", rowId: `${dev.id}:2` }]);
  await reapplyEndings();
  expect([await isOpen(asha.id), await isOpen(dev.id)]).toEqual([true, false]);
  expect(await reopen(dev.id)).toBe(true);
  await reapplyEndings();
  expect([await isOpen(asha.id), await isOpen(dev.id)]).toEqual([true, true]);
  // The line of an earlier version still closes a login that a restore brings back.
  await db().user.update({ where: { id: asha.id }, data: { loginClosings: 0 } });
  await reapplyEndings();
  expect(await isOpen(asha.id)).toBe(false);
});

test("a deleted material stays deleted after a restore, even by another tool, and its file is removed", async () => {
  await resetDatabase();
  await rm(join(env().DATA_DIR, "ended.log"), { force: true });
  const office = await callerOf(await tokenFor(await createAdmin()));
  const [wrong, alone] = [await material({ materialName: "list of marks" }), await material({ materialName: "alone" })];
  await material({ materialName: "stays" });
  const archive = (await backUp(connection, await emptyFolder("backups"))).path;
  await office.materials.remove({ id: wrong.id });
  await office.materials.removeMany({ ids: [alone.id] });

  const there = await extraDatabase("empty");
  await closeDatabase();
  await restoreFrom(archive, (work) => work(there)).finally(() => openDatabase(connection));
  expect(await query(there, "select material_name as name from materials")).toEqual([{ name: "stays" }]);
  const removed = [wrong.fileKey, alone.fileKey].sort();
  expect(await query(there, "select key from uploads where state = 'removed' order by key")).toEqual(
    removed.map((key) => ({ key })),
  );

  await db().upload.update({ where: { key: wrong.fileKey }, data: { state: "published" } });
  await db().material.create({ data: wrong });
  await reapplyEndings();
  expect(await db().material.findMany({ select: { materialName: true } })).toEqual([{ materialName: "stays" }]);
  expect(await isKept(wrong.fileKey)).toBe(false);
});

test("a guardian who is kept from results stays so after a restore until the office allows them again", async () => {
  await resetDatabase();
  await rm(join(env().DATA_DIR, "ended.log"), { force: true });
  const { guardians } = await callerOf((await createStaff({ role: "office" })).token);
  const asha = await createStudent();
  await createGuardian({ of: [asha], link: { relation: "father" } });
  await createGuardian({ of: [asha], link: { relation: "mother" } });
  const [father = "", mother = ""] = (await guardians.list({ studentId: asha.id })).map(({ _id }) => _id);
  const archive = (await backUp(connection, await emptyFolder("backups"))).path;
  for (const id of [father, mother]) await guardians.edit({ id, seesResults: false });
  await guardians.edit({ id: mother, seesResults: true });
  const there = await extraDatabase("empty");
  await closeDatabase();
  await restoreFrom(archive, (work) => work(there)).finally(() => openDatabase(connection));
  const seen = "select sees_results as sees from guardianships order by relation";
  // The mother was kept from them after the backup; the restore cannot know that this was undone.
  expect(await query(there, seen)).toEqual([{ sees: false }, { sees: false }]);

  // In the current database she still sees them; the father, whom another tool let see them, is kept from them again.
  await db().$executeRaw`update guardianships set sees_results = true, sight_changes = 0 where id = ${father}::uuid`;
  await reapplyEndings();
  expect(await query(connection, seen)).toEqual([{ sees: false }, { sees: true }]);
  await guardians.edit({ id: father, seesResults: true });
  await reapplyEndings();
  expect((await guardians.list({ studentId: asha.id })).map(({ seesResults }) => seesResults)).toEqual([true, true]);

  // Another tool left an even number although she is kept from them: the next changes make it odd again while she is.
  await db().$executeRaw`update guardianships set sees_results = false, sight_changes = 0 where id = ${mother}::uuid`;
  const changes: number[] = [];
  for (const seesResults of [true, false]) {
    await guardians.edit({ id: mother, seesResults });
    changes.push((await db().guardianship.findUniqueOrThrow({ where: { id: mother } })).sightChanges);
  }
  expect(changes).toEqual([2, 3]);
});

test.each([
  ["a version without numbers", "alter table guardianships drop sight_changes"],
  ["another tool", "update guardianships set sight_changes = 2"],
])("guardians whom %s has kept from results stay so if a restore comes before the next start", async (_, tool) => {
  await resetDatabase();
  await rm(join(env().DATA_DIR, "ended.log"), { force: true });
  const asha = await createStudent();
  await createGuardian({ of: [asha], link: { relation: "father" } });
  await createGuardian({ of: [asha], link: { relation: "mother", seesResults: false, sightChanges: 1 } });
  const archive = (await backUp(connection, await emptyFolder("backups"))).path;
  const there = await extraDatabase("empty");
  await closeDatabase();
  const restore = () => restoreFrom(archive, (work) => work(there));
  await restore();
  await query(there, tool);
  await query(there, "update guardianships set sees_results = false");
  await restore().finally(() => openDatabase(connection));
  const seen = "select sees_results as sees from guardianships order by relation";
  expect(await query(there, seen)).toEqual([{ sees: false }, { sees: false }]);
});

/** A teacher of two subjects that are joined after a backup. `restore` restores the backup into another database. */
async function teacherOfJoined() {
  await resetDatabase();
  await rm(join(env().DATA_DIR, "ended.log"), { force: true });
  const admin = await callerOf(await tokenFor(await createAdmin()));
  const [maths, kept] = [
    await admin.subjects.add({ name: "Maths" }),
    await admin.subjects.add({ name: "Mathematics" }),
  ];
  const place = { role: "teacher", className: 7 } as const;
  const { user } = await createStaff({ ...place, subjectId: maths._id }, { ...place, subjectId: kept._id });
  const archive = (await backUp(connection, await emptyFolder("backups"))).path;
  await admin.subjects.edit({ id: kept._id, spellings: ["Maths"] });
  const restore = async () => {
    const there = await extraDatabase("empty");
    await closeDatabase();
    await restoreFrom(archive, (work) => work(there)).finally(() => openDatabase(connection));
    return there;
  };
  return { admin, user, restore };
}

test("a teacher of two subjects that were joined after a backup teaches both after its restore", async () => {
  const { restore } = await teacherOfJoined();
  await reapplyEndings();
  const there = await restore();
  const open =
    "select s.name from staff_grants g join subjects s on s.id = g.subject_id where ended_at is null order by 1";
  expect(await query(there, open)).toEqual([{ name: "Mathematics" }, { name: "Maths" }]);
  expect(await query(connection, open)).toEqual([{ name: "Mathematics" }]);
});

test("a teacher's access that ended after a backup stays ended after its restore, even in a joined subject", async () => {
  const { admin, user, restore } = await teacherOfJoined();
  await admin.staff.endAccess({ userId: user.id });
  expect(await query(await restore(), "select from staff_grants where ended_at is null")).toEqual([]);
});

test.each(["the folder of the backup", "the replaced database"])(
  "a restore says that it finds no list of what was erased or ended, unless %s has one",
  async (place) => {
    await resetDatabase();
    onTestFinished(changeSettings({ DATA_DIR: await emptyFolder() }));
    const folder = await emptyFolder("backups");
    const { path } = await backUp(connection, folder);
    const there = await extraDatabase("empty");
    const warningsOf = async () => {
      await closeDatabase();
      const { warnings } = await restoreFrom(path, (work) => work(there)).finally(() => openDatabase(connection));
      return warnings.filter((warning) => warning.includes("ended.log"));
    };
    expect(await warningsOf()).toEqual([
      expect.stringMatching(/^There is no erased\.log or ended\.log .+ restore it again\.$/),
    ]);
    const row = { tableName: "users", rowId: randomUUID() };
    if (place === "the folder of the backup") await appendToLog(folder, "ended", [row]);
    else await query(there, "insert into erased_rows (table_name, row_id) values ($1, $2)", [row.tableName, row.rowId]);
    expect(await warningsOf()).toEqual([]);
  },
);
